/// A reader of the marks within a paragraph, from its start to its end.
struct InlineReader {
    /// A part of a paragraph.
    enum Piece: Equatable {
        /// Text.
        case text(String)
        /// Code.
        case code(String)
        /// A link with its text, which is empty for an address alone.
        case link(text: String, url: String)
        /// A run of one mark, which may start a style, end one, or both.
        case mark(Character, count: Int, opens: Bool, closes: Bool)
    }

    private let characters: [Character]
    private let isOpen: Bool
    private var index = 0
    private var text = ""
    private var found: [Piece] = []
    /// The lengths of runs of backticks that have no partner after a place, so that no run is searched twice.
    private var unpaired: Set<Int> = []
    /// The closing brackets, by the places of the opening ones.
    private let brackets: [Int: Int]
    /// The number of characters that may still be read for the ends of addresses, so that the cost stays linear.
    private var budget = 100_000

    /// Makes a reader; see ``InlineMarks/styled(_:_:isOpen:)``.
    init(_ characters: [Character], isOpen: Bool) {
        self.characters = characters
        self.isOpen = isOpen
        brackets = Self.pairs(characters)
    }

    /// Returns the parts.
    mutating func pieces() -> [Piece] {
        while index < characters.count { step() }
        flush()
        return found
    }

    private mutating func flush() {
        if !text.isEmpty { found.append(.text(text)) }
        text = ""
    }

    private mutating func step() {
        let character = characters[index]
        switch character {
        case "\\":
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            if let next, next.isASCII, next.isPunctuation || next.isSymbol {
                text.append(next)
                index += 2
            } else {
                text.append("\\")
                index += 1
            }
        case "`": readCode()
        case "*", "_", "~": readMark(character)
        case "[": readLink(isImage: false)
        case "!" where index + 1 < characters.count && characters[index + 1] == "[": readLink(isImage: true)
        case "<": readAddress()
        default:
            text.append(character)
            index += 1
        }
    }

    private func run(of character: Character, at start: Int) -> Int {
        var end = start
        while end < characters.count, characters[end] == character { end += 1 }
        return end - start
    }

    private mutating func readCode() {
        let length = run(of: "`", at: index)
        var place = index + length
        if !unpaired.contains(length) {
            while place < characters.count {
                guard characters[place] == "`" else {
                    place += 1
                    continue
                }
                let other = run(of: "`", at: place)
                if other == length {
                    flush()
                    found.append(.code(Self.unspaced(characters[(index + length)..<place])))
                    index = place + length
                    return
                }
                place += other
            }
            unpaired.insert(length)
        }
        // Growing text shows code as code before its end has arrived.
        if isOpen, length < 3 {
            flush()
            found.append(.code(Self.unspaced(characters[(index + length)...])))
            index = characters.count
            return
        }
        text += String(repeating: "`", count: length)
        index += length
    }

    /// Returns code without the one space at its start and end that separates backticks.
    private static func unspaced(_ code: ArraySlice<Character>) -> String {
        guard code.count > 2, code.first == " ", code.last == " ", code.contains(where: { $0 != " " }) else {
            return String(code)
        }
        return String(code.dropFirst().dropLast())
    }

    private mutating func readMark(_ character: Character) {
        let length = run(of: character, at: index)
        let before = index > 0 ? characters[index - 1] : " "
        let after = index + length < characters.count ? characters[index + length] : " "
        var opens = !after.isWhitespace
        var closes = !before.isWhitespace
        if character == "_" {
            // Within words and names it is a letter.
            opens = opens && !before.isWordPart
            closes = closes && !after.isWordPart
        }
        if isOpen, index + length == characters.count, length < 3 {
            // The text after the mark, or the rest of the mark, has not arrived; drawing it would be a flicker.
            index += length
            return
        }
        guard opens || closes, length <= 3, character != "~" || length == 2 else {
            text += String(repeating: character, count: length)
            index += length
            return
        }
        flush()
        found.append(.mark(character, count: length, opens: opens, closes: closes))
        index += length
    }

    private mutating func readLink(isImage: Bool) {
        let start = index + (isImage ? 2 : 1)
        if let link = link(from: start) {
            flush()
            found.append(.link(text: link.text, url: link.url))
            index = link.end
            return
        }
        text += isImage ? "![" : "["
        index = start
    }

    /// Returns the link whose text starts at a place: `text](address)`.
    private mutating func link(from start: Int) -> (text: String, url: String, end: Int)? {
        guard let close = brackets[start - 1], close + 1 < characters.count, characters[close + 1] == "(" else {
            return nil
        }
        var end = close + 2
        var url = ""
        var parentheses = 1
        while end < characters.count, budget > 0 {
            let character = characters[end]
            if character == "(" { parentheses += 1 }
            if character == ")" { parentheses -= 1 }
            if parentheses == 0 { break }
            url.append(character)
            end += 1
            budget -= 1
        }
        guard parentheses == 0 else { return nil }
        // A title may follow the address.
        let address = url.trimmed.prefix { !$0.isWhitespace }
        let bare = address.hasPrefix("<") && address.hasSuffix(">") ? address.dropFirst().dropLast() : address
        let text = String(characters[start..<close])
        return (text.filter { $0 != "*" && $0 != "`" }, String(bare), end + 1)
    }

    /// Returns the places of the closing brackets by those of the opening ones.
    private static func pairs(_ characters: [Character]) -> [Int: Int] {
        var pairs: [Int: Int] = [:]
        var open: [Int] = []
        var isEscaped = false
        for (index, character) in characters.enumerated() {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "[" {
                open.append(index)
            } else if character == "]", let start = open.popLast() {
                pairs[start] = index
            }
        }
        return pairs
    }

    private mutating func readAddress() {
        let rest = characters[(index + 1)...].prefix(max(0, min(2000, budget)))
        let close = rest.firstIndex { $0 == ">" || $0.isWhitespace }
        budget -= (close ?? rest.endIndex) - index
        if let end = close, characters[end] == ">" {
            let address = String(characters[(index + 1)..<end])
            if address.hasPrefix("https://") || address.hasPrefix("http://") || address.hasPrefix("mailto:") {
                flush()
                found.append(.link(text: "", url: address))
                index = end + 1
                return
            }
        }
        text.append("<")
        index += 1
    }
}

extension Character {
    /// Whether the character is a part of a word.
    fileprivate var isWordPart: Bool { isLetter || isNumber }
}
