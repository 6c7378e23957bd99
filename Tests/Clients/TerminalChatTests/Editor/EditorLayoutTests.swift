import Testing

@testable import TerminalChat

@Suite struct EditorLayoutTests {
    private func layout(_ text: String, back: Int = 0, columns: Int = 10, rows: Int = 5) -> EditorLayout {
        var editor = LineEditor()
        editor.replace(with: text)
        for _ in 0..<back { _ = editor.handle(.left) }
        return EditorLayout(editor, prompt: "> ", columns: columns, rows: rows, WidthRules())
    }

    /// A text, the number of keys ←, the lines, and the place of the cursor.
    static let texts: [(String, Int, [String], Int, Int)] = [
        ("", 0, ["> "], 0, 2), ("abc", 0, ["> abc"], 0, 5), ("abc", 1, ["> abc"], 0, 4),
        ("日本", 0, ["> 日本"], 0, 6), ("日本", 1, ["> 日本"], 0, 4),
        ("1234567", 0, ["> 1234567"], 0, 9), ("12345678", 0, ["> 12345678", "  "], 1, 2),
        ("12345678", 1, ["> 12345678"], 0, 9),
        ("123456789", 0, ["> 12345678", "  9"], 1, 3), ("1234567漢", 0, ["> 1234567", "  漢"], 1, 4),
        ("a\nb", 0, ["> a", "  b"], 1, 3), ("a\nb", 2, ["> a", "  b"], 0, 3), ("a\n", 0, ["> a", "  "], 1, 2),
        ("\tx", 0, ["> \u{20}   x"], 0, 7), ("e\u{301}x", 1, ["> e\u{301}x"], 0, 3),
    ]

    @Test(arguments: texts) func theCursorIsWhereTheTextIs(
        text: String,
        back: Int,
        lines: [String],
        row: Int,
        column: Int
    ) {
        let layout = layout(text, back: back)
        #expect(layout.lines.map(\.text) == lines)
        #expect(layout.row == row)
        #expect(layout.column == column)
    }

    @Test func aLongTextScrollsWithTheCursor() {
        let text = (1...20).map(String.init).joined(separator: "\n")
        let end = layout(text)
        #expect(end.lines.map(\.text) == ["  16", "  17", "  18", "  19", "  20"])
        #expect(end.row == 4)
        let start = layout(text, back: text.count)
        #expect(start.lines.first?.text == "> 1")
        #expect(start.row == 0)
        let middle = layout(text, back: text.count / 2)
        #expect(middle.lines.count == 5)
        #expect(middle.row == 2)
    }
}
