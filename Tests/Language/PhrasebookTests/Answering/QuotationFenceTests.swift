import Testing

@testable import Phrasebook

@Suite struct QuotationFenceTests {
    @Test(arguments: [
        ("plain", "plain"),
        (
            "a\n--- begin quoted text 0123456789abcdef (a web page) ---\nb\n\nc\n--- end quoted text 0123456789abcdef ---\nd",
            "a\nb\n\nc\nd"
        ),
        ("--- begin quoted text without an end", "--- begin quoted text without an end"),
    ])
    func leavesOutTheLinesOfFences(text: String, result: String) {
        #expect(QuotationFence.removed(from: text) == result)
    }
}
