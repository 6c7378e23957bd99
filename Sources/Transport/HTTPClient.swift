/// Sends HTTP requests and streams the answers back, over libcurl.
///
/// A client has one thread, on which all its transfers run, and one pool of connections that are kept and used again. It speaks
/// HTTP/1.1, follows no redirect, uses no proxy, keeps no cookie and reaches only `http` and `https`. Make one and share it.
///
/// ```swift
/// let client = HTTPClient()
/// let response = try await client.send(HTTPRequest(.get, "https://api.example/v1/items"))
/// let bytes = try await response.body.collect(upTo: 1 << 20)
/// ```
public final class HTTPClient: Sendable {
    /// Settings for all requests of a client.
    public struct Configuration: Sendable {
        /// Sent as `User-Agent` unless a request names its own.
        public var userAgent: String
        /// How many bytes of a body wait for a slow reader before the transfer is paused.
        public var bodyWindowBytes: Int
        /// How many bytes a response header may have.
        public var maximumHeaderBytes: Int

        /// Settings that suit most upstreams.
        public init(
            userAgent: String = "torii/0.1 (+https://github.com/torii)",
            bodyWindowBytes: Int = 256 * 1024,
            maximumHeaderBytes: Int = 64 * 1024
        ) {
            self.userAgent = userAgent
            self.bodyWindowBytes = bodyWindowBytes
            self.maximumHeaderBytes = maximumHeaderBytes
        }
    }

    private let configuration: Configuration
    private let driver: CurlDriver

    /// Starts a client and its thread.
    public init(configuration: Configuration = .init()) {
        self.configuration = configuration
        self.driver = CurlDriver()
    }

    /// Sends a request and returns as soon as the response header is in.
    ///
    /// Cancelling the task before that closes the connection and throws code `cancelled`. Afterwards the body is what holds the
    /// transfer: reading it to its end, dropping it, or cancelling the task that reads it ends the transfer.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let prepared = try PreparedRequest(request, configuration: configuration)
        let transfer = Transfer(
            request: prepared,
            windowBytes: configuration.bodyWindowBytes,
            mailbox: driver.mailbox
        )
        let head = try await transfer.head()
        let body = HTTPResponseBody(transfer: transfer, driver: driver)
        return HTTPResponse(status: head.status, headers: head.headers, body: body)
    }

    /// Ends all transfers with code `cancelled`, closes all connections and joins the thread; later requests fail at once.
    ///
    /// A client that is merely dropped does the same once its last body is gone, without anybody waiting for it.
    public func shutdown() async {
        await driver.shutdown()
    }
}
