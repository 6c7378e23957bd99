import AgentTools

/// The challenges of the scheme `Bearer` in the `WWW-Authenticate` fields of a response (RFC 6750 §3, RFC 9728 §5.1).
///
/// Challenges of other schemes and malformed parts are ignored. If a parameter occurs twice, the first value counts.
struct BearerChallenge: Sendable, Hashable {
    /// The address of the server's metadata.
    private(set) var resourceMetadata: String?
    /// The scopes that the request needs; `nil` if the server names none.
    private(set) var scopes: OAuthScopes?
    /// The error code, such as `insufficient_scope`.
    private(set) var error: String?

    /// The number of fields and the length of a field that are read.
    private static let (mostFields, longestField) = (8, 8192)

    /// Reads the fields; `nil` if none of them has a challenge of the scheme `Bearer`.
    init?(fields: [String]) {
        var isBearer = false
        for field in fields.prefix(Self.mostFields) {
            var parser = ChallengeParser(field.utf8.prefix(Self.longestField))
            while let part = parser.next() {
                isBearer = isBearer || part.scheme == "bearer"
                if part.scheme == "bearer", let parameter = part.parameter { set(parameter.name, parameter.value) }
            }
        }
        guard isBearer else { return nil }
    }

    private mutating func set(_ name: String, _ value: String) {
        switch name {
        case "resource_metadata": resourceMetadata = resourceMetadata ?? value
        case "scope": scopes = scopes ?? OAuthScopes(text: value)
        case "error": error = error ?? value
        default: break
        }
    }
}

/// The parts of a field of challenges (RFC 9110 §11.6.1): each with its scheme and at most one parameter.
private struct ChallengeParser {
    struct Part {
        var scheme: String
        var parameter: (name: String, value: String)?
    }

    private var rest: Substring.UTF8View
    private var scheme = ""

    init(_ field: Substring.UTF8View) { rest = field }

    /// Returns the next part: one element of the list.
    mutating func next() -> Part? {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
        guard !rest.isEmpty else { return nil }
        defer { skipElement() }
        var name = token()
        skipSpace()
        if rest.first != UInt8(ascii: "=") {
            // A word without a value starts a challenge; its first parameter may follow.
            scheme = name
            name = token()
            skipSpace()
        }
        guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return Part(scheme: scheme) }
        rest = rest.dropFirst()
        skipSpace()
        guard let value = value() else { return Part(scheme: scheme) }
        return Part(scheme: scheme, parameter: (name, value))
    }

    /// Reads a token in lower case; it may be empty.
    private mutating func token() -> String { rawToken().lowercased() }

    private mutating func rawToken() -> String {
        let token = rest.prefix { $0 > 0x20 && $0 < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
        rest = rest[token.endIndex...]
        return String(Substring(token))
    }

    /// Reads a token or a quoted text; `nil` if there is neither, or the quotes are not closed.
    private mutating func value() -> String? {
        guard rest.first == UInt8(ascii: "\"") else {
            let token = rawToken()
            return token.isEmpty ? nil : token
        }
        rest = rest.dropFirst()
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                guard let escaped = rest.popFirst() else { return nil }
                bytes.append(escaped)
            } else {
                bytes.append(byte)
            }
        }
        return nil
    }

    private mutating func skipSpace() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

    /// Moves to the comma that ends the element, which is not inside quotes.
    private mutating func skipElement() {
        var isQuoted = false
        while let byte = rest.first, isQuoted || byte != UInt8(ascii: ",") {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: "\\"), isQuoted { rest = rest.dropFirst() }
        }
    }
}
