/// The next content of a screen: lines that scroll away and are never drawn again, and the live lines below them.
package struct Frame: Sendable, Equatable {
    /// The place of the cursor in the live lines, counted from 0.
    package struct Cursor: Sendable, Equatable {
        /// The line.
        package var row: Int
        /// The column.
        package var column: Int

        /// Makes a place.
        package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
    }

    /// New lines above the live ones.
    package var printed: [StyledText]
    /// All live lines.
    package var live: [StyledText]
    /// The place of the cursor; `nil` hides it.
    package var cursor: Cursor?

    /// Makes a frame.
    package init(printed: [StyledText] = [], live: [StyledText] = [], cursor: Cursor? = nil) {
        self.printed = printed
        self.live = live
        self.cursor = cursor
    }
}
