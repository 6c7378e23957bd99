#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The outcome of a live check of a key with its upstream.
public struct WireKeyCheck: WireRecord {
    /// The outcomes.
    public enum Result: String, Sendable, CaseIterable, WireWord {
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
        (self.result, self.reason, self.time) = (result, reason, time)
    }

    package static let fields: Fields<Self> = Fields(
        named: "KeyCheck",
        note: "The result of a key's check.",
        Self.init,
        .always("result", \.result),
        .maybe("reason", \.reason),
        .maybe("at", \.time)
    )
}
