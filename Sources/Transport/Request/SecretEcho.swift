public import Secrets
import Synchronization

/// The secrets of a request, which its answer must not contain.
///
/// A server may return what it received, such as a page for debugging. A secret is found as it is, and as JSON, HTML, a URL and base64
/// write it, also within a longer text in base64 and across pieces of a body; it is then replaced by `••••`.
public final class SecretEcho: Sendable {
    /// One way to write a secret.
    private struct Form {
        let text: SecretString
        let first: UInt8
        let count: Int

        init(_ bytes: [UInt8]) {
            (first, count) = (bytes[0], bytes.count)
            text = SecretString(utf8: bytes)
        }

        /// Whether other bytes start with it, or are the start of it.
        func match(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
            text.withBytes { own in zip(own, bytes).allSatisfy { $0 == $1 } }
        }
    }

    /// A shorter secret occurs in other texts by chance, and is not searched for.
    public static let shortest = 8
    /// The text in place of a secret.
    public static let replacement = "••••"

    private let forms: [Form]
    /// Whether a form starts with a byte.
    private let starts: [Bool]
    private let onEcho: @Sendable () -> Void

    /// Makes a search.
    ///
    /// - Parameter onEcho: Called each time a secret is found.
    public init(_ secrets: [SecretString], onEcho: @escaping @Sendable () -> Void = {}) {
        var texts: [[UInt8]] = []
        for secret in secrets {
            let bytes = secret.withBytes { Array($0) }
            guard bytes.count >= Self.shortest else { continue }
            for text in Self.spellings(of: bytes) where !texts.contains(text) { texts.append(text) }
        }
        // Of two forms that start alike, the longer one counts.
        forms = texts.sorted { $0.count > $1.count }.map(Form.init)
        starts = (0...255).map { byte in texts.contains { $0[0] == UInt8(byte) } }
        self.onEcho = onEcho
    }

    /// Whether nothing is searched for.
    public var isEmpty: Bool { forms.isEmpty }

    /// Whether a text contains a secret, or ends like the start of one.
    public func isSuspect(_ text: String) -> Bool {
        var text = text
        return !forms.isEmpty && text.withUTF8 { firstSuspect(in: $0, from: 0) != nil }
    }

