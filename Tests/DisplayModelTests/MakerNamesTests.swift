import Testing

@testable import DisplayModel

/// Makers by their names.
@Suite struct MakerNamesTests {
    private let database = MakerNames(
        hardwareDatabase: """
            # a comment
            acpi:SAM*:
             ID_VENDOR_FROM_DATABASE=Samsung Electric Company

            acpi:SDC*:
             ID_VENDOR_FROM_DATABASE=Samsung Display Corp.

            acpi:DELL*:
             ID_VENDOR_FROM_DATABASE=Dell, Inc.

            acpi:VTR*:
             ID_VENDOR_FROM_DATABASE=Vitrine Screens

            pci:v00001234*
             ID_VENDOR_FROM_DATABASE=Nobody
            """)

    private func matches(_ text: String, _ letters: String, _ names: MakerNames? = nil) -> Bool {
        MakerPattern(text) { names ?? database }.matches(letters)
    }

    @Test func listsAreRead() {
        #expect(database.name(of: "VTR") == "Vitrine Screens")
        #expect(database.name(of: "DELL") == nil && database.name(of: "DEL") == nil)
        var both = MakerNames(pnpIDs: "VTR\tVitrine\nDEL\tDell Inc.\n")
        both.add(database)
        #expect(both.name(of: "VTR") == "Vitrine" && both.name(of: "SDC") == "Samsung Display Corp.")
        #expect(MakerNames(hardwareDatabase: "acpi:*:\n ID_VENDOR_FROM_DATABASE=\nacpi:ABC*:").isEmpty)
    }

    @Test func aNameIsEveryMakerThatBeginsWithIt() {
        for letters in ["SAM", "SDC"] { #expect(matches("samsung", letters)) }
        #expect(matches("Samsung Display", "SDC") && !matches("Samsung Display", "SAM"))
        #expect(!matches("Samsu", "SAM") && matches("Samsu*", "SAM") && matches("*screens", "VTR"))
        #expect(!matches("Samsung", "DEL"))
    }

    @Test func lettersAreLettersAsBefore() {
        let asked = MakerPattern("S*") { database }
        #expect(asked.matches("SAM") && asked.matches("SNY") && !asked.matches("DEL"))
        #expect(matches("sam", "SAM") && matches("?AM", "SAM") && !matches("SAM", "SDC"))
    }

    @Test func withoutListsTheCommonOnesAreKnown() {
        let none = MakerNames()
        #expect(matches("Samsung", "SAM", none) && matches("lg", "GSM", none) && matches("ASUS", "ACI", none))
        #expect(MakerPattern("Samsung") { none }.likelyMistake == nil)
        #expect(MakerPattern("SAX") { none }.likelyMistake == nil)
        let mistaken = MakerPattern("Samsnug") { none }
        #expect(!mistaken.matches("SAM"))
        #expect(
            mistaken.likelyMistake
                == "no maker called 'Samsnug' is known on this machine; did you mean 'Samsung'?")
    }

    @Test func coversWhatItSurelyMatches() {
        func pattern(_ text: String) -> MakerPattern { MakerPattern(text) { database } }
        #expect(pattern("*").covers(pattern("Samsung")) && pattern("Samsung").covers(pattern("sam")))
        #expect(pattern("S*").covers(pattern("Samsung")) && !pattern("SAM").covers(pattern("Samsung")))
        #expect(!pattern("Samsung").covers(pattern("Samsnug")), "what matches nobody is another mistake")
        #expect(!pattern("Samsung").covers(pattern("S*")) && pattern("del").covers(pattern("DEL")))
    }
}
