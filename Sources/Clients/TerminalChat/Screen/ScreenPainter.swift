/// A painter of frames in the normal screen of a terminal, below whatever is there.
///
/// It writes only lines that changed, and moves the cursor relative to its place, because it does not know where the screen starts. It
/// uses only sequences of the VT100 and two of xterm that other terminals ignore.
package struct ScreenPainter: Sendable {
    /// The number of columns and rows of the terminal.
    package private(set) var size: (columns: Int, rows: Int)
    /// The widths of characters.
    package var rules: WidthRules
    private let profile: TerminalProfile
    /// The live lines on the screen.
    private var live: [StyledText] = []
    /// The cursor's place in them.
    private var cursor = Frame.Cursor(row: 0, column: 0)
    private var isCursorHidden = false
    /// Whether the place of the live lines changed, so that all must be drawn.
    private var isStale = false

    /// Makes a painter; the cursor is at the start of an empty line.
    package init(columns: Int, rows: Int, _ profile: TerminalProfile, rules: WidthRules = WidthRules()) {
        size = (columns, rows)
        self.profile = profile
        self.rules = rules
    }

    /// The number of columns for lines.
    ///
    /// The last column stays free, because terminals differ in where the cursor is after a character there.
    package var columns: Int { max(10, size.columns - 1) }

    /// The most live lines that are drawn; the first ones of more are left out.
    package var mostLive: Int { max(2, size.rows - 1) }

    /// Notes a new size.
    ///
    /// The terminal has wrapped the live lines by itself if they became too long. The rows that they use now are computed from their
    /// widths, and the next frame draws all of them.
    package mutating func resize(columns: Int, rows: Int) {
        size = (max(2, columns), max(2, rows))
        func rowsUsed(_ width: Int) -> Int { max(1, (width + size.columns - 1) / size.columns) }
        let above = live.prefix(cursor.row).reduce(0) { $0 + rowsUsed($1.columns(rules)) }
        cursor.row = min(size.rows - 1, above + cursor.column / size.columns)
        live = []
        isStale = true
    }

    /// Forgets what is on the screen, after it was cleared: the cursor is at the start of an empty line.
    package mutating func forget() {
        live = []
        cursor = Frame.Cursor(row: 0, column: 0)
        isStale = true
    }

    /// Returns the bytes that draw a frame.
    package mutating func paint(_ frame: Frame) -> [UInt8] {
        let omitted = max(0, frame.live.count - mostLive)
        let new = Array(frame.live.dropFirst(omitted))
        let place = frame.cursor.map { Frame.Cursor(row: max(0, $0.row - omitted), column: $0.column) }
        let isUnchanged = frame.printed.isEmpty && new == live && !isStale
        if isUnchanged, place == nil ? isCursorHidden : !isCursorHidden && place == cursor { return [] }
        var bytes: [UInt8] = []
        if !isCursorHidden { bytes += "\u{1B}[?25l".utf8 }
        // The last line that is drawn, where the cursor is then.
        var row = cursor.row
        if !isUnchanged {
            let first = frame.printed.isEmpty && !isStale ? zip(new, live).prefix { $0 == $1 }.count : 0
            row = draw(frame.printed, new, from: first, into: &bytes)
        }
        let target = place ?? Frame.Cursor(row: max(0, new.count - 1), column: 0)
        Self.move(from: row, to: target.row, column: target.column, into: &bytes)
        if place != nil { bytes += "\u{1B}[?25h".utf8 }
        isCursorHidden = place == nil
        cursor = target
        live = new
        isStale = false
        return bytes
    }

    /// Draws new lines above the live ones, and the live ones from the first that changed on.
    ///
    /// - Returns: The row of the new live lines where the cursor is then.
    private func draw(_ printed: [StyledText], _ new: [StyledText], from first: Int, into bytes: inout [UInt8]) -> Int {
        // A line that changed may be one more than there were, below the last one.
        let reachable = min(first, max(0, live.count - 1))
        Self.move(from: cursor.row, to: reachable, column: 0, into: &bytes)
        if isStale { bytes += "\u{1B}[J".utf8 }
        if first > reachable { bytes += "\r\n".utf8 }
        let lines = printed + new.dropFirst(first)
        for (index, line) in lines.enumerated() {
            if index > 0 { bytes += "\r\n".utf8 }
            line.append(to: &bytes, profile)
            bytes += "\u{1B}[K".utf8
        }
        // After the last printed line, the live lines need at least an empty one.
        if new.isEmpty, !printed.isEmpty { bytes += "\r\n".utf8 }
        if live.count > new.count || !printed.isEmpty && !live.isEmpty || new.isEmpty { bytes += "\u{1B}[J".utf8 }
        return lines.isEmpty ? first : max(0, new.count - 1)
    }

    /// Returns the bytes that remove the live lines and show the cursor, at the end.
    package mutating func finish() -> [UInt8] {
        var bytes = paint(Frame())
        bytes += "\u{1B}[?25h".utf8
        isCursorHidden = false
        return bytes
    }

    /// Moves the cursor to a row and column.
    private static func move(from row: Int, to target: Int, column: Int, into bytes: inout [UInt8]) {
        if row > target { bytes += "\u{1B}[\(row - target)A".utf8 }
        if row < target { bytes += "\u{1B}[\(target - row)B".utf8 }
        bytes += "\r".utf8
        if column > 0 { bytes += "\u{1B}[\(column)C".utf8 }
    }
}
