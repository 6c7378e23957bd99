public import KeyLeasing
public import Secrets
import Storage

extension KeyVault {
    /// Checks a stored key with its upstream without recording the answer: neither the key's health nor the audit chain changes.
    ///
    /// - Throws: ``KeyVaultError`` if there is no such key, or if its record cannot be opened.
    public func inspect(_ id: String, with checker: any KeyChecker) async throws -> KeyCheck {
        guard let record = try await store.secrets().records.first(where: { $0.id == id }) else {
            throw KeyVaultError.unknownKey(id)
        }
        guard let secret = open(record) else {
            throw KeyVaultError(
                .sealBroken,
                "The stored key \(id) of \(record.upstream) is damaged and cannot be opened. Remove it and add the key again."
            )
        }
        return await checker.check(secret, for: record.upstream, within: record.destinations ?? [])
    }

    /// Whether the vault has a record of a key for an upstream, in use or not.
    public func hasRecord(of secret: SecretString, for upstream: String) async throws -> Bool {
        let fingerprint = fingerprint(of: secret)
        return try await store.secrets().records.contains {
            $0.upstream == upstream && $0.fingerprint == fingerprint
        }
    }
}
