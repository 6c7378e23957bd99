public import FoundationEssentials
public import Storage
import Synchronization

/// The history of the keys of an upstream in a part of time.
public struct UpstreamHistory: Sendable {
    /// The keys with a change or a call in that time, removed ones among them, in the order in which they were stored.
    public var keys: [Key]
    /// The changes of their states, the earliest first; the first ones are those that were in force before.
    public var changes: [KeyChangeRecord]
    /// The outcomes of calls, summed over steps, the earliest first.
    public var outcomes: [KeyOutcomesRecord]
    /// Whether the earliest changes or outcomes are left out, because there are too many.
    public var isTruncated: Bool

    /// A key of the history.
    public struct Key: Sendable, Equatable {
        /// The id.
        public var id: String
        /// The name that people see.
        public var label: String
        /// The last four characters; nil if showing them would reveal too much.
        public var lastFour: String?
        /// The digits that identify the key.
        public var fingerprint: String
        /// The state now.
        public var state: SealedSecretState
    }
}

extension KeyVault {
    /// The time for which the history of keys is kept, in seconds.
    public static let historySeconds: Double = 7 * 86_400

    /// The most changes of a key that are kept.
    static let mostKeptChanges = 2_000

    /// The most rows of each kind that a history has.
    static let mostHistoryRows = 20_000

    /// Returns the history of an upstream's keys, including what has just happened.
    ///
    /// - Parameters:
    ///   - time: The part of time.
    ///   - step: The minutes of one row of outcomes.
    /// - Throws: `StoreError`.
    public func history(of upstream: String, in time: Range<Date>, step: Int) async throws -> UpstreamHistory {
        // What is only in memory is stored first, so that the answer comes from one place.
        try await saveHistory()
        let limit = Self.mostHistoryRows
        let changes = try await store.keyChanges(of: upstream, in: time, limit: limit + 1)
        let minutes = KeyHistory.minute(of: time.lowerBound)..<KeyHistory.minute(of: time.upperBound) + 1
        let outcomes = try await store.keyOutcomes(of: upstream, in: minutes, step: step, limit: limit + 1)
        let used = Set(changes.map(\.key)).union(outcomes.map(\.key))
        let keys = try await store.secrets().records.filter { $0.upstream == upstream && used.contains($0.id) }
        return UpstreamHistory(
            keys: keys.map {
                .init(
                    id: $0.id,
                    label: $0.label,
                    lastFour: $0.lastFour,
                    fingerprint: $0.fingerprint,
                    state: $0.state
                )
            },
            changes: Array(changes.suffix(limit)),
            outcomes: Array(outcomes.suffix(limit)),
            isTruncated: changes.count > limit || outcomes.count > limit
        )
    }

    /// Stores the history since the last call, and deletes what is too old once an hour.
    func saveHistory() async throws {
        let time = now()
        let (unsaved, isPruning) = state.withLock { state in
            (state.history.removeUnsaved(), state.history.startPruning(at: time))
        }
        do {
            if !unsaved.changes.isEmpty || !unsaved.outcomes.isEmpty {
                try await store.addKeyHistory(unsaved.changes, unsaved.outcomes)
            }
        } catch {
            state.withLock { $0.history.restoreUnsaved(unsaved.changes, unsaved.outcomes, at: now()) }
            throw error
        }
        if isPruning {
            try await store.deleteKeyHistory(before: time - Self.historySeconds, keeping: Self.mostKeptChanges)
        }
    }
}
