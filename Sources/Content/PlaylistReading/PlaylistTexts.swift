import DisplayModel
import Fonts
import LiveData
import Paths
import Playlist
import StrictYAML
import TextLayout
import TextTemplates

/// Texts, and how they look.
extension PlaylistParser {
    /// A text as an item.
    func text(_ node: YAMLNode, _ defaults: PlaylistDefaults) -> ReadItem {
        let text = FieldReader.value(
            node, "text", "the words to show", diagnosis, hint: { _ in "an empty text shows nothing" }
        ) { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        // A block of YAML ends with the end of its last line.
        guard let text = text.map({ String($0[...($0.lastIndex { !$0.isNewline } ?? $0.startIndex)]) }) else {
            return .faulty
        }
        let template: TextTemplate
        do throws(DataMistake) {
            template = try TextTemplate(parsing: text, roots: defaults.data.keys.sorted())
            for warning in template.warnings + missingData(template, defaults.data) {
                diagnosis.warning(place(of: warning.offset, in: text, node), "text: \(warning.message)")
            }
        } catch {
            diagnosis.error(place(of: error.offset, in: text, node), "text: \(error.message)")
            return .faulty
        }
        guard looksAtFiles else { return .leftOut }
        let fonts = reading.fonts(defaults.fontFolders, diagnosis, node.position)
        if fonts.files.isEmpty, reading.noteOnce(.fonts) {
            diagnosis.warning(
                node.position,
                "there is no font for this text: install the package fonts-dejavu-core, or put fonts into a folder "
                    + "'fonts' beside this file")
        }
        let place = SlideText.Place(file: "\(path)", line: node.position.line, column: node.position.column)
        var slide = SlideText(
            template, source: text, style: defaults.text, fonts: fonts, zone: scope.timeZone, place: place)
        slide.values = template.needed(of: defaults.data)
        return .item(
            Item(
                .text(slide), duration: defaults.duration, style: defaults.style.atRest))
    }

    /// Where a character of a text stands in the file. Where the file's own lines are joined to others in it, where the
    /// text begins.
    /// - Parameter offset: in characters from the text's beginning.
    private func place(of offset: Int, in text: String, _ node: YAMLNode) -> TextPosition {
        let before = text.unicodeScalars.prefix(offset)
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        let column = lines.last?.count ?? 0
        let start = node.position
        let source = String(decoding: reading.texts[path] ?? [], as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let written = text.split(separator: "\n", omittingEmptySubsequences: false)
        /// Whether a line of the text is one of the file, and after how much of it.
        func indentation(_ line: Int, from index: Int) -> Int? {
            guard source.indices.contains(index - 1), written.indices.contains(line) else { return nil }
            let whole = Array(source[index - 1].unicodeScalars), part = Array(written[line].unicodeScalars)
            return whole.count >= part.count && Array(whole.suffix(part.count)) == part ? whole.count - part.count : nil
        }
        let line = lines.count - 1
        // A literal block begins in the line after its sign.
        if let indentation = indentation(line, from: start.line + 1 + line) {
            return TextPosition(line: start.line + 1 + line, column: indentation + column + 1)
        }
        guard line == 0, written.count == 1, case .scalar(_, let isQuoted) = node.kind,
            source.indices.contains(start.line - 1), source[start.line - 1].contains(written[0])
        else { return start }
        return TextPosition(line: start.line, column: start.column + (isQuoted ? 1 : 0) + column)
    }

    /// How texts look: fields that an item, a zone and a file all may have, each for what is inside it.
    func textStyle(_ fields: inout FieldReader, _ outer: PlaylistDefaults) -> TextStyle {
        var style = outer.text
        if let node = fields.node("font") { style.families = families(node, outer) ?? style.families }
        if let size = fields.value(
            "font-size", "a length such as 48px, a percentage of its place's height such as 12%, or 'fit'",
            hint: { Length.hint($0) ?? Spelling.suggestion(for: $0, in: ["fit"]) }, TextStyle.Size.init(text:))
        {
            style.size = size
        }
        if let node = fields.node("font-weight") { style.weight = weight(node) ?? style.weight }
        if let isItalic = fields.choice("font-style", ["normal": false, "italic": true]) { style.isItalic = isItalic }
        if let color = color(&fields) { style.color = color }
        if let alignment = fields.choice(
            "align", TextStyle.Alignment.self,
            hint: {
                switch $0.lowercased() {
                case "left": "write 'start', which is at the left where words are written from there"
                case "right": "write 'end', which is at the right where words are written from the left"
                case "centre", "middle": Spelling.suggestion("center")
                default: nil
                }
            })
        {
            style.alignment = alignment
        }
        if let alignment = fields.choice(
            "vertical-align", TextStyle.VerticalAlignment.self,
            hint: { ["center", "centre"].contains($0.lowercased()) ? Spelling.suggestion("middle") : nil })
        {
            style.verticalAlignment = alignment
        }
        if let height = fields.number("line-height", "a number from 0.5 to 4, such as 1.2", in: 0.5...4) {
            style.lineHeight = height
        }
        if let padding = fields.node("padding"),
            let lengths = length(
                padding, "padding", "one, two or four lengths such as 5% or '10px 20px'", { Margin(text: $0) })
        {
            style.padding = lengths
        }
        if let wraps = fields.flag("wrap") { style.wraps = wraps }
        if let overflow = fields.choice("overflow", TextStyle.Overflow.self) { style.overflow = overflow }
        if let language = fields.value(
            "language", "a language such as en, de-AT or zh-Hans", { Self.isLanguage($0) ? $0 : nil })
        {
            style.language = language
        }
        return style
    }

    private func color(_ fields: inout FieldReader) -> Color? {
        let node = fields.node("text-colour") ?? fields.node(alias: "text-color")
        return node.flatMap {
            FieldReader.value($0, "text-colour", Color.expected, diagnosis, hint: Color.hint) { Color(hex: $0) }
        }
    }

    /// By name, or as fonts count them.
    private func weight(_ node: YAMLNode) -> Int? {
        let names: KeyValuePairs = [
            "thin": 100, "light": 300, "normal": 400, "medium": 500, "semibold": 600, "bold": 700, "black": 900,
        ]
        return FieldReader.value(
            node, "font-weight", "a number from 1 to 1000, or one of \(names.map(\.key).joined(separator: ", "))",
            diagnosis, hint: { Spelling.suggestion(for: $0, in: names.map(\.key)) }
        ) { text in
            if let number = node.number { return Int(exactly: number).flatMap { 1...1000 ~= $0 ? $0 : nil } }
            return names.first { $0.key == text }?.value
        }
    }

    /// Families of fonts that there are, by one name or a list of them.
    private func families(_ node: YAMLNode, _ defaults: PlaylistDefaults) -> [String]? {
        var nodes = [node]
        if case .sequence(let elements) = node.kind { nodes = elements }
        guard looksAtFiles else { return nil }
        guard nodes.count <= Self.mostFamilies else {
            diagnosis.error(node.position, "font is at most \(Self.mostFamilies) families, and here are \(nodes.count)")
            return nil
        }
        let fonts = reading.fonts(defaults.fontFolders, diagnosis, node.position)
        let families = fonts.families
        return nodes.compactMap { node in
            guard let name = FieldReader.value(node, "font", "a font's name such as 'DejaVu Sans'", diagnosis, { $0 })
            else { return nil }
            if let family = fonts.family(named: name) { return family }
            let known = families.isEmpty ? "there are none" : "there are \(families.prefix(12).joined(separator: ", "))"
            let story =
                "there is no font '\(name)'; \(Spelling.suggestion(for: name, in: families) ?? known); fonts lie in a "
                + "folder 'fonts' beside the playlist"
            if reading.reader.leavesOutMissing {
                diagnosis.warning(node.position, "\(story); another one takes its place")
            } else {
                diagnosis.error(node.position, story)
            }
            return nil
        }
    }

    private static let mostFamilies = 8

    /// Whether a text is a language's tag, as BCP 47 has them.
    private static func isLanguage(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count), parts.count <= 4 else { return false }
        return first.allSatisfy { $0.isASCII && $0.isLetter }
            && parts.dropFirst().allSatisfy { part in
                (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }
}

extension TextStyle.Size {
    fileprivate init?(text: String) {
        if text == "fit" {
            self = .fit
        } else {
            guard let length = Length(positiveText: text), !length.isNotPositive else { return nil }
            self = .length(length)
        }
    }
}
