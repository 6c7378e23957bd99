/// A client that sends HTTP requests and streams the answers, over libcurl.
///
/// A client has one thread, or as many as its configuration says, which run all its transfers, and it keeps connections to reuse them.
/// It follows redirects only in ``fetch(_:following:)``, keeps no cookies, reads nothing from the environment, and reaches only
/// `http` and `https`. Make one and share it.
///
/// ```swift
/// let client = HTTPClient()
/// let response = try await client.send(HTTPRequest(.get, "https://api.example/v1/items"))
/// let bytes = try await response.body.collect(upTo: 1 << 20)
/// ```
public final class HTTPClient: Sendable {
    private let configuration: Configuration
    private let drivers: [CurlDriver]
    private let metricsTable = UpstreamMetricsTable()

    /// Starts a client and its threads.
    public init(configuration: Configuration = .init()) {
        self.configuration = configuration
        drivers = (0..<max(1, configuration.threads)).map { _ in CurlDriver(configuration: configuration) }
    }

    /// Sends a request and returns when the response header has arrived.
    ///
    /// Cancelling the task before that closes the connection, or resets the HTTP/2 stream, and throws code `cancelled`. Afterwards the
    /// body holds the transfer, which ends when the body is read to its end or released, or when the task that reads it is cancelled.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let prepared = try PreparedRequest(request, configuration: configuration)
        let (transfer, driver) = transfer(for: prepared)
        let head = try await transfer.head()
        let echo = request.echo ?? SecretEcho(request.headers.secrets)
        let filter = echo.isEmpty ? nil : EchoFilter(echo)
        let body = HTTPResponseBody(transfer: transfer, driver: driver, filter: filter)
        guard filter != nil else {
            return HTTPResponse(status: head.status, headers: head.headers, body: body, echo: nil)
        }
        EchoedSecrets.current?.add(echo)
        return HTTPResponse(
            status: head.status,
            headers: head.headers.mapPlain(echo.removing),
            body: body,
            echo: echo
        )
    }

    /// Makes a connection for a later request, including the TLS handshake, and sends no request over it.
    ///
    /// If a suitable connection is already open, it makes none. The URL's path does not matter. A trusted request uses only
    /// connections that were made with `isTrusted`, and other requests use only the others.
    public func prewarm(
        _ url: String,
        isTrusted: Bool = false,
        timeouts: HTTPTimeouts = .init()
    ) async throws(TransportError) {
        let request = HTTPRequest(.get, url, timeouts: timeouts, isTrusted: isTrusted)
        var prepared = try PreparedRequest(request, configuration: configuration)
        prepared.onlyConnects = true
        _ = try await transfer(for: prepared).0.head()
    }

    /// The metrics of this client's upstreams, by host.
    public var metrics: [String: UpstreamMetrics] { metricsTable.metrics }

    /// Ends all transfers with code `cancelled`, closes all connections and joins the threads; later requests fail at once.
    ///
    /// A client that is only released does the same after its last body, but no task waits for it.
    public func shutdown() async {
        for driver in drivers { driver.stop() }
        for driver in drivers { await driver.shutdown() }
    }

    private func transfer(for request: PreparedRequest) -> (Transfer, CurlDriver) {
        // All requests to a host use the same driver, so that they share its connections and its limits.
        let driver = drivers[drivers.count == 1 ? 0 : Int(request.origin.hashValue.magnitude % UInt(drivers.count))]
        let metrics = request.onlyConnects ? nil : metricsTable.entry(for: request.host)
        let window = configuration.bodyWindowBytes
        return (Transfer(request: request, windowBytes: window, metrics: metrics, mailbox: driver.mailbox), driver)
    }
}
