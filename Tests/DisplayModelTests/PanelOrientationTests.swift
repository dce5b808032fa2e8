import DisplayModel
import Testing

struct PanelOrientationTests {
    /// As the kernel's console and its documentation have it: the side that is named is at the top of the device.
    @Test(arguments: [
        ("Normal", Orientation.normal), ("Right Side Up", .clockwise90), ("Upside Down", .clockwise180),
        ("Left Side Up", .clockwise270),
    ])
    func theNamedSideIsWhereTheContentHasItsTop(choice: String, expected: Orientation) {
        #expect(Orientation(panelOrientation: choice) == expected)
    }

    @Test(arguments: ["", "normal", "Left", "Right Side Up ", "Unknown"])
    func otherTextSaysNothing(text: String) {
        #expect(Orientation(panelOrientation: text) == nil)
    }
}
