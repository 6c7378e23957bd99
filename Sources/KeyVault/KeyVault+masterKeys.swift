import Storage

extension KeyVault {
    /// The master keys that were given, and those that records are still sealed under; the current one first.
    public func masterKeys() async throws -> [MasterKeyDescription] {
        let ring = sealer.ring
        let counts = try await store.sealedRecordCounts()
        let missing = counts.keys.filter { ring.key($0) == nil }.sorted()
        return (ring.ids + missing).map { id in
            MasterKeyDescription(
                id: id,
                isCurrent: id == ring.current.id,
                isGiven: ring.key(id) != nil,
                recordCount: counts[id] ?? 0
            )
        }
    }

    /// Takes other master keys from now on, without a restart.
    ///
    /// What is sealed stays as it is until ``rewrap(by:onProgress:)``; everything new is sealed under the ring's current key.
    ///
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/masterKeyMismatch`` when something is sealed under a key that is not in the
    ///   ring. The keys stay as they are then.
    public func adopt(_ ring: MasterKeyRing) async throws {
        try await requireMasterKeys(of: ring)
        sealer.adopt(ring)
    }

    /// Refuses keys that do not open everything: a key that is missing is better said at start than at the call that needs it.
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

/// What may be said about a master key: everything but the key.
public struct MasterKeyDescription: Sendable, Equatable, Identifiable {
    /// The key's fingerprint.
    public var id: String

    /// Whether everything new is sealed under it.
    public var isCurrent: Bool

    /// Whether this process was given it.
    public var isGiven: Bool

    /// How many records are sealed under it; with none, it can be left out at the next start.
    public var recordCount: Int
}

extension KeyVaultError {
    /// Says which master key is wanted and which were given.
    /// - Parameters:
    ///   - ring: The keys that were given.
    ///   - wanted: The keys that are missing.
    ///   - records: How many records need one of them; nil when the vault itself does.
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
            ? "but the one given is \(ring.current.id)" : "but those given are \(ring.ids.joined(separator: ", "))"
        let remedy =
            records == nil
            ? "Put the former back (TORII_MASTER_KEY or TORII_MASTER_KEY_FILE), or start with another data folder"
            : "Give the missing one too (TORII_MASTER_KEY_PREVIOUS, or another line of the master key file), and seal everything anew "
                + "before you leave it out"
        return KeyVaultError(
            .masterKeyMismatch,
            "\(subject) sealed with \(missing), \(given). \(remedy); nothing was changed."
        )
    }
}
