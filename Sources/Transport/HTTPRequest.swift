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

    /// A request; a `Content-Type` is never guessed.
    public init(
        _ method: HTTPMethod = .get,
        _ url: String,
        headers: HTTPHeaders = [:],
        body: [UInt8]? = nil,
        timeouts: HTTPTimeouts = .init()
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeouts = timeouts
    }
}
