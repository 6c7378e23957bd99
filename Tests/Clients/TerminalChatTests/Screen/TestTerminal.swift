/// A terminal that understands the sequences of `ScreenPainter`: its lines, those that scrolled away among them, and its cursor.
struct TestTerminal {
    private let rows: Int
    /// All lines from the first one on; the last ``rows`` of them are the screen.
    private(set) var lines: [[Character]] = [[]]
    private(set) var row = 0
    private(set) var column = 0
    private(set) var isCursorHidden = false
    /// The lowest line that was changed since ``mark()``; `nil` if none was.
    private(set) var lowestChange: Int?

    init(rows: Int) { self.rows = rows }

    /// The texts of the lines, without the empty ones at the end.
    var texts: [String] {
        var texts = lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
        while texts.last?.isEmpty == true { texts.removeLast() }
        return texts
    }

    /// The first line of the screen.
    private var top: Int { max(0, lines.count - rows) }

    mutating func mark() { lowestChange = nil }

    mutating func write(_ bytes: [UInt8]) {
        var text = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = text.popFirst() {
            switch scalar {
            case "\r": column = 0
            case "\n": moveDown()
            case "\u{1B}":
                guard text.popFirst() == "[" else { fatalError("the sequence is unknown") }
                var parameters = ""
                while let next = text.popFirst() {
                    if (0x40...0x7E).contains(next.value) {
                        perform(Character(next), parameters)
                        break
                    }
                    parameters.unicodeScalars.append(next)
                }
            default: put(Character(scalar))
            }
        }
    }

    private mutating func moveDown() {
        row += 1
        if row == lines.count { lines.append([]) }
    }

    private mutating func put(_ character: Character) {
        note()
        while lines[row].count < column { lines[row].append(" ") }
        if column < lines[row].count { lines[row][column] = character } else { lines[row].append(character) }
        column += 1
    }

    private mutating func note() { lowestChange = min(lowestChange ?? row, row) }

    private mutating func perform(_ final: Character, _ parameters: String) {
        let number = Int(parameters) ?? 1
        switch final {
        case "A": row = max(top, row - number)
        case "B": row = min(lines.count - 1, row + number)
        case "C": column += number
        case "K":
            if column < lines[row].count { note() }
            lines[row] = Array(lines[row].prefix(column))
        case "J":
            if column < lines[row].count || row + 1 < lines.count { note() }
            lines[row] = Array(lines[row].prefix(column))
            for index in lines.indices where index > row { lines[index] = [] }
        case "h": isCursorHidden = false
        case "l": isCursorHidden = true
        case "m": break
        default: fatalError("the sequence is unknown")
        }
    }
}
