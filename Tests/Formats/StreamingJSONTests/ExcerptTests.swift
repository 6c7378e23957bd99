import Testing

@testable import StreamingJSON

@Suite struct ExcerptTests {
    @Test(arguments: [
        ("", ""), ("plain text", "plain text"), ("在庫", "在庫"), ("a\nb\u{1B}[0m", #"a\u{A}b\u{1B}[0m"#),
        ("\u{200B}\u{202E}\u{E0041}\u{FEFF}", #"\u{200B}\u{202E}\u{E0041}\u{FEFF}"#),
        ("\u{61C}\u{3164}\u{2800}\u{FE00}", #"\u{61C}\u{3164}\u{2800}\u{FE00}"#),
        (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
        (String(repeating: "a", count: 65), String(repeating: "a", count: 64) + "…"),
        (String(repeating: "在", count: 22), String(repeating: "在", count: 21) + "…"),
        (String(repeating: "\u{7}", count: 1_000_000), String(repeating: #"\u{7}"#, count: 12) + "…"),
        // One `Character` in Swift, a million bytes in an answer.
        ("a" + String(repeating: "\u{301}", count: 500_000), "a" + String(repeating: "\u{301}", count: 31) + "…"),
    ])
    func anExcerptIsShortAndVisible(text: String, excerpt: String) {
        #expect(Array(text.excerpt().utf8) == Array(excerpt.utf8))
    }

    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "abc…"), ("aé", 2, "a…"), ("aéb", 3, "aé…"), ("😀😀", 4, "😀…"), ("😀😀", 7, "😀…"),
        ("😀", 3, "…"), ("", 0, ""), ("a\nb", 3, "a\nb"),
    ])
    func aShortenedTextEndsWithAWholeScalar(text: String, limit: Int, shortened: String) {
        #expect(text.shortened(to: limit) == shortened)
    }
}
