/// A decoder from the bytes of a terminal to keys.
///
/// The bytes may be divided anywhere, even within a character, an escape sequence or the mark at the end of a paste. Bytes that are not
/// UTF-8 become U+FFFD, and sequences of unknown keys are dropped.
package struct KeyDecoder: Sendable {
    /// The maximum number of bytes of a paste; the rest of a longer one is dropped.
    package static let longestPaste = 1 << 20
    /// The maximum number of bytes of an escape sequence; a longer one is dropped.
    private static let longestSequence = 64

    private enum State {
        /// Between keys.
        case ground
        /// After an escape character.
        case escape
        /// In a control sequence, after `ESC [`, with the bytes so far.
        case control([UInt8])
        /// After `ESC O`.
        case singleShift
        /// In a text that a terminal sends about itself, after `ESC ]`, `ESC P`, `ESC _` or `ESC ^`.
        case report(afterEscape: Bool)
    }

    private var state = State.ground
    /// The bytes of text that belong to no key yet; at most an incomplete character remains at the end of a call.
    private var text: [UInt8] = []
    /// The bytes of a paste; `nil` outside of one.
    private var paste: [UInt8]?
    /// The number of bytes of the paste's end mark that have arrived.
    private var matched = 0

    /// Makes a decoder between keys.
    package init() {}

    /// Whether an escape character has arrived that is either the Escape key or the start of a sequence.
    ///
    /// A terminal sends a sequence at once, so the caller passes ``flush()`` after a short time without bytes.
    package var isAfterEscape: Bool {
        switch state {
        case .ground, .report: false
        case .escape, .control, .singleShift: true
        }
    }

    /// Decodes the next bytes and returns the keys that they complete.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes { accept(byte, &keys) }
        emitText(&keys, isEnd: false)
        return keys
    }

    /// Ends a sequence that did not continue, and returns its keys.
    package mutating func flush() -> [Key] {
        defer { if isAfterEscape { state = .ground } }
        switch state {
        case .escape: return [.escape]
        // `ESC [` and `ESC O` alone are the keys with Alt.
        case .control(let bytes): return bytes.isEmpty ? [.alt("[")] : []
        case .singleShift: return [.alt("o")]
        case .ground, .report: return []
        }
    }

    private mutating func accept(_ byte: UInt8, _ keys: inout [Key]) {
        if paste != nil { return acceptPasted(byte, &keys) }
        switch state {
        case .ground: acceptPlain(byte, &keys)
        case .escape: acceptAfterEscape(byte, &keys)
        case .control(var bytes):
            bytes.append(byte)
            if (0x40...0x7E).contains(byte), !(bytes.count == 1 && byte == UInt8(ascii: "[")) {
                state = .ground
                endSequence(bytes, &keys)
            } else if byte == 0x1B {
                state = .escape
            } else {
                state = .control(Array(bytes.prefix(Self.longestSequence)))
            }
        case .singleShift:
            state = .ground
            if let key = KeySequence.key(singleShift: byte) { keys.append(key) }
        case .report(let afterEscape):
            if byte == 0x07 || afterEscape && byte == UInt8(ascii: "\\") {
                state = .ground
            } else {
                state = .report(afterEscape: byte == 0x1B)
            }
        }
    }

    private mutating func acceptPlain(_ byte: UInt8, _ keys: inout [Key]) {
        guard byte < 0x20 || byte == 0x7F else {
            text.append(byte)
            return
        }
        emitText(&keys, isEnd: true)
        switch byte {
        case 0x1B: state = .escape
        case 0x0D: keys.append(.enter)
        case 0x0A: keys.append(.newLine)
        case 0x09: keys.append(.tab)
        case 0x08, 0x7F: keys.append(.backspace)
        case 0x01...0x1A: keys.append(.control(Character(Unicode.Scalar(byte + 0x60))))
        default: break
        }
    }

    private mutating func acceptAfterEscape(_ byte: UInt8, _ keys: inout [Key]) {
        state = .ground
        switch byte {
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
            state = .report(afterEscape: false)
        case 0x1B:
            keys.append(.escape)
            state = .escape
        case 0x0D, 0x0A: keys.append(.newLine)
        case 0x08, 0x7F: keys.append(.altBackspace)
        case UInt8(ascii: "b"), UInt8(ascii: "B"): keys.append(.wordLeft)
        case UInt8(ascii: "f"), UInt8(ascii: "F"): keys.append(.wordRight)
        case 0x21...0x7E: keys.append(.alt(Character(Unicode.Scalar(byte).properties.lowercaseMapping)))
        default: acceptPlain(byte, &keys)
        }
    }

    private mutating func endSequence(_ bytes: [UInt8], _ keys: inout [Key]) {
        guard bytes.count <= Self.longestSequence else { return }
        if bytes == Array("200~".utf8) {
            paste = []
            matched = 0
        } else if let key = KeySequence.key(control: bytes) {
            keys.append(key)
        }
    }

    // MARK: - Text

    /// Appends the key of the text, up to the last whole character.
    private mutating func emitText(_ keys: inout [Key], isEnd: Bool) {
        guard !text.isEmpty else { return }
        let kept = isEnd ? 0 : Self.incomplete(text)
        let whole = text.prefix(text.count - kept)
        text = Array(text.suffix(kept))
        guard !whole.isEmpty else { return }
        keys.append(.text(String(decoding: whole, as: UTF8.self)))
    }

    /// Returns the number of bytes at the end that are the start of a character.
    private static func incomplete(_ bytes: [UInt8]) -> Int {
        for length in 1...3 where length <= bytes.count {
            let byte = bytes[bytes.count - length]
            if byte & 0xC0 == 0x80 { continue }
            let whole = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return whole > length ? length : 0
        }
        return 0
    }

    // MARK: - Pastes

    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private mutating func acceptPasted(_ byte: UInt8, _ keys: inout [Key]) {
        if byte == Self.pasteEnd[matched] {
            matched += 1
            guard matched == Self.pasteEnd.count else { return }
            // Enter in a paste is a line end, and CR LF one line end.
            let text = String(decoding: paste ?? [], as: UTF8.self)
            paste = nil
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            keys.append(.paste(lines.joined(separator: "\n").harmless))
            return
        }
        // The escape character is only at the start of the mark, so no longer start of it is lost.
        let held = Self.pasteEnd.prefix(matched)
        matched = byte == Self.pasteEnd[0] ? 1 : 0
        paste?.append(contentsOf: held)
        if matched == 0 { paste?.append(byte) }
        if let count = paste?.count, count > Self.longestPaste { paste?.removeLast(count - Self.longestPaste) }
    }
}
