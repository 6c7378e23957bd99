/// A request, ready to be sent any number of times.
public struct HTTPRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The whole URL, percent-encoded; `http` or `https`, without a user name.
    public var url: String
    /// The header fields.
    ///
    /// `User-Agent` comes from the client's configuration unless it is set here.
    public var headers: HTTPHeaders
    /// The body, held in memory; `nil` for none.
    public var body: [UInt8]?
    /// The time limits.
    public var timeouts: HTTPTimeouts
    /// Whether the operator configured this upstream: it may then be at any address and port.
    ///
    /// Other requests, whose URL comes from a person, a model or a web page, reach only what the client's address policy allows,
    /// and never use a connection that a trusted request has opened.
    public var isTrusted: Bool
    /// Whether the answer may come compressed: gzip, deflate, Brotli or Zstandard, decoded before it reaches the reader.
    ///
    /// Leave it off for streams: many servers hold back pieces of a compressed answer. The header of the response stays as it
    /// came, so its `Content-Length` is the encoded length.
    public var acceptsCompression = false
    /// How long the body of the response may become, decoded; a longer one ends in code `limit`.
    ///
    /// Without it a compressed body may have ``defaultMaximumDecodedBytes``, another one any length.
    public var maximumDecodedBytes: Int?
    /// Whether it is sent again, over a new connection, when a kept one ends before the answer, although its method is not idempotent.
    ///
    /// Some servers say that they keep a connection and close it all the same, and what has set out by then is not read. That
    /// cannot be told from a server that has read it and fell. So set it where the effect may be had twice, such as for a
    /// question that only costs something.
    public var resendsWhenKeptConnectionEnds = false
    /// On whose behalf the request is made; while requests to a host wait for room, those of different callers take turns.
    public var caller = ""

    /// How long a compressed body may become when the request does not say.
    public static let defaultMaximumDecodedBytes = 64 * 1024 * 1024

    /// A request; a `Content-Type` is never guessed.
    public init(
        _ method: HTTPMethod = .get,
        _ url: String,
        headers: HTTPHeaders = [:],
        body: [UInt8]? = nil,
        timeouts: HTTPTimeouts = .init(),
        isTrusted: Bool = false
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeouts = timeouts
        self.isTrusted = isTrusted
    }
}
