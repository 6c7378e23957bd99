import Testing

@testable import TerminalChat

@Suite struct LineWrappingTests {
    private func lines(_ text: String, _ columns: Int, first: String = "", others: String = "") -> [String] {
        LineWrapping(columns: columns, WidthRules(), first: StyledText(first), others: StyledText(others))
            .lines(of: StyledText(text)).map(\.text)
    }

    /// A text, the columns, and its lines.
    static let texts: [(String, Int, [String])] = [
        ("", 10, [""]),
        ("one two three", 20, ["one two three"]),
        ("one two three", 7, ["one two", "three"]),
        ("one two three", 3, ["one", "two", "thr", "ee"]),
        ("a  b", 3, ["a", "b"]),
        ("a well-known word", 8, ["a well-", "known", "word"]),
        ("line\nbreak", 20, ["line", "break"]),
        ("a\n\nb", 20, ["a", "", "b"]),
        ("x\ty", 20, ["x y"]),
        // Between ideographs, but no full stop or small kana at the start, and no opening bracket at the end.
        ("日本語の文章です", 8, ["日本語の", "文章です"]),
        ("日本語の。文章", 8, ["日本語", "の。文章"]),
        ("いろは「にほへ」と", 8, ["いろは", "「にほ", "へ」と"]),
        ("チャット", 4, ["チャ", "ット"]),
        ("abc日本語def", 6, ["abc日", "本語", "def"]),
        ("漢", 2, ["漢"]), ("漢字", 2, ["漢", "字"]), ("漢字", 3, ["漢", "字"]),
        ("https://example.org/a/long/path end", 12, ["https://exam", "ple.org/a/lo", "ng/path end"]),
        ("👩\u{200D}💻👩\u{200D}💻👩\u{200D}💻", 4, ["👩\u{200D}💻👩\u{200D}💻", "👩\u{200D}💻"]),
        ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
    ]

    @Test(arguments: texts) func aTextHasItsLines(text: String, columns: Int, expected: [String]) {
        #expect(lines(text, columns) == expected)
    }

    @Test func linesAfterTheFirstHaveTheirOwnStart() {
        #expect(lines("one two three", 9, first: "- ", others: "  ") == ["- one two", "  three"])
    }

    /// A word that is carried to a line with less room is broken there.
    @Test func aNarrowerLineBreaksWhatItReceives() {
        #expect(lines("  given_name: x", 10, others: "    ") == ["", "    given_", "    name:", "    x"])
    }

    @Test func stylesAreKept() {
        let text = StyledText("one ", .bold) + StyledText("two three", .code)
        let lines = LineWrapping(columns: 8, WidthRules()).lines(of: text)
        #expect(lines == [StyledText("one ", .bold) + StyledText("two", .code), StyledText("three", .code)])
    }

    /// Nothing is lost or too wide, whatever the width.
    @Test(arguments: 2...40) func everyLineFits(columns: Int) {
        let text =
            "The quick brown fox, 素早い茶色の狐が「怠け者の犬」を飛び越えた。 https://example.org/very/long/address?query=1 👩\u{200D}💻👍🏽 end."
        let lines = lines(text, columns)
        #expect(lines.allSatisfy { WidthRules().columns(of: $0) <= columns })
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }

    @Test func aTextIsCutAndPadded() {
        let rules = WidthRules()
        let text = StyledText("日本", .bold) + StyledText("語 text")
        #expect(text.cut(to: 20, rules) == text)
        #expect(text.cut(to: 5, rules) == StyledText("日本", .bold) + StyledText("…"))
        #expect(text.cut(to: 4, rules) == StyledText("日…", .bold))
        #expect(text.cut(to: 7, rules).text == "日本語…")
        #expect(text.cut(to: 0, rules).isEmpty)
        #expect(StyledText("漢").padded(to: 4, rules).text == "漢  ")
        #expect(StyledText("7").padded(to: 3, rules, trailing: true).text == "  7")
    }
}
