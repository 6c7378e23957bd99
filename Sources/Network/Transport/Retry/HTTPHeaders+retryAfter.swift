public import FoundationEssentials

extension HTTPHeaders {
    /// The longest wait that is reported; a larger number is an error of the server.
    private static let longestRetryAfter = 86_400.0

    /// The wait that `Retry-After` asks for, in seconds or until a date; `nil` when it is missing or not valid.
    ///
    /// A date in the past asks for no wait. Fractions of a second are accepted, because some servers send them. The value is at most one
    /// day.
    public func retryAfter(now: Date) -> Duration? {
        guard let field = self["Retry-After"] else { return nil }
        let seconds = Double(field) ?? HTTPDate(field, now: now).map { max(0, $0.date.timeIntervalSince(now)) }
        guard let seconds, seconds.isFinite, seconds >= 0 else { return nil }
        return .seconds(min(seconds, Self.longestRetryAfter))
    }
}
