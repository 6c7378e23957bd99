import Testing

@testable import TerminalChat

@Suite struct MarkdownScannerTests {
    private static func blocks(_ pieces: [String]) -> [MarkdownBlock] {
        var scanner = MarkdownScanner()
        return pieces.flatMap { scanner.append($0) } + scanner.finish()
    }

    /// A text and its blocks.
    static let texts: [(String, [MarkdownBlock])] = [
        ("", []), ("\n\n", []),
        ("one\ntwo\n\nthree", [.paragraph("one\ntwo", depth: 0), .paragraph("three", depth: 0)]),
        (
            "# One\n## Two ##\n#three",
            [.heading("One", level: 1), .heading("Two", level: 2), .paragraph("#three", depth: 0)]
        ),
        ("text\n# Head", [.paragraph("text", depth: 0), .heading("Head", level: 1)]),
        (
            "- a\n- b\n* c",
            [.item("a", mark: "•", depth: 0), .item("b", mark: "•", depth: 0), .item("c", mark: "•", depth: 0)]
        ),
        ("- a\n  more\n- b", [.item("a\nmore", mark: "•", depth: 0), .item("b", mark: "•", depth: 0)]),
        (
            "- a\n  - b\n    - c\n- d",
            [
                .item("a", mark: "•", depth: 0), .item("b", mark: "•", depth: 1), .item("c", mark: "•", depth: 2),
                .item("d", mark: "•", depth: 0),
            ]
        ),
        (
            "1. a\n2) b\n10. c",
            [.item("a", mark: "1.", depth: 0), .item("b", mark: "2)", depth: 0), .item("c", mark: "10.", depth: 0)]
        ),
        (
            "1. a\n   - b\n2. c",
            [.item("a", mark: "1.", depth: 0), .item("b", mark: "•", depth: 1), .item("c", mark: "2.", depth: 0)]
        ),
        ("- [ ] open\n- [x] done", [.item("open", mark: "☐", depth: 0), .item("done", mark: "☑", depth: 0)]),
        (
            "- a\n\n  more\n\nend",
            [.item("a", mark: "•", depth: 0), .paragraph("more", depth: 1), .paragraph("end", depth: 0)]
        ),
        ("> a\n> b\n\nc", [.quote("a\nb"), .paragraph("c", depth: 0)]),
        ("-5 degrees", [.paragraph("-5 degrees", depth: 0)]),
        ("1.5 is a number", [.paragraph("1.5 is a number", depth: 0)]),
        ("---\n***\n_ _ _", [.rule, .rule, .rule]),
        (
            "```swift\nlet x = 1\n\n# no heading\n```\nend",
            [
                .codeStart("swift", depth: 0), .codeLine("let x = 1", depth: 0), .codeLine("", depth: 0),
                .codeLine("# no heading", depth: 0), .codeEnd, .paragraph("end", depth: 0),
            ]
        ),
        (
            "~~~\na\n```\n~~~~",
            [.codeStart("", depth: 0), .codeLine("a", depth: 0), .codeLine("```", depth: 0), .codeEnd]
        ),
        ("```\nopen", [.codeStart("", depth: 0), .codeLine("open", depth: 0), .codeEnd]),
        (
            "- a\n  ```\n  code\n    more\n  ```\n- b",
            [
                .item("a", mark: "•", depth: 0), .codeStart("", depth: 1), .codeLine("code", depth: 1),
                .codeLine("  more", depth: 1), .codeEnd, .item("b", mark: "•", depth: 0),
            ]
        ),
        (
            "| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 |\n\nend",
            [
                .table(head: ["a", "b"], rows: [["1", "2"], ["3", ""]], alignments: [.left, .right]),
                .paragraph("end", depth: 0),
            ]
        ),
        (
            "a | b\n:-: | -\nx \\| y | z",
            [.table(head: ["a", "b"], rows: [["x | y", "z"]], alignments: [.center, .left])]
        ),
        ("a | b\nc | d", [.paragraph("a | b\nc | d", depth: 0)]),
        ("<b>html</b> & more", [.paragraph("<b>html</b> & more", depth: 0)]),
        ("one\r\ntwo\r\n\r\nthree", [.paragraph("one\ntwo", depth: 0), .paragraph("three", depth: 0)]),
        ("日本語\n\n・項目", [.paragraph("日本語", depth: 0), .paragraph("・項目", depth: 0)]),
    ]

    @Test(arguments: texts) func aTextHasItsBlocks(text: String, expected: [MarkdownBlock]) {
        #expect(Self.blocks([text]) == expected)
    }

    @Test(arguments: texts) func aCutChangesNothing(text: String, expected: [MarkdownBlock]) {
        let scalars = Array(text.unicodeScalars)
        func part(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
        for cut in 0...scalars.count {
            #expect(Self.blocks([part(0..<cut), part(cut..<scalars.count)]) == expected, "cut at \(cut)")
        }
        #expect(Self.blocks(scalars.map { String($0) }) == expected, "scalar by scalar")
    }

    @Test func longBlocksAreEnded() {
        let text = String(repeating: "word ", count: 20_000)
        #expect(Self.blocks([text]).count == 1)
        let pieces = (0..<20_000).map { _ in "word " }
        #expect(Self.blocks(pieces).count > 3)
        let lines = (0..<20_000).map { _ in "a line\n" }
        #expect(Self.blocks(lines).count > 3)
        let rows = Self.blocks(["a|b\n-|-\n"] + (0..<1200).map { "\($0)|x\n" })
        #expect(rows.count > 1)
    }

    @Test func theOpenBlocksAreThoseOfTheTextSoFar() {
        var scanner = MarkdownScanner()
        #expect(scanner.append("# Head\npara") == [.heading("Head", level: 1)])
        #expect(scanner.openBlocks == [.paragraph("para", depth: 0)])
        #expect(scanner.append("graph\n- it") == [])
        #expect(scanner.openBlocks == [.paragraph("paragraph", depth: 0), .item("it", mark: "•", depth: 0)])
        _ = scanner.append("em\n```\ncode\nmo")
        #expect(scanner.openBlocks == [.codeLine("mo", depth: 0)])
    }
}
