import FoundationEssentials
import KeyLeasing
import Storage

/// The state machine of one rotation: the allowed steps, and the changes of keys in each step.
///
/// ```
/// requested ─▶ verifying ─▶ active ─▶ draining ─▶ retired (─▶ the old key is erased)
///     └───────────┴─▶ rejected  └────────┴──────────┴─▶ rolled_back
/// ```
struct RotationStateMachine: Sendable {
    /// A step, ready to be written in one transaction.
    struct Move: Sendable, Equatable {
        var record: RotationRecord
        var from: RotationState
        var changes: [SecretChange] = []

        /// The action and the outcome of the audit row.
        var action: String
        var outcome = "done"
    }

    private(set) var record: RotationRecord

    init(_ record: RotationRecord) { self.record = record }

    /// Returns whether a step between two states is allowed.
    static func allows(_ from: RotationState, _ to: RotationState) -> Bool {
        switch (from, to) {
        case (.requested, .verifying), (.verifying, .active), (.active, .draining), (.draining, .retired): true
        case (.requested, .rejected), (.verifying, .rejected): true
        case (.active, .rolledBack), (.draining, .rolledBack), (.retired, .rolledBack): true
        default: false
        }
    }

    /// Whether the old key can be restored.
    var isReversible: Bool { Self.allows(record.state, .rolledBack) && record.erasedAt == nil }

    /// The time until which calls with the old key are waited for.
    var drainEnd: Date? { record.activatedAt.map { $0 + Double(record.drain) } }

    /// The time until which the old key is kept.
    var keepEnd: Date? { record.retiredAt.map { $0 + Double(record.keep) } }

    /// The time until which a burst of refusals rolls the rotation back; nil if it is not reversible.
    var probationEnd: Date? { isReversible ? record.activatedAt.map { $0 + RotationProbation.length } : nil }

    /// Starts the check of the new key.
    mutating func verify(at time: Date) -> Move? {
        move(to: .verifying, at: time, action: "rotation.verify")
    }

    /// Applies the result of the live check: an accepted key is swapped in, and with `isForced` also one that could not be checked.
    /// - Parameter new: The new key, sealed.
    mutating func decide(_ check: KeyCheck, new: SealedSecretRecord, at time: Date) -> Move? {
        let reason: String
        switch check {
        case .verified: return activate(check, new, at: time)
        case .unknown where record.isForced: return activate(check, new, at: time)
        case .unknown(let why):
            reason = "The new key could not be checked with \(record.upstream): \(why). The old key stays in use."
        case .invalid(let why): reason = "\(record.upstream) refused the new key: \(why). The old key stays in use."
        }
        setVerdict(check)
        return reject(reason, at: time)
    }

    /// Rejects the new key, for a reason in a sentence.
    mutating func reject(_ reason: String, at time: Date) -> Move? {
        let former = record.reason
        record.reason = reason
        guard var move = move(to: .rejected, at: time, action: "rotation.reject") else {
            record.reason = former
            return nil
        }
        move.outcome = "refused: \(reason)"
        return move
    }

    /// Starts the wait for calls with the old key.
    mutating func drain(at time: Date) -> Move? {
        move(to: .draining, at: time, action: "rotation.drain")
    }

    /// Retires the old key, which has no leases left or was waited for long enough.
    mutating func retire(at time: Date) -> Move? {
        guard Self.allows(record.state, .retired) else { return nil }
        record.retiredAt = time
        return move(to: .retired, at: time, action: "rotation.retire")
    }

    /// Erases the old key, which was kept long enough.
    mutating func erase(at time: Date) -> Move? {
        guard record.state == .retired, record.erasedAt == nil else { return nil }
        record.erasedAt = time
        record.changedAt = time
        return Move(record: record, from: .retired, changes: [.erase(record.oldKey)], action: "rotation.erase")
    }

    /// Restores the old key and withdraws the new one, for a reason in a sentence.
    mutating func rollBack(_ reason: String, at time: Date) -> Move? {
        guard isReversible else { return nil }
        record.reason = reason
        let changes: [SecretChange] = [.withdraw(record.newKey), .restore(record.oldKey)]
        var move = move(to: .rolledBack, changing: changes, at: time, action: "rotation.roll_back")
        move?.outcome = "done: \(reason)"
        return move
    }

    private mutating func activate(_ check: KeyCheck, _ new: SealedSecretRecord, at time: Date) -> Move? {
        guard Self.allows(record.state, .active) else { return nil }
        setVerdict(check)
        record.activatedAt = time
        let changes: [SecretChange] = [.retire(record.oldKey), .add(new)]
        var move = move(to: .active, changing: changes, at: time, action: "rotation.activate")
        move?.outcome = "done: key \(record.newKey) for key \(record.oldKey), \(check.verdict)"
        return move
    }

    private mutating func setVerdict(_ check: KeyCheck) {
        record.verdict = check.verdict
        record.verdictReason = check.reason
    }

    private mutating func move(
        to state: RotationState,
        changing changes: [SecretChange] = [],
        at time: Date,
        action: String
    ) -> Move? {
        let from = record.state
        guard Self.allows(from, state) else { return nil }
        record.state = state
        record.changedAt = time
        return Move(record: record, from: from, changes: changes, action: action)
    }
}
