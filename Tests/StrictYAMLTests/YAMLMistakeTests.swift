import Testing

@testable import StrictYAML

/// What people do to YAML, and what they are told.
@Suite struct YAMLMistakeTests {
    private func message(_ text: [UInt8]) -> String? {
        do throws(TextIssue) {
            _ = try YAMLReader.read(text)
            return nil
        } catch { return "\(error.position): \(error.message)" }
    }

    @Test(arguments: [
        (
            "items:\n\t- a.png",
            "2:1: a tab is at the beginning of this line; indent with spaces "
                + "(YAML: found character that cannot start any token)"
        ),
        (
            "items:\n  - picture: a.png\n  \tduration: 5s",
            "3:3: a tab is at the beginning of this line; indent with spaces "
                + "(YAML: found a tab character that violates indentation)"
        ),
        (
            "items:\n\u{A0} - a.png",
            "2:1: a blank that is not a plain space is at the beginning of this line; indent with spaces "
                + "(YAML: could not find expected ':')"
        ),
        (
            "items:\n  -\tpicture: a.png",
            "2:4: a tab follows the '-' here; write a space instead "
                + "(YAML: found character that cannot start any token)"
        ),
        (
            "items:\n  - - \ta.png",
            "2:7: a tab follows the '-' here; write a space instead "
                + "(YAML: found character that cannot start any token)"
        ),
        (
            "items:\n  - a.png\n - b.png",
            "3:2: this item begins in column 2, and that of line 2 in column 3; items of one list begin in the same "
                + "column (YAML: did not find expected key)"
        ),
        (
            "items:\n  - picture: a.png\n    - picture: b.png",
            "3:5: this item begins in column 5, and that of line 2 in column 3; items of one list begin in the same "
                + "column (YAML: did not find expected key)"
        ),
        (
            "items:\n  - picture: a.png\n   duration: 5s",
            "3:4: the key 'duration' begins in column 4, and 'picture' in line 2 in column 5; keys that belong together "
                + "begin in the same column (YAML: did not find expected '-' indicator)"
        ),
        (
            "items:\n  - picture: a.png\n      duration: 5s",
            "3:7: this line is indented too far, so that it continues the text of line 2; begin it in column 5 "
                + "(YAML: mapping values are not allowed in this context)"
        ),
        (
            "items:\n  - a.png\n    duration: 5s",
            "3:5: 'a.png' in line 2 is a text, which has no keys below it; write it behind a key, such as "
                + "'- picture: a.png' (YAML: mapping values are not allowed in this context)"
        ),
        (
            "- a.png\nduration: 5s",
            "2:1: the key 'duration' is beside the items of a list here; put the list under a key: 'items:' "
                + "(YAML: did not find expected '-' indicator)"
        ),
        (
            "duration: 5s\n- a.png",
            "2:1: a list item is beside keys here; begin the list with a key such as 'items:' "
                + "(YAML: did not find expected key)"
        ),
        (
            "items: - a.png",
            "1:8: a list begins on its own line; write '-' under the key "
                + "(YAML: block sequence entries are not allowed in this context)"
        ),
    ])
    func indentationIsExplained(text: String, expected: String) {
        #expect(message(Array(text.utf8)) == expected)
    }

    @Test(arguments: [
        (
            "fit:cover\nduration: 5s",
            "1:1: a space is missing; write 'fit: cover' (YAML: mapping values are not allowed in this context)"
        ),
        (
            "items:\n  - picture: a.png\n    duration:5s\n  - b.png",
            "3:5: a space is missing; write 'duration: 5s' (YAML: could not find expected ':')"
        ),
        (
            "items:\n  - a.png\n  -b.png",
            "3:3: a space is missing; write '- b.png' (YAML: could not find expected ':')"
        ),
        (
            "duration: 5s\nitems\n  - a.png",
            "2:1: 'items' is neither 'key: value' nor an item after '- '; is a colon missing at its end? "
                + "(YAML: could not find expected ':')"
        ),
        (
            "name: Menu: today",
            "1:11: a colon followed by a space ends a key; put text that contains one in quotation marks "
                + "(YAML: mapping values are not allowed in this context)"
        ),
    ])
    func colonsAreExplained(text: String, expected: String) {
        #expect(message(Array(text.utf8)) == expected)
    }

