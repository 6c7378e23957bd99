/// The lines of an editor on the screen, with the place of the cursor.
package struct EditorLayout: Sendable, Equatable {
    /// The lines that are shown.
    package var lines: [StyledText]
    /// The cursor's line.
    package var row: Int
    /// The cursor's column, counted from 0.
    package var column: Int

    /// Lays out an editor.
    ///
    /// - Parameters:
    ///   - prompt: The text before the first line; other lines are indented by its width.
    ///   - columns: The number of columns of the screen.
    ///   - rows: The most lines to show; of a longer text those around the cursor are shown.
    package init(_ editor: LineEditor, prompt: StyledText, columns: Int, rows: Int, _ rules: WidthRules) {
        self.init(
            characters: editor.characters,
            cursor: editor.cursor,
            prompt: prompt,
            columns: columns,
            rows: rows,
            rules
        )
    }

    private init(
        characters: [Character],
        cursor: Int,
        prompt: StyledText,
        columns: Int,
        rows: Int,
        _ rules: WidthRules
    ) {
        let indent = prompt.columns(rules)
        let indentation = StyledText(harmless: String(repeating: " ", count: indent), .plain)
        let end = max(indent + 2, columns)
        var lines: [StyledText] = []
        var text = ""
        var used = indent
        var place = (row: 0, column: indent)
        func line() -> StyledText {
            var line = lines.isEmpty ? prompt : indentation
            line.append(text)
            return line
        }
        func close() {
            lines.append(line())
            text = ""
            used = indent
        }
        for (index, character) in characters.enumerated() {
            if character == "\n" {
                if index == cursor { place = (lines.count, used) }
                close()
                continue
            }
            let shown = Self.shown(character, at: used - indent)
            let width = rules.columns(of: shown)
            if used + width > end { close() }
            if index == cursor { place = (lines.count, used) }
            text += shown
            used += width
        }
        // The cursor needs a column of its own.
        if cursor == characters.count, used + 1 > end { close() }
        if cursor == characters.count { place = (lines.count, used) }
        close()
        let first = max(0, min(place.row - rows / 2, lines.count - rows))
        self.lines = Array(lines[first..<min(lines.count, first + max(1, rows))])
        row = place.row - first
        column = place.column
    }

    /// Returns a character as it is shown: spaces up to the next multiple of four for a tab.
    private static func shown(_ character: Character, at column: Int) -> String {
        character == "\t" ? String(repeating: " ", count: 4 - column % 4) : String(character).harmlessLine
    }
}
