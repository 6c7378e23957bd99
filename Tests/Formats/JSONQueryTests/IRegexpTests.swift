import JSONSchema
import SeededRandom
import Testing

@testable import JSONQuery

/// The regular expressions of RFC 9485, which `match` and `search` use.
@Suite struct IRegexpTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let pattern: String
        let matching: [String]
        let failing: [String]
        var testDescription: String { pattern }

        init(_ pattern: String, _ matching: [String], not failing: [String]) {
            (self.pattern, self.matching, self.failing) = (pattern, matching, failing)
        }
    }

    static let rows: [Row] = [
        Row("", [""], not: ["a"]), Row("a|b", ["a", "b"], not: ["ab", ""]), Row("a|", ["a", ""], not: ["b"]),
        Row("()", [""], not: ["a"]), Row("(ab)+", ["ab", "abab"], not: ["aba"]),
        Row("a{2}", ["aa"], not: ["a", "aaa"]),
        Row("a{2,}", ["aa", "aaa"], not: ["a"]), Row("a{1,2}", ["a", "aa"], not: ["aaa"]),
        Row("a{0}b", ["b"], not: ["ab"]),
        // A dot is any character but CR and LF; U+2028 ends no line here.
        Row(".", ["a", "\u{2028}", "\u{2029}", "\u{1F600}", "\u{85}"], not: ["\n", "\r", "", "ab"]),
        Row("[.]", ["."], not: ["a"]), Row("a\\.b", ["a.b"], not: ["axb"]), Row("/", ["/"], not: [""]),
        Row("\\n\\r\\t", ["\n\r\t"], not: ["nrt"]),
        Row("\\[\\]\\{\\}\\(\\)\\*\\+\\?\\|\\^\\\\\\-", [#"[]{}()*+?|^\-"#], not: [""]),
        Row("[a-c]", ["a", "c"], not: ["d", "-", "B"]), Row("[-a]", ["-", "a"], not: ["b"]),
        Row("[a-]", ["-", "a"], not: ["b"]),
        Row("[--]", ["-"], not: ["a"]), Row("[^-a]", ["b"], not: ["-", "a"]),
        Row("[^a]", ["b", "\n"], not: ["a", ""]),
        Row("[\\]\\-^$&]", ["]", "-", "^", "$", "&"], not: ["\\"]),
        Row("[\\p{Lu}0-9]", ["A", "5", "\u{C4}"], not: ["a", "_"]),
        Row("\\p{L}", ["a", "\u{E4}"], not: ["1"]), Row("\\P{L}", ["1"], not: ["a"]),
        Row("\\p{Cn}", ["\u{378}"], not: ["a"]),
        Row("^ab$", ["ab"], not: ["^ab$", "xab"]), Row("a,b-c:d", ["a,b-c:d"], not: [""]),
        Row("\u{E9}", ["\u{E9}"], not: ["e\u{301}"]),
    ]

    @Test(arguments: rows) func wholeTexts(row: Row) throws {
        guard case .valid(let pattern) = QueryPattern(row.pattern, isWhole: true, maximumSize: 5_000) else {
            Issue.record("The pattern must be valid.")
            return
        }
        var steps = 100_000
        for text in row.matching { #expect(pattern.matches(text, steps: &steps) == true, "\(text)") }
        for text in row.failing { #expect(pattern.matches(text, steps: &steps) == false, "\(text)") }
    }

    @Test(arguments: [
        "(", ")", "[", "]", "{", "}", "a{", "a{,2}", "a{2", "a{2,1}", "{2}", "*", "+a", "?", "a**", "a*?", "a+?", "a??",
        "a{1}{2}",
        "(*a)", "|*", "(?:a)", "(?=a)", "(?i)a", "(?<n>a)", "\\d", "\\w", "\\s", "\\b", "\\1", "\\u0041", "\\x41",
        "\\/", "\\$", "\\",
        "[]", "[^]", "[a", "[a--]", "[a-c-e]", "[c-a]", "[[a]]", "[a[]", "[\\d]", "[\\p{L}-z]", "[a-\\p{L}]", "\\p",
        "\\pL", "\\p{}",
        "\\p{X}", "\\p{Lx}", "\\p{Cs}", "\\p{Lul}", "\\p{Letter}", "\\p{L", "\\P{Script=Han}",
    ])
    func invalidPatterns(pattern: String) {
        #expect(IRegexp.translated(pattern) == nil)
    }

    @Test func eachValidPatternCompiles() throws {
        var random = SeededGenerator(seed: 9485)
        let pieces = [
            "a", "b", ".", "(", ")", "|", "*", "+", "?", "{1,2}", "{3}", "[a-z]", "[^\\]]", "[-.]", "\\.", "\\n",
            "\\p{L}", "$", "^",
            "[", "]", "-", "\\", "{", "\u{1F600}",
        ]
        var valid = 0
        for _ in 0..<RandomRounds.count {
            let pattern = (0..<Int.random(in: 0...8, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            switch QueryPattern(pattern, isWhole: Bool.random(using: &random), maximumSize: 5_000) {
            case .valid: valid += 1
            case .invalid: #expect(IRegexp.translated(pattern) == nil)
            case .tooLarge: Issue.record("\(pattern) is small, but was not compiled.")
            }
        }
        #expect(valid > RandomRounds.count / 5)
    }
}
