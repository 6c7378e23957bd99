#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// The outcome of a live check of a key with its upstream.
public struct WireKeyCheck: WireValue {
    /// The outcomes.
    public enum Result: String, Sendable, CaseIterable {
        /// The upstream accepts the key.
        case verified
        /// The upstream refuses the key.
        case invalid
        /// The key could not be checked.
        case unknown
    }

    /// The outcome.
    public var result: Result
    /// The reason why the upstream refused the key, or why it could not be checked.
    public var reason: String?
    /// The time of the check, in the description of a key; `nil` in the answer to a check.
    public var time: Date?

    /// Makes an outcome.
    public init(result: Result, reason: String? = nil, time: Date? = nil) {
        self.result = result
        self.reason = reason
        self.time = time
    }

    /// Reads an outcome.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        reason = fields.string("reason")
        time = fields.date("at")
        result = try fields.requiredChoice("result")
        try fields.check()
    }

    /// The outcome as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["result": .string(result.rawValue)]
        if let reason { object["reason"] = .string(reason) }
        if let time { object["at"] = .time(time) }
        return .object(object)
    }
}
