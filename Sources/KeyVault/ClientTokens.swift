import Crypto
import FoundationEssentials
public import Secrets
public import Storage
import Synchronization

/// The access tokens of clients and administrators, known by keyed hashes only.
///
/// A token is shown once, when it is issued. Authentication reads memory only and compares in constant time.
public final class ClientTokens: Sendable {
    private let store: any ClientTokenStore
    private let vault: KeyVault
    private let known = Mutex<[KnownToken]>([])

    /// Reads the hashes of a store.
    ///
    /// The vault gives the key for hashing, and so must be of the same database.
    public init(store: any ClientTokenStore, vault: KeyVault) async throws {
        self.store = store
        self.vault = vault
        let tokens = try await store.clientTokens().compactMap(KnownToken.init)
        known.withLock { $0 = tokens }
    }

    /// Issues a new token, valid from now on; the returned text is the only copy.
    public func issue(_ name: String, kind: Client.Kind) async throws -> SecretString {
        let token = Self.random()
        let client = Client(id: UUID().uuidString.lowercased(), name: name, kind: kind)
        let record = ClientTokenRecord(
            id: client.id,
            name: name,
            kind: kind.rawValue,
            hash: Data(hash(of: token)),
            createdAt: vault.now()
        )
        try await store.addClientToken(record)
        known.withLock { $0.append(KnownToken(client: client, hash: record.hash)) }
        return token
    }

    /// Admits a token that the settings hold.
    ///
    /// It is not stored, so it is gone once the settings do not hold it any more; the client's id depends on its kind
    /// and name only, and so stays the same over restarts.
    public func preset(_ secret: SecretString, name: String, kind: Client.Kind) throws(KeyVaultError) {
        try secret.validateAsKey()
        let client = Client(id: "preset:\(kind.rawValue):\(name)", name: name, kind: kind)
        let token = KnownToken(client: client, hash: Data(hash(of: secret)))
        known.withLock { known in
            known.removeAll { $0.client.id == client.id }
            known.append(token)
        }
    }

    /// The client that holds the presented token, or nil when no token of this kind is the same.
    public func authenticate(_ presented: String, kind: Client.Kind) async -> Client? {
        // No token is nearly that long; hashing a megabyte for a stranger would be a gift.
        guard presented.utf8.count <= 1024 else { return nil }
        let hash = HMAC<SHA256>.authenticationCode(for: Array(presented.utf8), using: vault.root.tokenKey)
        return known.withLock { known in
            // Every hash is compared, so the time tells neither whether nor where there was a match.
            known.reduce(into: Client?.none) { match, token in
                let isSame = hash == token.hash
                if isSame, token.client.kind == kind { match = token.client }
            }
        }
    }

    /// Whether no token of this kind would be accepted.
    public func isEmpty(_ kind: Client.Kind) -> Bool {
        known.withLock { known in !known.contains { $0.client.kind == kind } }
    }
}

extension ClientTokens {
    private struct KnownToken: Sendable {
        let client: Client
        let hash: Data

        init(client: Client, hash: Data) {
            self.client = client
            self.hash = hash
        }

        /// Nil for a kind that this version does not know, which so is refused.
        init?(_ record: ClientTokenRecord) {
            guard let kind = Client.Kind(rawValue: record.kind) else { return nil }
            self.init(client: Client(id: record.id, name: record.name, kind: kind), hash: record.hash)
        }
    }

    private func hash(of token: SecretString) -> HMAC<SHA256>.MAC {
        token.withBytes { HMAC<SHA256>.authenticationCode(for: $0, using: vault.root.tokenKey) }
    }

    /// `torii_` and 32 random bytes in base64 for URLs, without padding.
    private static func random() -> SecretString {
        var bytes = Array("torii_".utf8)
        defer { bytes.wipe() }
        let encoded = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedData() }
        for byte in encoded {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): bytes.append(UInt8(ascii: "_"))
            case UInt8(ascii: "="): break
            default: bytes.append(byte)
            }
        }
        return SecretString(utf8: bytes)
    }
}
