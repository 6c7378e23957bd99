import HTTPTypes

extension HTTPField.Name {
    /// The id of a request.
    static let requestID = known("X-Request-ID")

    /// The id of a request, by the name that Anthropic's client libraries read.
    static let anthropicRequestID = known("request-id")

    /// The version of Anthropic's API that a request follows.
    static let anthropicVersion = known("anthropic-version")

    /// The token of a client of Anthropic's API.
    static let apiKey = known("x-api-key")

    /// The features of OpenAI's API that a request uses.
    static let openAIBeta = known("OpenAI-Beta")

    /// The programming language of one of OpenAI's client libraries.
    static let clientLanguage = known("X-Stainless-Lang")

    /// The key that identifies a repeated request.
    static let idempotencyKey = known("Idempotency-Key")

    /// The id of the last event that a reader has received.
    static let lastEventID = known("Last-Event-ID")

    /// Whether OpenAI's client libraries should send a failed request again.
    static let shouldRetry = known("X-Should-Retry")

    /// The mark of a request from this server's own pages.
    static let torii = known("X-Torii")

    /// The key of a page's sign-in, which its cookie needs over plain HTTP.
    static let pageKey = known("Torii-Page-Key")

    /// The relation between a page and the server that it calls (W3C Fetch Metadata).
    static let secFetchSite = known("Sec-Fetch-Site")

    /// What a page tells other servers of its address (W3C Referrer Policy).
    static let referrerPolicy = known("Referrer-Policy")

    /// The pages that may have a handle on this one (WHATWG HTML).
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")

    /// The pages that may load a file (WHATWG Fetch).
    static let crossOriginResourcePolicy = known("Cross-Origin-Resource-Policy")

    /// The powers of browsers that a page does without (W3C Permissions Policy).
    static let permissionsPolicy = known("Permissions-Policy")

    /// How a client prefers to be answered (RFC 7240).
    static let prefer = known("Prefer")

    /// The preferences that an answer follows (RFC 7240).
    static let preferenceApplied = known("Preference-Applied")

    /// The run of a response whose body does not contain its id.
    static let run = known("Torii-Run")

    /// The fields of a request that had no effect.
    static let ignored = known("Torii-Ignored")

    /// The fields of a request that the model receives in another form, or only approximately.
    static let emulated = known("Torii-Emulated")

    /// The cost of an answer: an amount and its currency, or `unpriced`.
    static let cost = known("Torii-Cost")

    /// The request's limit of output tokens that the provider refused as too large, and the one with which it answered.
    static let lowered = known("Torii-Lowered")

    /// The model that a request named, and the one that answers because it has ended.
    static let modelReplaced = known("Torii-Model-Replaced")

    /// Whether a response shows this server's own items: `none` for no.
    static let items = known("Torii-Items")

    /// The session of a request of the Model Context Protocol.
    static let mcpSession = known("Mcp-Session-Id")

    /// The revision of the Model Context Protocol that a request follows.
    static let mcpProtocolVersion = known("MCP-Protocol-Version")

    /// The method of a request of the Model Context Protocol.
    static let mcpMethod = known("Mcp-Method")

    /// The tool, prompt or resource that such a request names.
    static let mcpName = known("Mcp-Name")

    /// The user that an app's backend acts for.
    static let user = known("Torii-User")

    /// The name of that user's plan.
    static let userPlan = known("Torii-Plan")

    /// The organization of that user.
    static let userOrganization = known("Torii-Organization")

    /// The IANA name of the caller's time zone.
    static let timeZone = known("Torii-Time-Zone")

    /// The remaining amounts of a client's limits.
    static let rateLimit = known("RateLimit")

    /// The limits of a client.
    static let rateLimitPolicy = known("RateLimit-Policy")

    /// The trace context of a request.
    static let traceparent = known("traceparent")

    /// The vendor data of a trace context.
    static let tracestate = known("tracestate")

    /// The host of a request.
    ///
    /// HTTPTypes stores the first such field elsewhere.
    static let host = known("Host")

    /// The addresses that proxies have seen.
    static let forwardedFor = known("X-Forwarded-For")

    /// The switch of nginx for buffering a response.
    static let accelBuffering = known("X-Accel-Buffering")

    /// Returns a name that is written in the source.
    ///
    /// An invalid one stops the server at its start.
    private static func known(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("not a header field name: \(name)") }
        return name
    }
}
