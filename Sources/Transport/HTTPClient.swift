/// Sends HTTP requests and streams the answers back, over libcurl.
///
/// A client has a thread, or as many as its configuration says, on which all its transfers run, and keeps connections to use
/// them again. It follows redirects only in ``fetch(_:following:)``, keeps no cookie, takes nothing from the environment, and
/// reaches only `http` and `https`. Make one and share it.
///
/// ```swift
/// let client = HTTPClient()
/// let response = try await client.send(HTTPRequest(.get, "https://api.example/v1/items"))
/// let bytes = try await response.body.collect(upTo: 1 << 20)
/// ```
public final class HTTPClient: Sendable {
    private let configuration: Configuration
    private let drivers: [CurlDriver]
    private let book = MeasureBook()

    /// Starts a client and its threads.
    public init(configuration: Configuration = .init()) {
        self.configuration = configuration
        drivers = (0..<max(1, configuration.threads)).map { _ in CurlDriver(configuration: configuration) }
    }

    /// Sends a request and returns as soon as the response header is in.
    ///
    /// Cancelling the task before that closes the connection, or resets the HTTP/2 stream, and throws code `cancelled`.
    /// Afterwards the body is what holds the transfer: reading it to its end, dropping it, or cancelling the task that reads it
    /// ends the transfer.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let prepared = try PreparedRequest(request, configuration: configuration)
        let (transfer, driver) = transfer(for: prepared)
        let head = try await transfer.head()
        let body = HTTPResponseBody(transfer: transfer, driver: driver)
        return HTTPResponse(status: head.status, headers: head.headers, body: body)
    }

    /// Makes a connection for a later request, TLS handshake included, and sends nothing over it.
    ///
    /// When a connection that is kept already will do, it makes none. The URL's path does not matter. A request that is trusted
    /// uses only connections made ready with `isTrusted`, and the other way round.
    public func prewarm(
        _ url: String,
        isTrusted: Bool = false,
        timeouts: HTTPTimeouts = .init()
    ) async throws(TransportError) {
        let request = HTTPRequest(.get, url, timeouts: timeouts, isTrusted: isTrusted)
        var prepared = try PreparedRequest(request, configuration: configuration)
        prepared.sendsNothing = true
        _ = try await transfer(for: prepared).0.head()
    }

    /// What has happened so far between this client and its upstreams, by host.
    public var measures: [String: UpstreamMeasures] { book.measures }

    /// Ends all transfers with code `cancelled`, closes all connections and joins the threads; later requests fail at once.
    ///
    /// A client that is merely dropped does the same once its last body is gone, without anybody waiting for it.
    public func shutdown() async {
        for driver in drivers { driver.stop() }
        for driver in drivers { await driver.shutdown() }
    }

    private func transfer(for request: PreparedRequest) -> (Transfer, CurlDriver) {
        // Once for all requests to a host, so that they share its connections and its limits.
        let driver = drivers[drivers.count == 1 ? 0 : Int(request.origin.hashValue.magnitude % UInt(drivers.count))]
        let page = request.sendsNothing ? nil : book.page(of: request.host)
        let window = configuration.bodyWindowBytes
        return (Transfer(request: request, windowBytes: window, page: page, mailbox: driver.mailbox), driver)
    }
}
