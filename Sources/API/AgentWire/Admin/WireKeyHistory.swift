#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The events of the keys of an upstream in a part of time.
public struct WireKeyHistory: WireRecord {
    /// A key of the history.
    public struct Key: WireRecord {
        /// The states of a key now.
        public enum State: String, Sendable, CaseIterable, WireWord {
            /// It may be lent.
            case active
            /// A rotation replaced it.
            case retired
            /// It is removed.
            case removed
        }

        /// The id.
        public var id: String
        /// A name for people.
        public var label: String
        /// The last four characters; `nil` for a key that is too short to show them.
        public var lastFour: String?
        /// Sixteen hexadecimal digits that are the same for the same key.
        public var fingerprint: String
        /// The state now.
        public var state: State

        /// Makes a key.
        public init(id: String, label: String, lastFour: String?, fingerprint: String, state: State) {
            (self.id, self.label, self.lastFour) = (id, label, lastFour)
            (self.fingerprint, self.state) = (fingerprint, state)
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("id", \.id),
            .always("label", \.label),
            .always("last_four", \.lastFour),
            .always("fingerprint", \.fingerprint),
            .always("state", \.state, "The state now.")
        )
    }

    /// A change of a key's state.
    public struct Change: WireRecord {
        /// The key's id.
        public var key: String
        /// The time.
        public var time: Date
        /// The state from then on: `healthy`, `in_doubt`, `resting`, `out_of_credit`, `dead`, `retired` or `removed`.
        public var state: String
        /// The word for the cause, such as `limited`.
        public var cause: String
        /// The end of a rest, or the time of the next check; `nil` for other states.
        public var until: Date?

        /// Makes a change.
        public init(key: String, time: Date, state: String, cause: String, until: Date?) {
            (self.key, self.time, self.state, self.cause, self.until) = (key, time, state, cause, until)
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("key", \.key),
            .always("time", \.time),
            .always(
                "state",
                \.state,
                as: .word(
                    ["healthy", "in_doubt", "resting", "out_of_credit", "dead", "retired", "removed"],
                    "The state from then on."
                )
            ),
            .always(
                "cause",
                \.cause,
                as: .word([
                    "added", "known", "limited", "refused", "out_of_credit", "accepted", "checked", "restored",
                    "rotated",
                    "rolled_back", "removed",
                ])
            ),
            .always("until", \.until, "The end of a rest, or the next check.")
        )
    }

    /// The outcomes of calls with a key in one step.
    public struct Outcomes: WireRecord {
        /// The key's id.
        public var key: String
        /// The start of the step.
        public var start: Date
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

        /// Makes outcomes.
        public init(
            key: String,
            start: Date,
            accepted: Int,
            refused: Int,
            outOfCredit: Int,
            limited: Int,
            failed: Int
        ) {
            (self.key, self.start, self.accepted, self.refused) = (key, start, accepted, refused)
            (self.outOfCredit, self.limited, self.failed) = (outOfCredit, limited, failed)
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("key", \.key),
            .always("start", \.start),
            .always("accepted", \.accepted),
            .always("refused", \.refused),
            .always("out_of_credit", \.outOfCredit),
            .always("limited", \.limited),
            .always("failed", \.failed, "Faults of the upstream, which say nothing about the key.")
        )
    }

    /// The upstream, such as `openai`.
    public var upstream: String
    /// The start of the time.
    public var since: Date
    /// The end of the time.
    public var until: Date
    /// The seconds of a step.
    public var stepSeconds: Int
    /// The keys with a change or a call in that time.
    public var keys: [Key]
    /// The changes, the earliest first; the first ones are those that were in force before.
    public var changes: [Change]
    /// The outcomes of the steps with calls, the earliest first.
    public var outcomes: [Outcomes]
    /// Whether the earliest changes or outcomes are left out.
    public var isTruncated: Bool

    /// Makes a history.
    public init(
        upstream: String,
        since: Date,
        until: Date,
        stepSeconds: Int,
        keys: [Key],
        changes: [Change],
        outcomes: [Outcomes],
        isTruncated: Bool
    ) {
        (self.upstream, self.since, self.until, self.stepSeconds) = (upstream, since, until, stepSeconds)
        (self.keys, self.changes, self.outcomes, self.isTruncated) = (keys, changes, outcomes, isTruncated)
    }

    package static let fields: Fields<Self> = Fields(
        named: "KeyHistory",
        Self.init,
        .always("upstream", \.upstream),
        .always("since", \.since),
        .always("until", \.until),
        .always("step_seconds", \.stepSeconds, "The length of a row of outcomes."),
        .always("keys", \.keys),
        .always("changes", \.changes),
        .always("outcomes", \.outcomes),
        .always("truncated", \.isTruncated, "Whether the earliest changes or outcomes are left out.")
    )
}
