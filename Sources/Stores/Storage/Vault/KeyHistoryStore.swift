public import FoundationEssentials

/// A change of a key's state, with its cause.
public struct KeyChangeRecord: Sendable, Equatable {
    /// The states of a key over its life.
    public enum State: String, Sendable, CaseIterable {
        /// The key may be used.
        case healthy

        /// A check accepted the key and its calls were refused.
        case inDoubt = "in_doubt"

        /// The key was used too often and rests.
        case resting

        /// The key's account has no credit left.
        case outOfCredit = "out_of_credit"

        /// The upstream refused the key.
        case dead

        /// A rotation replaced the key.
        case retired

        /// The key was removed, and its sealed bytes are erased.
        case removed
    }

    /// The causes of a change.
    public enum Cause: String, Sendable, CaseIterable {
        /// The key was put into use.
        case added

        /// The key was in use, in this state, when the record began.
        case known

        /// The upstream asked for fewer calls.
        case limited

        /// The upstream refused a call.
        case refused

        /// The upstream reported that the account has no credit.
        case outOfCredit = "out_of_credit"

        /// The upstream accepted a call.
        case accepted

        /// A live check decided.
        case checked

        /// An administrator restored the key without a check.
        case restored

        /// A rotation replaced a key by another one.
        case rotated

        /// A rotation was rolled back.
        case rolledBack = "rolled_back"

        /// The key was removed, or erased at the end of its rotation.
        case removed
    }

    /// The id of the key.
    public var key: String

    /// The upstream of the key.
    public var upstream: String

    /// The time of the change.
    public var time: Date

    /// The state from then on.
    public var state: State

    /// The cause.
    public var cause: Cause

    /// The end of the rest, or the time of the next check; `nil` for other states.
    public var until: Date?

    /// Makes a record; times are kept to the millisecond.
    public init(key: String, upstream: String, time: Date, state: State, cause: Cause, until: Date? = nil) {
        self.key = key
        self.upstream = upstream
        self.time = time
        self.state = state
        self.cause = cause
        self.until = until
    }
}

/// The numbers of calls with a key in a part of time, by their outcomes.
public struct KeyOutcomesRecord: Sendable, Equatable {
    /// The id of the key.
    public var key: String

    /// The upstream of the key.
    public var upstream: String

    /// The first minute, counted from 1970.
    public var minute: Int

    /// Calls that the upstream accepted.
    public var accepted: Int

    /// Calls whose key the upstream refused.
    public var refused: Int

    /// Calls that failed because the account has no credit.
    public var outOfCredit: Int

    /// Calls that failed because the key was used too often.
    public var limited: Int

    /// Calls that failed because of the upstream itself.
    public var failed: Int

    /// Makes a record.
    public init(
        key: String,
        upstream: String,
        minute: Int,
        accepted: Int = 0,
        refused: Int = 0,
        outOfCredit: Int = 0,
        limited: Int = 0,
        failed: Int = 0
    ) {
        self.key = key
        self.upstream = upstream
        self.minute = minute
        self.accepted = accepted
        self.refused = refused
        self.outOfCredit = outOfCredit
        self.limited = limited
        self.failed = failed
    }
}

/// A store of what happened to keys: changes of their states, and outcomes of calls per minute.
///
/// It has no secret.
public protocol KeyHistoryStore: Sendable {
    /// Stores changes and outcomes in one transaction; outcomes are added to the stored ones of the same key and minute.
    func addKeyHistory(_ changes: [KeyChangeRecord], _ outcomes: [KeyOutcomesRecord]) async throws

    /// Returns the latest change of each key.
    func latestKeyChanges() async throws -> [KeyChangeRecord]

    /// Returns the changes of an upstream's keys in a part of time, and the last change of each key before it, the earliest first.
    ///
    /// - Parameter limit: The most changes to return; the earliest ones are left out.
    func keyChanges(of upstream: String, in time: Range<Date>, limit: Int) async throws -> [KeyChangeRecord]

    /// Returns the outcomes of an upstream's keys in a part of time, summed over steps, the earliest first.
    ///
    /// - Parameters:
    ///   - step: The minutes of a step; a step starts at a multiple of it.
    ///   - limit: The most rows to return; the earliest ones are left out.
    func keyOutcomes(
        of upstream: String,
        in minutes: Range<Int>,
        step: Int,
        limit: Int
    ) async throws -> [KeyOutcomesRecord]

    /// Deletes what is older than a time, except the last change before it of each key that was not removed.
    ///
    /// - Parameter most: The most changes of a key that are kept.
    func deleteKeyHistory(before time: Date, keeping most: Int) async throws
}
