import Testing

@testable import TerminalChat

@Suite struct WidthRulesTests {
    /// A text with its columns in a terminal with the usual rules.
    static let texts: [(String, Int)] = [
        ("", 0), ("plain text", 10), ("é", 1), ("e\u{301}", 1), ("naïve", 5),
        // Hiragana, katakana, ideographs, full-width and half-width forms.
        ("ひらがな", 8), ("カタカナ", 8), ("漢字", 4), ("ＡＢＣ", 6), ("ﾊﾝｶｸ", 4), ("ﾊﾟ", 2), ("か\u{3099}", 2), ("、。「」", 8),
        ("𠮷野家", 6), ("　", 2),
        // Hangul, precomposed and from its letters.
        ("한국어", 6), ("\u{1112}\u{1161}\u{11AB}", 2),
        // Pictures.
        ("👍", 2), ("👍🏽", 2), ("👩\u{200D}💻", 2), ("👨\u{200D}👩\u{200D}👧\u{200D}👦", 2), ("🇯🇵", 2), ("🇯🇵🇫🇷", 4),
        ("☀", 1), ("☀\u{FE0F}", 2), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("⌚", 2), ("🫩", 2),
        ("🏳\u{FE0F}\u{200D}🌈", 2),
        // No columns at all.
        ("\u{200B}", 0), ("\u{301}", 0), ("\u{FEFF}", 0), ("a\u{200D}b", 2),
        // Ambiguous characters, narrow by default.
        ("─│╭", 3), ("…·•", 3), ("Ω§", 2), ("①", 1),
        ("नमस्ते", 4), ("สวัสดี", 4), ("שלום", 4), ("العربية", 7),
    ]

    @Test(arguments: texts) func aTextHasItsColumns(text: String, columns: Int) {
        #expect(WidthRules().columns(of: text) == columns)
    }

    @Test func ambiguousCharactersFollowTheTerminal() {
        let rules = WidthRules(ambiguousColumns: 2)
        #expect(rules.columns(of: "─") == 2)
        #expect(rules.columns(of: "①Ω") == 4)
        #expect(rules.columns(of: "ab漢") == 4)
    }

    @Test func selectorsAndJoinersFollowTheTerminal() {
        #expect(WidthRules(selectorWidens: false).columns(of: "☀\u{FE0F}") == 1)
        #expect(WidthRules(joinsPictures: false).columns(of: "👩\u{200D}💻") == 4)
        #expect(WidthRules(joinsPictures: false).columns(of: "👨\u{200D}👩\u{200D}👧") == 6)
    }

    @Test func theTableIsInOrderAndOfTheNamedVersion() {
        #expect(EastAsianWidth.unicodeVersion == "17.0.0")
        for table in [EastAsianWidth.wide, EastAsianWidth.ambiguous] {
            #expect(table.allSatisfy { $0.first <= $0.last })
            #expect(zip(table, table.dropFirst()).allSatisfy { $0.last + 1 < $1.first })
        }
    }

    /// Each reply of a terminal changes one rule, in the order of the request.
    @Test func aProbeLearnsFromTheReplies() {
        var rules = WidthRules()
        var probe = WidthProbe()
        #expect(probe.request.filter { $0 == "n" }.count == 3)
        probe.accept(column: 3, into: &rules)
        #expect(rules == WidthRules(ambiguousColumns: 2))
        probe.accept(column: 2, into: &rules)
        #expect(rules == WidthRules(ambiguousColumns: 2, selectorWidens: false))
        probe.accept(column: 5, into: &rules)
        #expect(rules == WidthRules(ambiguousColumns: 2, selectorWidens: false, joinsPictures: false))
        // Further reports, for example of a key that looks like one, change nothing.
        probe.accept(column: 2, into: &rules)
        #expect(rules == WidthRules(ambiguousColumns: 2, selectorWidens: false, joinsPictures: false))
    }
}
