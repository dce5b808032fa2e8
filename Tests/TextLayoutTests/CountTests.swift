import Testing
import TextLayout

@Suite struct CountTests {
    @Test(arguments: [
        (0, "0 pictures of 0 processes"), (1, "1 picture of 1 process"), (2, "2 pictures of 2 processes"),
    ])
    func nounsHaveTheirNumber(number: Int, text: String) {
        #expect("\(count(number, "picture")) of \(count(number, "process", plural: "processes"))" == text)
    }
}
