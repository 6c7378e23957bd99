public import Secrets
import Storage

extension KeyVault {
    /// Takes in a key that the environment holds, unless the vault knows it already.
    ///
    /// A key that was rotated away or removed stays so, although it is still in the environment.
    /// - Returns: The key as it stands; nil when it was removed.
    @discardableResult
    public func take(_ secret: SecretString, for upstream: String, label: String) async throws -> KeyDescription? {
        try secret.validateAsKey()
        let fingerprint = fingerprint(of: secret)
        let known = try await store.secrets().records.last {
            $0.upstream == upstream && $0.fingerprint == fingerprint
        }
        if let known { return KeyDescription(known) }
        return try await add(secret, to: upstream, label: label)
    }

    /// Stores a key, which is in use from then on.
    ///
    /// A key that was rotated away or removed may be added again.
    ///
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/alreadyStored`` when the same key is active.
    public func add(_ secret: SecretString, to upstream: String, label: String) async throws -> KeyDescription {
        try secret.validateAsKey()
        let record = try sealed(secret, for: upstream, label: label)
        do {
            try await commit { store in try await store.addSecret(record) }
        } catch let error as StoreError where error.code == .conflict {
            throw KeyVaultError.alreadyStored(in: upstream)
        }
        return try described(record)
    }

    /// Takes a key out of use and erases its sealed bytes.
    ///
    /// Calls that hold a lease finish with it.
    ///
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/unknownKey`` when there is no such key.
    public func remove(_ id: String) async throws {
        let time = now()
        try await commit { store in
            guard try await store.removeSecret(id, at: time) else { throw KeyVaultError.unknownKey(id) }
        }
    }

    func described(_ record: SealedSecretRecord) throws(KeyVaultError) -> KeyDescription {
        guard let description = KeyDescription(record) else { throw KeyVaultError.unknownKey(record.id) }
        return description
    }
}

extension KeyVaultError {
    static func unknownKey(_ id: String) -> KeyVaultError {
        KeyVaultError(.unknownKey, "There is no key \(id) that could be changed. List the keys to see which there are.")
    }

    static func alreadyStored(in upstream: String) -> KeyVaultError {
        KeyVaultError(.alreadyStored, "This key is in use for \(upstream) already; nothing was changed.")
    }
}
