/// A request, which can be sent any number of times.
public struct HTTPRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The complete URL, percent-encoded; `http` or `https`, without a user name.
    public var url: String
    /// The header fields.
    ///
    /// `User-Agent` comes from the client's configuration unless it is set here.
    public var headers: HTTPHeaders
    /// The body, held in memory; `nil` for none.
    public var body: [UInt8]?
    /// The time limits.
    public var timeouts: HTTPTimeouts
    /// Whether the operator configured this upstream, which may then be at any address and port.
    ///
    /// Other requests, whose URL comes from a person, a model or a web page, reach only what the client's address policy allows, and
    /// never use a connection that a trusted request opened.
    public var isTrusted: Bool
    /// Whether the answer may be compressed with gzip, deflate, Brotli or Zstandard, which is decoded before it reaches the reader.
    ///
    /// Leave it off for streams, because many servers delay pieces of a compressed answer. The response header is unchanged, so its
    /// `Content-Length` is the encoded length.
    public var acceptsCompression = false
    /// The largest length of the decoded response body; a longer one fails with code `limit`.
    ///
    /// Without it a compressed body may have ``defaultMaximumDecodedBytes``, any other body any length.
    public var maximumDecodedBytes: Int?
    /// Whether the request is resent over a new connection when a reused one ends before the answer, although its method is not idempotent.
    ///
    /// Some servers close a connection that they promised to keep, and do not read the requests that are then on their way. The client
    /// cannot distinguish this from a server that read the request and failed. So set it where the effect may happen twice, such as for
    /// a query that only costs something.
    public var resendsWhenKeptConnectionEnds = false
    /// On whose behalf the request is made; when requests to a host wait, those of different callers take turns.
    public var caller = ""

    /// The secrets that the answer must not contain; `nil` for those of the header fields.
    public var echo: SecretEcho?

    /// The largest length of a compressed body for requests that set none.
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
