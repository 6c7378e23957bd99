public import StreamingJSON

/// The place of a claim: a name, or names with dots between, such as `realm_access.roles`.
///
/// A text with a slash or a colon is one name, because names of private claims are often addresses: `https://app.example/plan`.
public struct ClaimPath: Sendable, Equatable, CustomStringConvertible {
    /// The path as it was written.
    public let description: String
    let names: [String]

    /// The claim `sub`, the name of one user at the issuer, which never changes (OpenID Connect Core §2).
    public static let subject = ClaimPath(name: "sub")

    private init(name: String) { (description, names) = (name, [name]) }

    /// Reads a path.
    public init(_ text: String) throws(SignedTokensError) {
        let isOneName = text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
        names = isOneName ? [text] : text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        description = text
        guard text.utf8.count <= 256, names.count <= 8, names.allSatisfy({ !$0.isEmpty }) else {
            throw SignedTokensError(
                .setting,
                "The claim \"\(text.excerpt())\" has an empty name, or more than 8 names or 256 bytes. "
                    + "Name a claim such as plan or realm_access.roles."
            )
        }
    }

    /// Returns the value at the path.
    func value(in claims: TokenClaims) -> JSONValue? {
        var value: JSONValue? = .object(claims.members)
        for name in names { value = value?[name] }
        return value
    }
}

/// A claim with the values that it may have.
public struct ClaimRequirement: Sendable, Equatable {
    /// The place of the claim.
    public var path: ClaimPath
    /// The values; a list in the token has to contain one of them.
    public var values: [JSONValue]

    /// Makes a requirement.
    public init(_ path: ClaimPath, oneOf values: [JSONValue]) { (self.path, self.values) = (path, values) }

    func isMet(by claims: TokenClaims) -> Bool {
        guard let value = path.value(in: claims) else { return false }
        return (value.arrayValue ?? [value]).contains { element in values.contains { $0.isExactly(element) } }
    }
}

extension JSONValue {
    /// Returns whether the values are the same text by its bytes, or equal and no text.
    fileprivate func isExactly(_ other: JSONValue) -> Bool {
        if let text = stringValue, let other = other.stringValue { return text.isExactly(other) }
        return self == other
    }
}