    @Test(arguments: [
        (
            "- picture: 'a.png\n- b.png",
            "1:12: the quotation mark ' here has no closing one; add it at the end of the text "
                + "(YAML: found unexpected end of stream)"
        ),
        (
            "name: 'Joe's'",
            "1:12: this follows the end of a quoted text; is a quotation mark missing further up? One that "
                + "is meant as a letter goes between marks of the other kind: \"it's\" (YAML: did not find expected key)"
        ),
        (
            "- \"C:\\pictures\\x.png\"",
            "1:6: a \\ between double quotation marks means something else; use single ones, and / in paths "
                + "(YAML: found unknown escape character)"
        ),
        (
            "width: > 1024",
            "1:8: put text that begins with > in quotation marks: '>…' "
                + "(YAML: did not find expected comment or line break)"
        ),
        (
            "match: *",
            "1:8: put text that begins with * in quotation marks: '*…' "
                + "(YAML: did not find expected alphabetic or numeric character)"
        ),
        (
            "- %a.png",
            "1:3: put text that begins with % in quotation marks: '%…' "
                + "(YAML: found character that cannot start any token)"
        ),
    ])
    func quotationIsExplained(text: String, expected: String) {
        #expect(message(Array(text.utf8)) == expected)
    }

    @Test(arguments: [
        (
            "items: [a.png, b.png\n",
            "1:8: the ']' that ends this list is missing (YAML: did not find expected ',' or ']')"
        ),
        (
            "- {picture: a.png, fit: cover\n  duration: 5s}",
            "2:11: a ',' is missing before this, or the '}' that ends the mapping begun in line 1 "
                + "(YAML: did not find expected ',' or '}')"
        ),
        (
            "items: [a.png]]",
            "1:15: there is no opening bracket for this ']'; remove it (YAML: did not find expected key)"
        ),
    ])
    func bracketsAreExplained(text: String, expected: String) {
        #expect(message(Array(text.utf8)) == expected)
    }

    @Test func whatNobodyKnowsHasTheWordsOfYAML() {
        #expect(
            message(Array("a: b\n...\nc".utf8))
                == "3:1: did not find expected <document start> (YAML's syntax; it may help to put text in quotation marks)"
        )
    }

    @Test func otherEncodingsAreToldByName() {
        #expect(
            message([0xFF, 0xFE, 0x61, 0]) == "1:1: the file is written in UTF-16; have the editor save it as UTF-8")
        #expect(
            message(Array("a: b\nname: K".utf8) + [0xFC, 0x63])
                == "2:8: this is not UTF-8; is this a text file? Have the editor save it as UTF-8")
        #expect(
            message(Array("a: b\u{7}".utf8))
                == "1:5: contains a control character; is this a text file?")
        #expect(message([0xEF, 0xBB, 0xBF] + Array("a: b".utf8)) == nil, "the mark of UTF-8 is no mistake")
    }

    @Test func textThatGoesOnIsDoubted() throws {
        func likelyMistake(_ text: String) throws -> String? { try YAMLReader.read(Array(text.utf8))?.likelyMistake }
        #expect(
            try likelyMistake("a.png\n  - b.png")
                == "the next line is indented so far that it continues this text; indent it less")
        #expect(try likelyMistake("picture:a.png") == "a space is missing; write 'picture: a.png'")
        #expect(
            try likelyMistake("a\u{A0}b")
                == "it contains a blank that is not a plain space (U+00A0); type a space instead")
        #expect(try likelyMistake("“a.png”") == "write plain quotation marks, ' or \", not “")
        for good in ["a.png", "'a:b'", "https://example.org", "C:\\x", "11:30-14:00", "'a\n  b'"] {
            #expect(try likelyMistake(good) == nil, "\(good)")
        }
    }

    @Test func oneMoreIsNotSeveral() {
        func last(_ errors: Int) -> String? {
            let diagnosis = Diagnosis()
            for line in 1...errors { diagnosis.error(TextPosition(line: line, column: 1), "no") }
            return diagnosis.issues.last?.message
        }
        #expect(last(100) == "no")
        #expect(last(101) == "there is 1 more error like these")
        #expect(last(102) == "there are 2 more errors like these")
    }
}
