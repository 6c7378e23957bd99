import FoundationEssentials
import Testing

@testable import TerminalChat

@Suite struct StreamedMarkdownTests {
    static let text = """
        # Weather **today**

        It is *warm* in Tokyo,
        and `cold` in Oslo. 日本語の文章も、折り返されます。

        - first item
        - second item, long enough to be wrapped
          - nested

        ```swift
        let answer = 42
        ```

        | City | °C |
        |---|--:|
        | 東京 | 21 |

        > quoted

        The end.
        """

    private let drawing = Drawing(columns: 30, now: Date(timeIntervalSince1970: 0))

    @Test func theLinesAreThoseOfTheText() {
        var answer = StreamedMarkdown()
        let lines = (answer.append(Self.text, drawing) + answer.finish(drawing)).map(\.text)
        #expect(
            lines == [
                "Weather today", "", "It is warm in Tokyo,", "and cold in Oslo. 日本語の文章", "も、折り返されます。", "",
                "• first item",
                "• second item, long enough to", "  be wrapped", "  • nested", "", "  swift", "  let answer = 42", "",
                "╭──────┬────╮", "│ City │ °C │",
                "├──────┼────┤", "│ 東京 │ 21 │", "╰──────┴────╯", "", "│ quoted", "", "The end.",
            ]
        )
    }

    /// However the text arrives, the printed lines are the same, and none is taken back.
    @Test(arguments: [1, 2, 3, 7, 50]) func piecesPrintTheSame(length: Int) {
        var whole = StreamedMarkdown()
        let expected = whole.append(Self.text, drawing) + whole.finish(drawing)
        var answer = StreamedMarkdown()
        var printed: [StyledText] = []
        var rest = Self.text[...]
        while !rest.isEmpty {
            printed += answer.append(String(rest.prefix(length)), drawing)
            rest = rest.dropFirst(length)
            #expect(Array(expected.prefix(printed.count)) == printed)
            // What is printed and what is open is the text so far, and fits.
            #expect((printed + answer.openLines(drawing)).allSatisfy { $0.columns(drawing.rules) <= drawing.columns })
        }
        printed += answer.finish(drawing)
        #expect(printed == expected)
        #expect(answer.openLines(drawing).isEmpty)
    }

    @Test func linesOfCodeArePrintedOneByOne() {
        var answer = StreamedMarkdown()
        #expect(answer.append("```\none\ntw", drawing).map(\.text) == ["  one"])
        #expect(answer.openLines(drawing).map(\.text) == ["  tw"])
        #expect(answer.append("o\n", drawing).map(\.text) == ["  two"])
    }
}
