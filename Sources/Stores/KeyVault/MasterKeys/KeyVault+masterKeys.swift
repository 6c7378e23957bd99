import Storage

extension KeyVault {
    /// The configured master keys, the current one first, and then those that records are still sealed under but that are missing.
    public func masterKeys() async throws -> [MasterKeyDescription] {
        let ring = sealer.ring
        let counts = try await store.sealedRecordCounts()
        let missing = counts.keys.filter { ring.key($0) == nil }.sorted()
        return (ring.ids + missing).map { id in
            MasterKeyDescription(
                id: id,
                isCurrent: id == ring.current.id,
                isConfigured: ring.key(id) != nil,
                recordCount: counts[id] ?? 0
            )
        }
    }

    /// Replaces the master keys without a restart.
    ///
    /// Existing records stay sealed as they are until ``rewrap(by:onProgress:)``; new ones are sealed under the ring's current key.
    ///
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/masterKeyMismatch`` if a record is sealed under a key that is not in
    ///   the ring. The vault then keeps its keys.
    public func adopt(_ ring: MasterKeyRing) async throws {
        // One process: another process would keep its master keys.
        try await requireMasterKeys(of: ring)
        sealer.adopt(ring)
    }

    /// Throws if the ring cannot open every record, because a missing key is better reported at the start than at the first call
    /// that needs it.
    func requireMasterKeys(of ring: MasterKeyRing) async throws {
        let counts = try await store.sealedRecordCounts()
        let missing = counts.keys.filter { ring.key($0) == nil }
        guard missing.isEmpty else {
            throw KeyVaultError.wrongMasterKey(
                ring,
                wanted: missing.sorted(),
                records: missing.reduce(0) { $0 + (counts[$1] ?? 0) }
            )
        }
    }
}

/// The public properties of a master key, without the key.
public struct MasterKeyDescription: Sendable, Equatable, Identifiable {
    /// The key's fingerprint.
    public var id: String

    /// Whether new records are sealed under it.
    public var isCurrent: Bool

    /// Whether this process has the key.
    public var isConfigured: Bool

    /// The number of records sealed under it; at 0 the key can be left out at the next start.
    public var recordCount: Int
}

extension KeyVaultError {
    /// Names the missing master keys and the configured ones.
    /// - Parameters:
    ///   - ring: The configured keys.
    ///   - wanted: The ids of the missing keys.
    ///   - records: The number of records that need one of them; nil if the vault's root does.
    static func wrongMasterKey(_ ring: MasterKeyRing, wanted: [String], records: Int? = nil) -> KeyVaultError {
        let subject =
            switch records {
            case nil: "The data folder is"
            case 1?: "One record in the data folder is"
            case let count?: "\(count) records in the data folder are"
            }
        let missing = "the master key\(wanted.count == 1 ? "" : "s") \(wanted.joined(separator: ", "))"
        let given =
            ring.ids.count == 1
            ? "but the configured one is \(ring.current.id)"
            : "but the configured ones are \(ring.ids.joined(separator: ", "))"
        let remedy =
            records == nil
            ? "Put the former back (TORII_MASTER_KEY or TORII_MASTER_KEY_FILE), or start with another data folder"
            : "Also set the missing one (TORII_MASTER_KEY_PREVIOUS, or another line of the master key file), and run `torii vault rewrap` "
                + "before you leave it out"
        return KeyVaultError(
            .masterKeyMismatch,
            "\(subject) sealed with \(missing), \(given). \(remedy); nothing was changed."
        )
    }
}
