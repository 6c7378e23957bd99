import Testing

@testable import TerminalChat

@Suite struct InlineMarksTests {
    /// Returns a text with its styles as tags.
    private static func tagged(_ text: StyledText) -> String {
        text.runs.map { run in
            var names = ""
            if run.style.isBold { names += "b" }
            if run.style.isItalic { names += "i" }
            if run.style.isStruck { names += "s" }
            if run.style.color == .cyan { names += "c" }
            if run.style.isUnderlined { names += "u" }
            if run.style.isDim { names += "d" }
            return names.isEmpty ? run.text : "<\(names):\(run.text)>"
        }.joined()
    }

    static let texts: [(String, String)] = [
        ("plain", "plain"), ("**bold** text", "<b:bold> text"), ("*it* and _it_", "<i:it> and <i:it>"),
        ("***both***", "<bi:both>"),
        ("**a *b* c**", "<b:a ><bi:b><b: c>"), ("__bold__", "<b:bold>"), ("~~gone~~", "<s:gone>"), ("a ~ b", "a ~ b"),
        ("`code` and ``a ` b``", "<c:code> and <c:a ` b>"), ("`**not bold**`", "<c:**not bold**>"),
        ("** not bold **", "** not bold **"),
        ("**open", "**open"), ("a * b * c", "a * b * c"), ("2*3*4", "2<i:3>4"), ("snake_case_name", "snake_case_name"),
        ("**太字**です", "<b:太字>です"), ("これは**「強調」**です", "これは<b:「強調」>です"), ("\\*no\\*", "*no*"), ("a\\b", "a\\b"),
        ("[text](https://a.example/b)", "<b:text><d: (><ud:https://a.example/b><d:)>"),
        ("[https://a.example](https://a.example)", "<u:https://a.example>"),
        ("<https://a.example>", "<u:https://a.example>"), ("a < b > c", "a < b > c"),
        ("![pic](https://a.example/p.png \"title\")", "<b:pic><d: (><ud:https://a.example/p.png><d:)>"),
        ("[a [b] c](u)", "<b:a [b] c><d: (><ud:u><d:)>"), ("[no](", "[no]("), ("[no] link", "[no] link"),
        ("array[0]", "array[0]"),
        ("[x](a(b)c)", "<b:x><d: (><ud:a(b)c><d:)>"),
        ("one\ntwo", "one\ntwo"), ("日本\n語", "日本\n語"), ("a  \nb", "a  \nb"), ("a\\\nb", "a\nb"), ("`open", "`open"),
        ("\u{1B}[31m**red**", "[31m<b:red>"),
    ]

    @Test(arguments: texts) func marksAreStyles(text: String, expected: String) {
        #expect(Self.tagged(InlineMarks.styled(text)) == expected)
    }

    /// Growing text has the style that it will have when its mark ends, and shows no half of a mark.
    static let openTexts: [(String, String)] = [
        ("**bo", "<b:bo>"), ("a *b", "a <i:b>"), ("a **", "a "), ("a *", "a "), ("`co", "<c:co>"),
        ("**a** b", "<b:a> b"),
        ("**a*", "<b:a>"), ("**a**", "<b:a>"), ("a `", "a "), ("~~st", "<s:st>"), ("a _b", "a <i:b>"),
        ("a * b", "a * b"),
    ]

    @Test(arguments: openTexts) func growingTextHasItsLaterStyle(text: String, expected: String) {
        #expect(Self.tagged(InlineMarks.styled(text, isOpen: true)) == expected)
    }

    /// The cost of texts made to be slow stays small; each of them would need billions of steps in a search without bounds.
    @Test func hostileTextIsRead() {
        let texts = ["*a ", "[", "`a``b", "**a*b_c ", "[a](", "![", "<http://", "a_ *b "].map {
            String(repeating: $0, count: 19_999 / $0.utf8.count)
        }
        for text in texts { #expect(!InlineMarks.styled(text).isEmpty) }
    }
}
