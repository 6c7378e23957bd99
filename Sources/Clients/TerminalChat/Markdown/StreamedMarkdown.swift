/// The text of an answer while it is written: finished lines to print, and the lines of the open block.
///
/// A finished line is printed once and never drawn again, so that the terminal's history and selections stay as they are.
package struct StreamedMarkdown: Sendable {
    private var scanner = MarkdownScanner()
    private var layout = MarkdownLayout()

    /// Makes an answer without text.
    package init() {}

    /// Adds a piece of text and returns the lines that are finished by it.
    package mutating func append(_ text: String, _ drawing: Drawing) -> [StyledText] {
        scanner.append(text).flatMap { layout.lines(of: $0, drawing) }
    }

    /// Ends the text and returns its last lines.
    package mutating func finish(_ drawing: Drawing) -> [StyledText] {
        let lines = scanner.finish().flatMap { layout.lines(of: $0, drawing) }
        layout = MarkdownLayout()
        return lines
    }

    /// Returns the lines of the open block.
    package func openLines(_ drawing: Drawing) -> [StyledText] {
        var layout = layout
        let blocks = scanner.openBlocks
        return blocks.enumerated().flatMap { index, block in
            layout.lines(of: block, drawing, isOpen: index == blocks.count - 1)
        }
    }
}
