/// The header fields that tell a client how it stands: `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11), and
/// `Retry-After` (RFC 9110).
///
/// Money is left out: it has no unit there, and is the operator's business.
public struct RateLimitFields: Sendable, Hashable {
    /// The value of `RateLimit-Policy`: what the limits are; nil when there are none.
    public var policy: String?

    /// The value of `RateLimit`: what is left of each and in how many seconds all of it is back; nil when there are none.
    public var limit: String?

    /// The value of `Retry-After` in seconds; nil when nothing was refused, or waiting would not help.
    public var retryAfter: String?

    /// The fields for an answer to a request that was let in.
    public init(_ standings: [LimitStanding]) {
        let shown = standings.filter { !$0.name.isMoney }
        guard !shown.isEmpty else { return }
        policy = shown.map(Self.policy).joined(separator: ", ")
        limit = shown.map(Self.item).joined(separator: ", ")
    }

    /// The fields for an answer to a request that was refused.
    public init(_ refusal: AdmissionRefusal) {
        self.init(refusal.standings)
        retryAfter = refusal.retryAfterSeconds.map(String.init)
    }

    // Names are tokens of letters and hyphens, which a structured field's string may hold as they are.
    private static func policy(_ standing: LimitStanding) -> String {
        var text = "\"\(standing.name.rawValue)\";q=\(integer(standing.quota))"
        switch standing.name {
        case .requestsPerMinute: text += ";w=60"
        case .concurrentRuns: text += ";qu=\"concurrent-requests\""
        case .tokensPerMinute: text += ";qu=\"tokens\";w=60"
        // A day has 86,400 seconds but for two days in the year, and a month has no length.
        case .tokensPerDay: text += ";qu=\"tokens\";w=86400"
        case .tokensPerMonth, .moneyPerDay, .moneyPerMonth: text += ";qu=\"tokens\""
        }
        return text
    }

    private static func item(_ standing: LimitStanding) -> String {
        let reset = standing.resetSeconds.map { ";t=\(integer($0))" } ?? ""
        return "\"\(standing.name.rawValue)\";r=\(integer(standing.remaining))\(reset)"
    }

    /// An integer of a structured field has at most fifteen digits (RFC 9651).
    private static func integer(_ number: Int) -> Int { min(max(number, 0), 999_999_999_999_999) }
}
