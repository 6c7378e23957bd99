/// The spellings of some secrets, prepared for searches of other texts.
///
/// A secret is found as it is and as base64 writes it, also within a longer text in base64. Each character may be an escape: of JSON,
/// also of JSON within JSON, of HTML and XML, of a URL, or of a quoted-printable text.
public final class SecretForms: Sendable {
    /// The part of a text that may be a secret.
    package enum Match: Equatable {
        /// The text ends within what may be a secret.
        case start
        /// A secret: the length of its spelling, and its place among the secrets.
        case whole(length: Int, secret: Int?)
    }

    fileprivate struct Form {
        let text: SecretString
        let count: Int
        let secret: Int?
    }

    private let forms: [Form]
    /// The first two bytes of each form, by which nearly all places are passed over.
    private let starts: [(first: UInt8, second: UInt8)]
    /// For each byte, whether a form or an escape may start with it.
    private let signs: [UInt8]

    private static let form: UInt8 = 1
    private static let escape: UInt8 = 2

    /// Prepares the search for secrets; those that also occur by chance are left out.
    public convenience init(_ secrets: [SecretString]) {
        self.init(Self.forms(of: secrets.enumerated().map { ($1, $0) }))
    }

    /// Prepares the search for the secrets of another one and for some more, which have no place.
    package convenience init(_ known: SecretForms, and others: [SecretString]) {
        self.init(known.forms + Self.forms(of: others.map { ($0, nil) }))
    }

    private init(_ forms: [Form]) {
        // Of two forms that start alike, the longer one counts.
        self.forms = forms.sorted { $0.count > $1.count }
        var signs = [UInt8](repeating: 0, count: 256)
        starts = self.forms.map { $0.text.withBytes { ($0[0], $0[1]) } }
        for start in starts { signs[Int(start.first)] |= Self.form }
        for byte in 0...255 where !forms.isEmpty && EscapedByte.mayStart(with: UInt8(byte)) {
            signs[byte] |= Self.escape
        }
        self.signs = signs
    }

    /// Whether nothing is searched for.
    package var isEmpty: Bool { forms.isEmpty }

    /// Whether everything that another search finds is found.
    package func covers(_ other: SecretForms) -> Bool {
        self === other
            || other.forms.allSatisfy { form in forms.contains { $0.count == form.count && $0.text == form.text } }
    }

    /// Returns the first place from which on a secret is, or may start before the end.
    package func first(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> (place: Int, match: Match)? {
        signs.withUnsafeBufferPointer { signs in
            var place = start
            while place < text.count {
                let sign = signs[Int(text[place])]
                if sign != 0, sign & Self.form != 0 || mayStart(text, place, signs), let match = match(text, place) {
                    return (place, match)
                }
                place += 1
            }
            return nil
        }
    }

    /// Whether the escape at a place may be the first character of a secret.
    private func mayStart(
        _ text: UnsafeBufferPointer<UInt8>,
        _ place: Int,
        _ signs: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        switch EscapedByte.read(text, at: place) {
        case .byte(let byte, _): signs[Int(byte)] & Self.form != 0
        case .cut: true
        case nil: false
        }
    }

    private func match(_ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Match? {
        var isStart = false
        let first = text[place]
        let second = place + 1 < text.count && !EscapedByte.mayStart(with: text[place + 1]) ? text[place + 1] : nil
        let isEscape = EscapedByte.mayStart(with: first)
        for index in forms.indices {
            if !isEscape, starts[index].first != first || second.map({ $0 != starts[index].second }) ?? false {
                continue
            }
            switch forms[index].match(text, place) {
            // A whole form counts even if a longer one might still follow.
            case .whole(let length, let secret): return .whole(length: length, secret: secret)
            case .start: isStart = true
            case nil: break
            }
        }
        return isStart ? .start : nil
    }
}

extension SecretForms.Form {
    /// Compares the form with the text at a place; either may end first.
    fileprivate func match(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> SecretForms.Match? {
        self.text.withBytes { own in
            var place = start
            // Whether the text ends within what may be an escape, although its bytes are also those of the form.
            var isCut = false
            for byte in own {
                guard place < text.count else { return .start }
                if EscapedByte.mayStart(with: text[place]) {
                    switch EscapedByte.read(text, at: place) {
                    case .byte(byte, let length):
                        place += length
                        continue
                    case .cut: isCut = true
                    default: break
                    }
                }
                guard text[place] == byte else { return isCut ? .start : nil }
                place += 1
            }
            return .whole(length: place - start, secret: secret)
        }
    }
}

// MARK: - Spellings

extension SecretForms {
    private static func forms(of secrets: [(secret: SecretString, place: Int?)]) -> [Form] {
        secrets.flatMap { secret, place -> [Form] in
            var bytes = secret.withBytes { Array($0) }
            defer { bytes.wipe() }
            guard bytes.count >= shortest else { return [] }
            var (forms, spellings) = ([Form](), base64(bytes))
            if isDistinct(bytes) {
                forms.append(Form(text: secret, count: bytes.count, secret: place))
                spellings += escaped(bytes)
            }
            // Each is wiped by the string, which gets the only reference.
            while let spelling = spellings.popLast() {
                let count = spelling.count
                let text = SecretString(utf8: consume spelling)
                if !forms.contains(where: { $0.text == text }) {
                    forms.append(Form(text: text, count: count, secret: place))
                }
            }
            return forms
        }
    }

    /// A shorter secret occurs in other texts by chance, and is not searched for.
    private static let shortest = 8

    /// Whether a secret is no word of ordinary texts, which would have gaps in the place of a password such as "password".
    ///
    /// Keys of services have digits or capitals; a passphrase has more than one word. The others are found in base64 only.
    private static func isDistinct(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 16
            || bytes.contains { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
    }

    /// Returns the spellings with escapes for characters with which escapes start.
    ///
    /// A backslash is read as itself before any other character, and a URL within a URL goes on after a percent sign.
    private static func escaped(_ bytes: [UInt8]) -> [[UInt8]] {
        [(UInt8(ascii: "\\"), Array("\\\\".utf8)), (UInt8(ascii: "%"), Array("%25".utf8))].compactMap { sign, escape in
            guard bytes.contains(sign) else { return nil }
            var spelling: [UInt8] = []
            // An array that grows would leave copies behind.
            spelling.reserveCapacity(bytes.count * escape.count)
            for byte in bytes { if byte == sign { spelling += escape } else { spelling.append(byte) } }
            return spelling
        }
    }

    /// Returns what base64 makes of the bytes within a longer text, in both alphabets.
    private static func base64(_ bytes: [UInt8]) -> [[UInt8]] {
        (0..<3).flatMap { offset in
            let plain = base64(bytes, after: offset)
            let other = plain.map { byte in
                switch byte {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: byte
                }
            }
            return [plain, other]
        }
    }

    /// Returns the signs of base64 that depend on these bytes alone, if so many others are before them.
    private static func base64(_ bytes: [UInt8], after offset: Int) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var bits = [UInt8](repeating: 0, count: offset + bytes.count)
        defer { bits.wipe() }
        for (place, byte) in bytes.enumerated() { bits[offset + place] = byte }
        let (first, end) = ((8 * offset + 5) / 6, 8 * bits.count / 6)
        return (first..<end).map { place in
            let bit = place * 6
            let pair = UInt16(bits[bit / 8]) << 8 | UInt16(bit / 8 + 1 < bits.count ? bits[bit / 8 + 1] : 0)
            return alphabet[Int(pair >> UInt16(10 - bit % 8) & 63)]
        }
    }
}
