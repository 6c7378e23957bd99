import Testing

@testable import LLMCodable

@Suite struct DelimitedTextTests {
    /// A generator that returns these numbers in order.
    private struct Numbers: RandomNumberGenerator {
        var rest: [UInt64]
        mutating func next() -> UInt64 { rest.removeFirst() }
    }

    @Test(arguments: ["the mark is rs", "THE MARK IS RS", "first rs and then 2s"])
    func aMarkThatTheTextHasIsNotChosen(text: String) {
        // 1000 is "rs" in base 36, 100 is "2s", and 2000 is "1jk".
        var numbers = Numbers(rest: [1000, 100, 2000].filter { text.contains("2s") || $0 != 100 })
        let delimited = DelimitedText(text, using: &numbers)
        #expect(delimited.opening == "<<<TEXT 1jk")
        #expect(delimited.closing == "TEXT 1jk>>>")
        #expect(delimited.description == "<<<TEXT 1jk\n\(text)\nTEXT 1jk>>>")
    }
}
