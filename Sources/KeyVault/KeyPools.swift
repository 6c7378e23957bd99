import Secrets
import Storage

/// The opened keys of all upstreams, as of one revision of the store: what a lease is served from.
struct KeyPools: Sendable {
    /// An active key in memory.
    struct Entry: Sendable {
        let id: String
        let fingerprint: String

        /// The opened key; nil when its record does not open.
        let secret: SecretString?
    }

    private var revision = -1
    private var entries: [String: [Entry]] = [:]

    /// The key in use for an upstream: the one stored last.
    ///
    /// Older active ones are spares.
    func current(_ upstream: String) -> Entry? { entries[upstream]?.last }

    /// Whether an upstream has an active key of this fingerprint.
    func isActive(_ fingerprint: String, of upstream: String) -> Bool {
        entries[upstream]?.contains { $0.fingerprint == fingerprint } ?? false
    }

    /// Takes over a list of the store, unless a later one is here already.
    ///
    /// Keys that are open stay open.
    mutating func update(to list: SealedSecretList, opening open: (SealedSecretRecord) -> SecretString?) {
        guard list.revision > revision else { return }
        let known = Dictionary(uniqueKeysWithValues: entries.values.joined().map { ($0.id, $0) })
        revision = list.revision
        entries = [:]
        for record in list.records where record.state == .active {
            let entry =
                known[record.id]
                ?? Entry(id: record.id, fingerprint: record.fingerprint, secret: open(record))
            entries[record.upstream, default: []].append(entry)
        }
    }
}
