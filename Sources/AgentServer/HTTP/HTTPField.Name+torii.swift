import HTTPTypes

extension HTTPField.Name {
    /// The header that carries a request's id.
    static let requestID = known("X-Request-ID")

    /// The key by which a repeated request is recognised.
    static let idempotencyKey = known("Idempotency-Key")

    /// The event that a reader has received last.
    static let lastEventID = known("Last-Event-ID")

    /// Whether OpenAI's client libraries send a failed request again.
    static let shouldRetry = known("X-Should-Retry")

    /// The run of an answer whose body does not name it.
    static let run = known("Torii-Run")

    /// The fields of a request that changed nothing.
    static let ignored = known("Torii-Ignored")

    /// The fields of a request that the model gets in another form, or as nearly as its provider can.
    static let emulated = known("Torii-Emulated")

    /// The IANA name of the zone in which the caller's day begins.
    static let timeZone = known("Torii-Time-Zone")

    /// How much of a client's limits is left.
    static let rateLimit = known("RateLimit")

    /// What a client's limits are.
    static let rateLimitPolicy = known("RateLimit-Policy")

    /// The trace that a request belongs to.
    static let traceparent = known("traceparent")

    /// What tracing systems add to it.
    static let tracestate = known("tracestate")

    /// The host that a request names; HTTPTypes keeps the first one elsewhere.
    static let host = known("Host")

    /// The addresses that proxies saw.
    static let forwardedFor = known("X-Forwarded-For")

    /// nginx's switch for buffering, per response.
    static let accelBuffering = known("X-Accel-Buffering")

    /// A name written in the source, which is a valid one or the server does not start.
    private static func known(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("not a header field name: \(name)") }
        return name
    }
}
