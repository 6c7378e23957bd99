import StreamingJSON

/// The keys of an issuer, each bound to its algorithms.
///
/// A set is replaced whole: a key that is missing from the next one is revoked.
public struct KeySet: Sendable, Equatable {
    /// The maximum length of a set, in bytes, and of its keys.
    public static let (largest, mostKeys) = (256 << 10, 100)

    /// The keys.
    public let keys: [VerificationKey]
    /// The keys that are not used.
    public let leftOut: [LeftOutKey]
    /// The ids that more than one key has, in order; tokens that fit two of them are refused.
    public let repeatedKeyIDs: [String]

    init(_ keys: [VerificationKey], leftOut: [LeftOutKey] = []) {
        // A key that is in the set twice is one key.
        var distinct: [VerificationKey] = []
        var repeated: [String] = []
        for key in keys where !distinct.contains(key) {
            if let id = key.keyID, distinct.contains(where: { $0.keyID?.isExactly(id) == true }),
                !repeated.hasExactly(id)
            {
                repeated.append(id)
            }
            distinct.append(key)
        }
        (self.keys, self.leftOut, repeatedKeyIDs) = (distinct, leftOut, repeated)
    }

    /// Reads a set as issuers publish it (RFC 7517 §5).
    ///
    /// Keys that cannot be used are left out; a set with none left is valid, and verifies nothing.
    ///
    /// - Parameter algorithms: The algorithms of the row, if it limits them.
    public init(parsing bytes: [UInt8], algorithms: [SignatureAlgorithm]? = nil) throws(SignedTokensError) {
        guard bytes.count <= Self.largest else {
            throw SignedTokensError(.keySet, "The key set has more than \(Self.largest >> 10) KiB. Check its address.")
        }
        let document: JSONDocument
        do { document = try JSONDocument(parsing: bytes, options: JSONParseOptions(maximumDepth: 8)) } catch {
            throw SignedTokensError(.keySet, "The key set is not JSON: \(error). Check its address.")
        }
        guard document.repeatedNames.isEmpty, let keys = document.value["keys"]?.arrayValue else {
            throw SignedTokensError(
                .keySet,
                "The key set has no list \"keys\", or repeats a member. Check its address; the issuer has to "
                    + "publish RFC 7517."
            )
        }
        guard keys.count <= Self.mostKeys else {
            throw SignedTokensError(.keySet, "The key set has more than \(Self.mostKeys) keys. Check its address.")
        }
        var (used, leftOut): ([VerificationKey], [LeftOutKey]) = ([], [])
        for key in keys {
            do throws(LeftOutKey.Reason) {
                guard let key = key.objectValue else { throw .malformed }
                used.append(try VerificationKey(jwk: key, allowed: algorithms))
            } catch {
                leftOut.append(LeftOutKey(keyID: key["kid"]?.stringValue?.excerpt(), reason: error))
            }
        }
        self.init(used, leftOut: leftOut)
    }

    /// Returns whether both sets have the same keys in use.
    public static func == (left: Self, right: Self) -> Bool { left.keys == right.keys }

    /// Returns whether a key of `older` is missing here, so that tokens by it must end.
    public func lacksKey(of older: KeySet) -> Bool { older.keys.contains { !keys.contains($0) } }

    /// Returns the one key that fits a header: step 5.
    ///
    /// - Parameter isOfIssuer: Whether a key, by the issuer to which it is restricted, may sign the token.
    func key(
        for header: TokenHeader,
        isOfIssuer: (VerificationKey) -> Bool
    ) throws(TokenRefusal) -> VerificationKey {
        let named = header.keyID.map { id in keys.filter { $0.keyID?.isExactly(id) == true } } ?? keys
        let id = header.keyID ?? header.algorithm.rawValue
        let fitting = named.filter { $0.algorithms.contains(header.algorithm) && isOfIssuer($0) }
        guard let key = fitting.first else {
            if named.isEmpty, let leftOut = leftOut.first(where: { $0.keyID.map(id.isExactly) ?? false }) {
                throw TokenRefusal(.keyLeftOut, at: .key, found: id, expected: leftOut.reason.description)
            }
            let isKnown = header.keyID != nil && !named.isEmpty
            throw TokenRefusal(
                isKnown ? .keyUnfit : .keyUnknown,
                at: .key,
                found: id,
                expected: isKnown
                    ? named.flatMap(\.algorithms).map(\.rawValue).joined(separator: ", ")
                    : keys.compactMap { $0.keyID?.excerpt() }.prefix(10).joined(separator: ", ")
            )
        }
        guard fitting.count == 1 else {
            throw TokenRefusal(.keyAmbiguous, at: .key, found: id)
        }
        return key
    }
}
