public import Secrets
import Synchronization

/// The secrets of a request, which its answer must not contain.
///
/// A server may return what it received, such as a page for debugging. A secret is found in each of its spellings (``SecretForms``), also
/// across pieces of a body; it is then replaced by `••••`.
public final class SecretEcho: Sendable {
    /// The text in place of a secret.
    public static let replacement = "••••"

    private let forms: SecretForms
    private let onEcho: @Sendable (_ secret: Int?) -> Void

    /// Makes a search for secrets.
    ///
    /// - Parameter onEcho: Called each time a secret is found.
    public convenience init(_ secrets: [SecretString], onEcho: @escaping @Sendable () -> Void = {}) {
        self.init(SecretForms(secrets), onEcho: { _ in onEcho() })
    }

    /// Makes a search for prepared secrets, and for others besides.
    ///
    /// - Parameter onEcho: Called each time a secret is found, with its place among the prepared ones; `nil` for one of the others.
    public init(
        _ forms: SecretForms,
        and others: [SecretString] = [],
        onEcho: @escaping @Sendable (_ secret: Int?) -> Void
    ) {
        self.forms = others.isEmpty ? forms : SecretForms(forms, and: others)
        self.onEcho = onEcho
    }

    /// Whether nothing is searched for.
    public var isEmpty: Bool { forms.isEmpty }

    /// Whether the secrets of another search are among these.
    func covers(_ other: SecretEcho) -> Bool { forms.covers(other.forms) }

    /// Whether a text contains a secret, or ends like the start of one.
    public func isSuspect(_ text: String) -> Bool {
        var text = text
        return !forms.isEmpty && text.withUTF8 { forms.first(in: $0, from: 0) != nil }
    }

    /// Returns a text without the secrets.
    public func removing(from text: String) -> String {
        guard !forms.isEmpty else { return text }
        var state = Pending()
        var text = text
        let changed = text.withUTF8 { bytes -> [UInt8]? in
            guard let start = process(bytes, &state) else { return nil }
            return start + finish(&state)
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
            guard forms.first(in: bytes, from: 0) != nil else { return nil }
            return scan(bytes, &pending)
        }
        let whole = pending.held + bytes
        pending.held = []
        return whole.withUnsafeBufferPointer { scan($0, &pending) }
    }

    /// Returns what was held back, at the end of the text, without the secrets within it.
    func finish(_ pending: inout Pending) -> [UInt8] {
        var result: [UInt8] = []
        while let first = pending.held.first {
            let rest = pending.held.dropFirst()
            pending.held = []
            result.append(first)
            result += rest.withUnsafeBufferPointer { scan($0, &pending) }
        }
        return result
    }

    private func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ pending: inout Pending) -> [UInt8] {
        var result: [UInt8] = []
        var copied = 0
        while let (place, match) = forms.first(in: bytes, from: copied) {
            result += bytes[copied..<place]
            switch match {
            case .whole(let length, let secret):
                onEcho(secret)
                result += Self.replacement.utf8
                copied = place + length
            case .start:
                pending.held = Array(bytes[place...])
                return result
            }
        }
        return result + bytes[copied...]
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
    func finish() -> [UInt8] { pending.withLock { echo.finish(&$0) } }
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