    /// Returns a text without the secrets.
    public func removing(from text: String) -> String {
        guard !forms.isEmpty else { return text }
        var state = Pending()
        var text = text
        let changed = text.withUTF8 { bytes -> [UInt8]? in
            guard let start = process(bytes, &state) else { return nil }
            return start + state.held
        }
        return changed.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// Returns a text without the secrets, and its end if that may be the start of one.
    public func split(_ text: String) -> (text: String, rest: String) {
        guard !forms.isEmpty else { return (text, "") }
        var state = Pending()
        var text = text
        let changed = text.withUTF8 { process($0, &state) }
        guard let changed else { return (text, "") }
        return (String(decoding: changed, as: UTF8.self), String(decoding: state.held, as: UTF8.self))
    }

    /// The end of the text so far that may be the start of a secret.
    struct Pending: Sendable {
        var held: [UInt8] = []
    }

    /// Returns the next bytes without the secrets; `nil` if they pass as they are.
    func process(_ bytes: UnsafeBufferPointer<UInt8>, _ pending: inout Pending) -> [UInt8]? {
        guard !forms.isEmpty else { return nil }
        if pending.held.isEmpty {
            guard let suspect = firstSuspect(in: bytes, from: bytes.startIndex) else { return nil }
            return scan(bytes, from: suspect, &pending)
        }
        let whole = pending.held + bytes
        pending.held = []
        return whole.withUnsafeBufferPointer { scan($0, from: 0, &pending) }
    }

    /// Returns the first place at which a secret is, or may start before the end.
    private func firstSuspect(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        starts.withUnsafeBufferPointer { starts in
            var index = start
            while index < bytes.count {
                if starts[Int(bytes[index])], form(at: index, in: bytes) != nil { return index }
                index += 1
            }
            return nil
        }
    }

    private func form(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Form? {
        let rest = bytes[index...]
        return forms.first { $0.first == bytes[index] && $0.match(rest) }
    }

    private func scan(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ pending: inout Pending) -> [UInt8] {
        var result: [UInt8] = []
        var (copied, next) = (0, start)
        while let index = firstSuspect(in: bytes, from: next) {
            result += bytes[copied..<index]
            let rest = bytes.count - index
            // A whole form counts even if a longer one might still follow.
            if let form = forms.first(where: {
                $0.first == bytes[index] && $0.count <= rest && $0.match(bytes[index...])
            }) {
                onEcho()
                result += Self.replacement.utf8
                next = index + form.count
                copied = next
            } else {
                pending.held = Array(bytes[index...])
                return result
            }
        }
        return result + bytes[copied...]
    }
}

// MARK: - Spellings

extension SecretEcho {
    private static func spellings(of bytes: [UInt8]) -> [[UInt8]] {
        let escapes: [[UInt8: String]] = [
            [:], [0x22: "\\\"", 0x5C: "\\\\"], [0x22: "\\\"", 0x5C: "\\\\", 0x2F: "\\/"],
            [0x22: "&quot;", 0x26: "&amp;", 0x27: "&#39;", 0x3C: "&lt;", 0x3E: "&gt;"],
        ]
        var spellings = escapes.map { names in bytes.flatMap { names[$0].map { Array($0.utf8) } ?? [$0] } }
        for digits in ["0123456789ABCDEF", "0123456789abcdef"].map({ Array($0.utf8) }) {
            for kept in ["-._~", "-._~!*'()", "-._~!*'();/?:@&=+$,#"].map({ Array($0.utf8) }) {
                spellings.append(
                    bytes.flatMap { byte -> [UInt8] in
                        isLetterOrDigit(byte) || kept.contains(byte)
                            ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                    }
                )
            }
        }
        for offset in 0..<3 {
            let plain = base64(bytes, after: offset)
            spellings.append(plain)
            spellings.append(
                plain.map {
                    $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
                }
            )
        }
        return spellings
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    /// Returns the signs of base64 that depend on these bytes alone, if so many others are before them.
    private static func base64(_ bytes: [UInt8], after offset: Int) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let bits = [UInt8](repeating: 0, count: offset) + bytes
        let (first, end) = ((8 * offset + 5) / 6, 8 * bits.count / 6)
        return (first..<end).map { place in
            let bit = place * 6
            let pair = UInt16(bits[bit / 8]) << 8 | UInt16(bit / 8 + 1 < bits.count ? bits[bit / 8 + 1] : 0)
            return alphabet[Int(pair >> UInt16(10 - bit % 8) & 63)]
        }
    }
}

// MARK: - Bodies

/// The removal of secrets from one body.
final class EchoFilter: Sendable {
    private let echo: SecretEcho
    private let pending = Mutex(SecretEcho.Pending())

    init(_ echo: SecretEcho) { self.echo = echo }

    /// Returns the next bytes without the secrets; `nil` if they pass as they are.
    func process(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? { pending.withLock { echo.process(bytes, &$0) } }

    /// Returns the next piece without the secrets, which may be empty.
    func process(_ piece: [UInt8]) -> [UInt8] { piece.withUnsafeBufferPointer { process($0) } ?? piece }

    /// Returns what was held back, at the end of the body.
    func finish() -> [UInt8] {
        pending.withLock { pending in
            defer { pending.held = [] }
            return pending.held
        }
    }
}

/// A listener that another one hears without the secrets.
final class EchoListener: HTTPBodyListener {
    private let filter: EchoFilter
    private let listener: any HTTPBodyListener

    init(_ listener: any HTTPBodyListener, _ filter: EchoFilter) { (self.listener, self.filter) = (listener, filter) }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> HTTPBodyDemand {
        guard let changed = filter.process(bytes) else { return listener.receive(bytes) }
        return changed.isEmpty ? .more : changed.withUnsafeBufferPointer { listener.receive($0) }
    }

    /// Delivers what was held back, at the end of the body.
    func finish() {
        let rest = filter.finish()
        if !rest.isEmpty { _ = rest.withUnsafeBufferPointer { listener.receive($0) } }
    }
}
