public import FoundationEssentials

extension HTTPHeaders {
    /// More than anybody waits; a number beyond it is a fault of the server's.
    private static let longestRetryAfter = 86_400.0

    /// How long `Retry-After` asks to wait, in seconds or until a date; `nil` when it is missing or makes no sense.
    ///
    /// A date that is past asks for no wait. Fractions of a second are taken, as some servers send them. It is never more than a
    /// day.
    public func retryAfter(now: Date) -> Duration? {
        guard let field = self["Retry-After"] else { return nil }
        let seconds = Double(field) ?? HTTPDate(field, now: now).map { max(0, $0.date.timeIntervalSince(now)) }
        guard let seconds, seconds.isFinite, seconds >= 0 else { return nil }
        return .seconds(min(seconds, Self.longestRetryAfter))
    }
}
