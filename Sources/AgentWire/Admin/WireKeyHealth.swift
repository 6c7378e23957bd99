#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// The health of a key that is in use.
public struct WireKeyHealth: WireValue {
    /// The states.
    public enum State: String, Sendable, CaseIterable {
        /// The key is lent.
        case healthy
        /// A check accepted the key and its calls were refused; it is lent, and for a while only if no other key can be.
        case inDoubt = "in_doubt"
        /// The key is not lent for a while, because its upstream asked for fewer requests or failed.
        case resting
        /// The account of the key has no credit.
        case outOfCredit = "out_of_credit"
        /// The upstream refused the key.
        case dead
    }

    /// The state.
    public var state: State
    /// The time at which the key is lent again, while it rests or is out of credit; for one in doubt, lent like any other.
    public var until: Date?
    /// The time of the next check of a dead key.
    public var nextCheck: Date?
    /// The time of the last change of state.
    public var since: Date?

    /// Makes a description of the health.
    public init(state: State, until: Date? = nil, nextCheck: Date? = nil, since: Date? = nil) {
        self.state = state
        self.until = until
        self.nextCheck = nextCheck
        self.since = since
    }

    /// Reads the health.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        until = fields.date("until")
        nextCheck = fields.date("next_check")
        since = fields.date("since")
        state = try fields.requiredChoice("state")
        try fields.check()
    }

    /// The health as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["state": .string(state.rawValue)]
        switch state {
        case .healthy: break
        case .inDoubt, .resting, .outOfCredit: object["until"] = .time(until)
        case .dead: object["next_check"] = .time(nextCheck)
        }
        object["since"] = .time(since)
        return .object(object)
    }
}
