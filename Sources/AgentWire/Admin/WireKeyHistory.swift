#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// What happened to the keys of an upstream in a part of time.
public struct WireKeyHistory: WireValue {
    /// A key of the history.
    public struct Key: WireValue {
        /// The states of a key now.
        public enum State: String, Sendable, CaseIterable {
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
            self.id = id
            self.label = label
            self.lastFour = lastFour
            self.fingerprint = fingerprint
            self.state = state
        }

        /// Reads a key.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            id = fields.requiredString("id")
            label = fields.requiredString("label")
            lastFour = fields.string("last_four")
            fingerprint = fields.requiredString("fingerprint")
            state = try fields.requiredChoice("state")
            try fields.check()
        }

        /// The key as JSON.
        public var jsonValue: JSONValue {
            [
                "id": .string(id), "label": .string(label), "last_four": .text(lastFour),
                "fingerprint": .string(fingerprint), "state": .string(state.rawValue),
            ]
        }
    }

    /// A change of a key's state.
    public struct Change: WireValue {
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
            self.key = key
            self.time = time
            self.state = state
            self.cause = cause
            self.until = until
        }

        /// Reads a change.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            key = fields.requiredString("key")
            time = fields.requiredDate("time")
            state = fields.requiredString("state")
            cause = fields.requiredString("cause")
            until = fields.date("until")
            try fields.check()
        }

        /// The change as JSON.
        public var jsonValue: JSONValue {
            [
                "key": .string(key), "time": .time(time), "state": .string(state), "cause": .string(cause),
                "until": .time(until),
            ]
        }
    }

    /// The outcomes of calls with a key in one step.
    public struct Outcomes: WireValue {
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
            self.key = key
            self.start = start
            self.accepted = accepted
            self.refused = refused
            self.outOfCredit = outOfCredit
            self.limited = limited
            self.failed = failed
        }

        /// Reads outcomes.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            key = fields.requiredString("key")
            start = fields.requiredDate("start")
            accepted = fields.requiredInteger("accepted")
            refused = fields.requiredInteger("refused")
            outOfCredit = fields.requiredInteger("out_of_credit")
            limited = fields.requiredInteger("limited")
            failed = fields.requiredInteger("failed")
            try fields.check()
        }

        /// The outcomes as JSON.
        public var jsonValue: JSONValue {
            [
                "key": .string(key), "start": .time(start), "accepted": .integer(accepted),
                "refused": .integer(refused), "out_of_credit": .integer(outOfCredit), "limited": .integer(limited),
                "failed": .integer(failed),
            ]
        }
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
        self.upstream = upstream
        self.since = since
        self.until = until
        self.stepSeconds = stepSeconds
        self.keys = keys
        self.changes = changes
        self.outcomes = outcomes
        self.isTruncated = isTruncated
    }

    /// Reads a history.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        upstream = fields.requiredString("upstream")
        since = fields.requiredDate("since")
        until = fields.requiredDate("until")
        stepSeconds = fields.requiredInteger("step_seconds")
        keys = fields.requiredValues("keys")
        changes = fields.requiredValues("changes")
        outcomes = fields.requiredValues("outcomes")
        isTruncated = fields.requiredBool("truncated")
        try fields.check()
    }

    /// The history as JSON.
    public var jsonValue: JSONValue {
        [
            "upstream": .string(upstream), "since": .time(since), "until": .time(until),
            "step_seconds": .integer(stepSeconds), "keys": .array(keys.map(\.jsonValue)),
            "changes": .array(changes.map(\.jsonValue)), "outcomes": .array(outcomes.map(\.jsonValue)),
            "truncated": .bool(isTruncated),
        ]
    }
}
