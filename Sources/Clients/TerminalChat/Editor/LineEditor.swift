/// The text that a person types, with a cursor between its characters.
///
/// A decision struct: keys change it, and the outcome of a key is the caller's next step. The keys are those of Emacs, which shells use
/// too.
package struct LineEditor: Sendable {
    /// The caller's next step after a key.
    package enum Outcome: Sendable, Equatable {
        /// The key is done.
        case handled
        /// The person sends the text.
        case submitted(String)
        /// The person interrupts: the editor was empty.
        case interrupted
        /// The person ends the input.
        case ended
        /// The text reached its limit, and the rest was dropped.
        case full
        /// The key is not one of the editor.
        case unknown
    }

    /// The maximum number of characters.
    package static let limit = 200_000

    /// The text, character by character.
    private(set) var characters: [Character] = []
    /// The number of characters before the cursor.
    private(set) var cursor = 0
    /// The text that was last cut, for Ctrl-Y.
    private var cut: [Character] = []
    /// Whether the last key cut text, so that the next cut is added to it.
    private var isCutting = false
    /// The earlier messages.
    package var history: MessageHistory

    /// Makes an empty editor.
    package init(history: MessageHistory = MessageHistory()) { self.history = history }

    /// The text.
    package var text: String { String(characters) }

    /// Whether there is no text.
    package var isEmpty: Bool { characters.isEmpty }

    /// Replaces the text, and moves the cursor behind it.
    package mutating func replace(with text: String) {
        characters = Array(text).prefix(Self.limit).map { $0 }
        cursor = characters.count
        isCutting = false
        history.endSearch()
    }

    /// Applies a key.
    package mutating func handle(_ key: Key) -> Outcome {
        defer { if !key.cuts { isCutting = false } }
        switch key {
        case .text(let text): return insert(text.withoutControls)
        case .paste(let text): return insert(text)
        case .newLine: return insert("\n")
        case .enter: return submit()
        case .control("c"): return interrupt()
        case .control("d"): return endOrDelete()
        case .up: return moveUp()
        case .down: return moveDown()
        default:
            if move(key) || edit(key) { return .handled }
            return .unknown
        }
    }

    /// Inserts a text at the cursor; a mark that it starts with joins the character before it.
    private mutating func insert(_ text: String) -> Outcome {
        guard !text.isEmpty else { return .handled }
        history.endSearch()
        let start = max(0, cursor - 1)
        // Only the neighbors can join the new characters.
        let end = min(characters.count, cursor + 1)
        let before = String(characters[start..<cursor])
        let after = String(characters[cursor..<end])
        let room = Self.limit - characters.count
        let isCut = text.count > room
        let new = isCut ? String(text.prefix(max(0, room))) : text
        let joined = Array(before + new + after)
        let untouched = Array(before + new).count
        // If the text joins the character after it, the cursor is behind both.
        let isJoinedToNext = joined.count < untouched + (end - cursor)
        characters.replaceSubrange(start..<end, with: joined)
        cursor = start + (isJoinedToNext ? joined.count : untouched)
        return isCut ? .full : .handled
    }

    private mutating func submit() -> Outcome {
        // A backslash before Enter is a line break in terminals that send nothing else.
        if cursor > 0, characters[cursor - 1] == "\\" {
            characters[cursor - 1] = "\n"
            history.endSearch()
            return .handled
        }
        let text = text
        clear()
        return .submitted(text)
    }

    private mutating func interrupt() -> Outcome {
        guard !isEmpty else { return .interrupted }
        clear()
        return .handled
    }

    private mutating func endOrDelete() -> Outcome {
        guard !isEmpty else { return .ended }
        delete(cursor..<min(cursor + 1, characters.count))
        return .handled
    }

    /// Removes the text.
    package mutating func clear() {
        characters = []
        cursor = 0
        history.endSearch()
    }

    // MARK: - Moving

    /// Moves the cursor, and returns whether the key does that.
    private mutating func move(_ key: Key) -> Bool {
        switch key {
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(characters.count, cursor + 1)
        case .home, .control("a"): cursor = lineStart(cursor)
        case .end, .control("e"): cursor = lineEnd(cursor)
        case .wordLeft: cursor = wordStart(before: cursor)
        case .wordRight: cursor = wordEnd(after: cursor)
        default: return false
        }
        return true
    }

    private func lineStart(_ place: Int) -> Int {
        (characters[..<place].lastIndex(of: "\n").map { $0 + 1 }) ?? 0
    }

    private func lineEnd(_ place: Int) -> Int { characters[place...].firstIndex(of: "\n") ?? characters.count }

    private func wordStart(before place: Int) -> Int {
        var index = place
        while index > 0, WordClass(characters[index - 1]) == .space { index -= 1 }
        guard index > 0 else { return 0 }
        let kind = WordClass(characters[index - 1])
        while index > 0, WordClass(characters[index - 1]) == kind { index -= 1 }
        return index
    }

    private func wordEnd(after place: Int) -> Int {
        var index = place
        while index < characters.count, WordClass(characters[index]) == .space { index += 1 }
        guard index < characters.count else { return index }
        let kind = WordClass(characters[index])
        while index < characters.count, WordClass(characters[index]) == kind { index += 1 }
        return index
    }

    private mutating func moveUp() -> Outcome {
        let start = lineStart(cursor)
        guard start > 0 else { return show(history.older(than: text)) }
        let column = cursor - start
        let above = lineStart(start - 1)
        cursor = min(above + column, start - 1)
        return .handled
    }

    private mutating func moveDown() -> Outcome {
        let end = lineEnd(cursor)
        guard end < characters.count else { return show(history.newer()) }
        let column = cursor - lineStart(cursor)
        cursor = min(end + 1 + column, lineEnd(end + 1))
        return .handled
    }

    /// Shows a message of the history; nothing for `nil`.
    private mutating func show(_ message: String?) -> Outcome {
        guard let message else { return .handled }
        characters = Array(message)
        cursor = characters.count
        return .handled
    }

    // MARK: - Deleting

    /// Changes the text, and returns whether the key does that.
    private mutating func edit(_ key: Key) -> Bool {
        switch key {
        case .backspace, .control("h"): delete(max(0, cursor - 1)..<cursor)
        case .delete: delete(cursor..<min(cursor + 1, characters.count))
        case .control("k"):
            let end = lineEnd(cursor)
            // At its end the line is joined with the next one.
            cut(cursor..<(end == cursor ? min(end + 1, characters.count) : end), isBackward: false)
        case .control("u"): cut(lineStart(cursor)..<cursor, isBackward: true)
        case .control("w"): cut(spacedWordStart..<cursor, isBackward: true)
        case .altBackspace: cut(wordStart(before: cursor)..<cursor, isBackward: true)
        case .alt("d"): cut(cursor..<wordEnd(after: cursor), isBackward: false)
        case .control("y"): _ = insert(String(cut))
        case .control("t"): transpose()
        default: return false
        }
        return true
    }

    private var spacedWordStart: Int {
        var index = cursor
        while index > 0, characters[index - 1].isWhitespace { index -= 1 }
        while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
        return index
    }

    private mutating func delete(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        characters.removeSubrange(range)
        cursor = range.lowerBound
        history.endSearch()
    }

    private mutating func cut(_ range: Range<Int>, isBackward: Bool) {
        let text = Array(characters[range])
        if isCutting {
            cut = isBackward ? text + cut : cut + text
        } else if !text.isEmpty {
            cut = text
        }
        isCutting = true
        delete(range)
    }

    private mutating func transpose() {
        guard cursor > 0, characters.count > 1 else { return }
        let right = cursor == characters.count ? cursor - 1 : cursor
        characters.swapAt(right - 1, right)
        cursor = right + 1
        history.endSearch()
    }
}

extension Key {
    /// Whether the key cuts text.
    fileprivate var cuts: Bool {
        switch self {
        case .control("k"), .control("u"), .control("w"), .altBackspace, .alt("d"): true
        default: false
        }
    }
}

/// The kind of a character for moves by word; in Japanese a word is a run of one script.
private enum WordClass: Equatable {
    case space, mark, letter, ideograph, hiragana, katakana

    init(_ character: Character) {
        let value = character.unicodeScalars.first?.value ?? 0
        switch value {
        case 0x3041...0x309F: self = .hiragana
        case 0x30A0...0x30FF, 0xFF66...0xFF9F: self = .katakana
        case 0x3005...0x3007, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: self = .ideograph
        default:
            self =
                character.isWhitespace
                ? .space : character.isLetter || character.isNumber || character == "_" ? .letter : .mark
        }
    }
}
