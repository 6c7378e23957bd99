/// The names of the permissions that an access token has or should have, in the order in which they were named.
package struct OAuthScopes: Sendable, Hashable {
    /// The scope by which a client asks for a refresh token.
    package static let offlineAccess = "offline_access"
    /// The number of names that are kept, and the length of a name in bytes.
    private static let (mostNames, longestName) = (128, 256)

    /// The names, each once.
    package private(set) var names: [String] = []

    /// Keeps the valid names (RFC 6749 §3.3); `nil` if there is none.
    package init?(_ names: some Sequence<String>) {
        for name in names { append(name) }
        if self.names.isEmpty { return nil }
    }

    /// Reads names separated by spaces; `nil` if there is none.
    package init?(text: String) {
        self.init(text.utf8.split(separator: 0x20, maxSplits: Self.mostNames).map { String(Substring($0)) })
    }

    private mutating func append(_ name: String) {
        guard names.count < Self.mostNames, !name.isEmpty, name.utf8.count <= Self.longestName,
            name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }),
            !names.contains(name)
        else { return }
        names.append(name)
    }

    /// The names with spaces between them.
    package var text: String { names.joined(separator: " ") }

    /// Whether all names of another set are in this one.
    package func contains(_ other: OAuthScopes) -> Bool { other.names.allSatisfy(names.contains) }

    /// Returns the names of both sets.
    package static func union(_ one: OAuthScopes?, _ other: OAuthScopes?) -> OAuthScopes? {
        OAuthScopes((one?.names ?? []) + (other?.names ?? []))
    }
}
