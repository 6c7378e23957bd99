import Testing

@testable import HTMLText

@Suite
struct SingleSpacedTests {
    @Test(
        arguments: [
            ("", ""), (" \t\n", ""), ("a", "a"), ("  a  b\r\n\u{2028}c ", "a b c"), ("あ\u{3000}い\u{A0}う", "あ い う"),
            ("e\u{301} \u{301}x", "e\u{301} \u{301}x"), ("\u{1680}\u{180E}\u{200B}", "\u{180E}\u{200B}"),
            ("é\u{85}è", "é è"),
        ]
    )
    func wordsAreKept(text: String, expected: String) {
        #expect(text.singleSpaced.utf8.elementsEqual(expected.utf8))
        #expect(text.singleSpacedLength == expected.utf8.count)
    }

    @Test
    func whiteSpaceIsUnicodes() {
        for scalar in (0...0xFFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
            let (text, spaced) = ("a\(Character(scalar))b", "a b")
            let isSpaced = text.singleSpaced.utf8.elementsEqual(spaced.utf8)
            guard isSpaced != scalar.properties.isWhitespace else { continue }
            Issue.record("U+\(String(scalar.value, radix: 16)) is taken wrongly")
        }
    }
}
