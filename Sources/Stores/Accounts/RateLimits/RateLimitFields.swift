/// The header fields that inform a client of its limits: `RateLimit` and `RateLimit-Policy`
/// (draft-ietf-httpapi-ratelimit-headers-11), and `Retry-After` (RFC 9110).
///
/// Money is omitted because it has no unit in these fields and only concerns the operator.
public struct RateLimitFields: Sendable, Hashable {
    /// The value of `RateLimit-Policy`, which lists the limits; nil if there are none.
    public var policy: String?

    /// The value of `RateLimit`: the remaining amount of each limit, and the seconds until all of it is available again; nil if
    /// there are no limits.
    public var limit: String?

    /// The value of `Retry-After` in seconds; nil if nothing was refused, or if waiting would not help.
    public var retryAfter: String?

    /// Makes the fields for the response to an admitted request.
    public init(_ limitStatuses: [LimitStatus]) {
        let shown = limitStatuses.filter { !$0.name.isMoney }
        guard !shown.isEmpty else { return }
        policy = shown.map(Self.policy).joined(separator: ", ")
        limit = shown.map(Self.item).joined(separator: ", ")
    }

    /// Makes the fields for the response to a refused request.
    public init(_ refusal: AdmissionRefusal) {
        self.init(refusal.limitStatuses)
        retryAfter = refusal.retryAfterSeconds.map(String.init)
    }

    // Limit names consist of letters and hyphens, which a structured field's string may contain unescaped.
    private static func policy(_ status: LimitStatus) -> String {
        var text = "\"\(status.name.rawValue)\";q=\(integer(status.quota))"
        switch status.name {
        case .requestsPerMinute: text += ";w=60"
        case .concurrentRuns: text += ";qu=\"concurrent-requests\""
        case .tokensPerMinute: text += ";qu=\"tokens\";w=60"
        // A day has 86,400 seconds except on two days of the year, and months differ in length.
        case .tokensPerDay: text += ";qu=\"tokens\";w=86400"
        case .tokensPerMonth, .moneyPerDay, .moneyPerMonth: text += ";qu=\"tokens\""
        }
        return text
    }

    private static func item(_ status: LimitStatus) -> String {
        let reset = status.resetSeconds.map { ";t=\(integer($0))" } ?? ""
        return "\"\(status.name.rawValue)\";r=\(integer(status.remaining))\(reset)"
    }

    /// Limits a number to the fifteen digits of a structured field's integer (RFC 9651).
    private static func integer(_ number: Int) -> Int { min(max(number, 0), 999_999_999_999_999) }
}
