import StreamingJSON
import Testing

@testable import JSONSchema

/// Regular expressions of ECMA-262, matched without backtracking.
@Suite struct SchemaRegexTests {
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
        Row("", ["", "a"], not: []),
        Row("b", ["abc"], not: ["", "ac"]),
        Row("^b", ["bc"], not: ["ab"]),
        Row("b$", ["ab"], not: ["ba", "b\n"]),
        Row("^a|b$", ["ax", "xb"], not: ["xa", "bx"]),
        Row("^(a|b)$", ["a", "b"], not: ["ab", ""]),
        Row("^(?:ab)+$", ["ab", "abab"], not: ["", "aba"]),
        Row("^(?<year>\\d{4})-(\\d{2})$", ["2026-11"], not: ["2026-1", "202-11"]),
        Row("^a{0}$", [""], not: ["a"]),
        Row("^a{2,}$", ["aa", "aaaa"], not: ["a"]),
        Row("^a{1,3}$", ["a", "aaa"], not: ["", "aaaa"]),
        Row("^a*?b+?c??$", ["b", "aabbc"], not: ["aac"]),
        Row("^(a?)*$", ["", "aaa"], not: ["b"]),
        Row("^a{,3}$", ["a{,3}"], not: ["aa"]),
        Row("^{a}$", ["{a}"], not: ["a"]),
        Row("^.$", ["a", "é", "😀", "\u{0}"], not: ["", "\n", "\u{2028}", "ab"]),
        Row("^[a-cx]$", ["a", "c", "x"], not: ["d", "-"]),
        Row("^[^a-c]$", ["d", "\n"], not: ["a", ""]),
        Row("^[]$", [], not: ["", "]"]),
        Row("^[^]$", ["]", "\n"], not: [""]),
        Row("^[\\w.-]+$", ["a.b-c_9"], not: ["a b", "é"]),
        Row("^[a\\-z]$", ["-", "z"], not: ["b"]),
        Row("^[-a]$", ["-", "a"], not: ["b"]),
        Row("^[\\]\\\\^]$", ["]", "\\", "^"], not: ["a"]),
        Row("^[\\b]$", ["\u{8}"], not: ["b"]),
        Row("^[\\D]$", ["a", "٣"], not: ["3"]),
        Row("^[^\\S]$", [" ", "\u{FEFF}"], not: ["a"]),
        Row("^\\d$", ["0", "9"], not: ["٣", "a"]),
        Row("^\\w+$", ["a_1"], not: ["é", "-"]),
        Row("^\\s\\S$", ["\u{A0}a", "\u{3000}b"], not: ["a a"]),
        Row("\\bcat\\b", ["a cat!", "cat"], not: ["cats", "concat"]),
        Row("\\Bat", ["cat"], not: ["at"]),
        Row("^\\t\\n\\v\\f\\r\\0\\cA$", ["\t\n\u{B}\u{C}\r\u{0}\u{1}"], not: ["tnvfr0A"]),
        Row("^\\x41\\u0042\\u{43}\\u{1F600}\\uD83D\\uDE00$", ["ABC😀😀"], not: ["ABC"]),
        Row("^\\-\\/\\@\\.$", ["-/@."], not: ["-/@a"]),
        Row("^(?=.*\\d)(?=.*[a-z]).{4,}$", ["ab1c", "1aaa"], not: ["abcd", "1234", "a1"]),
        Row("^(?!admin$)[a-z]+$", ["user", "administrator"], not: ["admin"]),
        Row("(?<=\\$)\\d", ["$5"], not: ["5", "€5"]),
        Row("(?<!\\$)\\b5", ["5", "€5"], not: ["$5"]),
        Row("(?<=^ab)c", ["abc"], not: ["xabc", "c"]),
        Row("^(?=(?=a)a)a$", ["a"], not: ["b"]),
        Row("^\\p{Lu}\\p{L}+$", ["Éa", "Дом"], not: ["éa", "A1"]),
        Row("^\\P{Letter}$", ["1", " "], not: ["a"]),
        Row("^[\\p{L}\\p{Nd} ]+$", ["東京 3"], not: ["a-b"]),
        Row("^[^\\p{L}]$", ["1"], not: ["ß"]),
        Row("^\\p{Script=Hiragana}+$", ["ひらがな"], not: ["カナ"]),
        Row("^[\\p{sc=Han}\\p{Script=Katakana}]+$", ["東京タワ"], not: ["とう"]),
        Row("^\\p{General_Category=Currency_Symbol}$", ["€"], not: ["E"]),
        Row("^\\p{Emoji_Presentation}$", ["😀"], not: ["a"]),
        Row("^\\p{ASCII}+$", ["abc"], not: ["é"]),
        Row("^e\u{301}$", ["e\u{301}"], not: ["é"]),
        Row(
            "^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$",
            ["ann@example.org"],
            not: ["ann@example", "@example.org"]
        ),
        Row("^(\\([0-9]{3}\\))?[0-9]{3}-[0-9]{4}$", ["555-1212", "(888)555-1212"], not: ["(888)555-1212 ext. 532"]),
    ]

    @Test(arguments: rows)
    func matches(row: Row) throws {
        let pattern = try SchemaRegex(row.pattern, maximumSize: 1_000)
        for text in row.matching {
            var steps = 100_000
            #expect(pattern.matches(text, steps: &steps) == true, "\(text.debugDescription)")
            #expect(steps < 100_000)
        }
        for text in row.failing {
            var steps = 100_000
            #expect(pattern.matches(text, steps: &steps) == false, "\(text.debugDescription)")
        }
    }

    @Test(arguments: [
        ("(", "not closed"), (")", "closes no group"), ("[a", "not closed"), ("*a", "nothing to repeat"),
        ("a**", "nothing to repeat"), ("{2}", "nothing to repeat"), ("a{3,2}", "below the lower bound"),
        ("[b-a]", "before its start"),
        ("(a)\\1", "back-references"), ("\\k<a>", "back-references"), ("\\", "backslash"),
        ("\\A", "not known to ECMA-262"),
        ("\\xZ", "hexadecimal"), ("\\u{110000}", "code point"), ("\\pL", "braces"), ("\\p{Klingon}", "not known"),
        ("(?i)a", "must continue"), ("(?P<n>a)", "must continue"), ("(?<1>a)", "name"), ("(?>a)", "must continue"),
        ("(a{1000}){1000}", "too large"), ("(?:a?){1000000000}", "too large"),
        (String(repeating: "(", count: 5_000), "nested"),
    ])
    func refused(pattern: String, reason: String) {
        let error = #expect(throws: RegexError.self) { _ = try SchemaRegex(pattern, maximumSize: 20_000) }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test func emptyRepetitionsEnd() throws {
        let pattern = try SchemaRegex("^(?:){1000000000}(?:|a*)*$", maximumSize: 100)
        var steps = 10_000
        #expect(pattern.matches("aaa", steps: &steps) == true)
    }

    @Test func theWorkIsLinearInTheText() throws {
        let pattern = try SchemaRegex("^(a+)+$", maximumSize: 100)
        let spent = [1_000, 2_000, 4_000].map { length in
            var steps = 1_000_000
            #expect(pattern.matches(String(repeating: "a", count: length) + "!", steps: &steps) == false)
            return 1_000_000 - steps
        }
        #expect(spent[1] < spent[0] * 21 / 10)
        #expect(spent[2] < spent[1] * 21 / 10)
    }
}
