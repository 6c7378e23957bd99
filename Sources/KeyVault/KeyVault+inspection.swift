public import KeyLeasing
public import Secrets
import Storage

extension KeyVault {
    /// Asks an upstream about a stored key and keeps nothing of the answer: neither the key's health nor the audit chain changes.
    ///
    /// - Throws: ``KeyVaultError`` when there is no such key, or when its record does not open.
    public func inspect(_ id: String, with checker: any KeyChecker) async throws -> KeyCheck {
        guard let record = try await store.secrets().records.first(where: { $0.id == id }) else {
            throw KeyVaultError.unknownKey(id)
        }
        guard let secret = open(record) else {
            throw KeyVaultError(
                .sealBroken,
                "The stored key \(id) of \(record.upstream) is damaged and does not open. Remove it and add the key again."
            )
        }
        return await checker.check(secret, for: record.upstream)
    }

    /// Whether a key is, or was, stored for an upstream.
    public func knows(_ secret: SecretString, of upstream: String) async throws -> Bool {
        let fingerprint = fingerprint(of: secret)
        return try await store.secrets().records.contains {
            $0.upstream == upstream && $0.fingerprint == fingerprint
        }
    }
}
