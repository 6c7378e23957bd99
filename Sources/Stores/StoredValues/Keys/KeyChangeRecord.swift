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
