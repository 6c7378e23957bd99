/// The division of a text into lines of at most a number of columns.
///
/// Lines are broken at spaces, after hyphens, and between ideographs, kana and other wide characters, except where Japanese
/// typesetting forbids it (JIS X 4051): a line does not start with closing marks or small kana, and does not end with opening marks. A
/// word that is longer than a line is broken anywhere.
package struct LineWrapping: Sendable {
    /// The number of columns of a line, at least 2, so that every character fits.
    let columns: Int
    /// The widths of characters.
    let rules: WidthRules
    /// The text before the first line.
    let first: StyledText
    /// The text before all other lines.
    let others: StyledText

    /// Makes a division.
    package init(columns: Int, _ rules: WidthRules, first: StyledText = StyledText(), others: StyledText = StyledText())
    {
        self.columns = max(2, columns)
        self.rules = rules
        self.first = first
        self.others = others
    }

    /// Returns the lines of a text; an empty text has one.
    package func lines(of text: StyledText) -> [StyledText] {
        var machine = LineBreaker(first: room(after: first), others: room(after: others))
        for run in text.runs {
            for character in run.text {
                machine.append(.init(character: character, style: run.style, columns: width(of: character)))
            }
        }
        return machine.finish().enumerated().map { index, cells in
            var line = index == 0 ? first : others
            for cell in cells { line.append(harmless: String(cell.character), cell.style) }
            return line
        }
    }

    private func room(after prefix: StyledText) -> Int { max(2, columns - prefix.columns(rules)) }

    private func width(of character: Character) -> Int { character == "\t" ? 1 : rules.columns(of: character) }
}

/// Collects the cells of a text into lines; the cost is linear because a line carries less than a line's width to the next one.
struct LineBreaker {
    /// A character with its style and width.
    struct Cell {
        let character: Character
        let style: TextStyle
        let columns: Int
    }

    private let firstRoom: Int
    private let otherRoom: Int
    private var lines: [[Cell]] = []
    private var line: [Cell] = []
    private var used = 0
    /// The number of the line's cells before the last place where it may be broken; 0 if there is none.
    private var breakable = 0

    init(first: Int, others: Int) {
        firstRoom = first
        otherRoom = others
    }

    private var room: Int { lines.isEmpty ? firstRoom : otherRoom }

    /// Adds a cell.
    mutating func append(_ cell: Cell) {
        if cell.character.isNewline {
            end(at: line.count)
            return
        }
        if let last = line.last, Self.mayBreak(between: last.character, and: cell) { breakable = line.count }
        // Spaces at the end of a line need no room.
        if used + cell.columns > room, !cell.character.isBreakingSpace {
            end(at: breakable > 0 ? breakable : line.count)
            // The part that was carried to this line may fill it already, or be too long for it.
            while used + cell.columns > room, !line.isEmpty { end(at: fittingCount) }
        }
        line.append(cell.character == "\t" ? Cell(character: " ", style: cell.style, columns: 1) : cell)
        used += cell.columns
    }

    /// Returns the lines.
    mutating func finish() -> [[Cell]] {
        end(at: line.count)
        return lines
    }

    /// The number of the line's cells that fit, at least 1.
    private var fittingCount: Int {
        var columns = 0
        let count = line.prefix { cell in
            columns += cell.columns
            return columns <= room
        }.count
        return max(1, count)
    }

    /// Ends the line after a number of its cells; the other ones start the next line.
    private mutating func end(at count: Int) {
        var whole = line.prefix(count)
        let carried = line.dropFirst(count)
        while let last = whole.last, last.character.isBreakingSpace { whole.removeLast() }
        lines.append(Array(whole))
        line = Array(carried)
        used = line.reduce(0) { $0 + $1.columns }
        breakable = 0
    }

    /// Whether a line may end between two characters.
    private static func mayBreak(between last: Character, and next: Cell) -> Bool {
        if next.character.isBreakingSpace { return false }
        if last.isBreakingSpace { return true }
        if last.isForbiddenAtEnd || next.character.isForbiddenAtStart { return false }
        if last == "-" || last == "–" { return next.character.isLetter }
        return last.isIdeographic || next.character.isIdeographic
    }
}

extension Character {
    /// Whether a line may be broken after the space.
    fileprivate var isBreakingSpace: Bool { self == " " || self == "\t" || self == "\u{3000}" }

    /// Whether lines may be broken before and after the character, as in Chinese and Japanese.
    fileprivate var isIdeographic: Bool {
        guard let value = unicodeScalars.first?.value else { return false }
        switch value {
        case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFFEF, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return true
        default: return false
        }
    }

    /// Whether no line starts with the character.
    private static let closing = Set(
        "、。，．・：；？！゛゜ヽヾゝゞ々ー）］｝」』】〕〉》’”ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ…‥!),.:;?]}%"
    )

    fileprivate var isForbiddenAtStart: Bool { Self.closing.contains(self) }

    /// Whether no line ends with the character.
    private static let opening = Set("（［｛「『【〔〈《‘“([{¥￥$＄")

    fileprivate var isForbiddenAtEnd: Bool { Self.opening.contains(self) }
}
