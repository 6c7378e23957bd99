/// A server that stands in for one upstream.
public protocol StandIn: Sendable {
    /// The server below, for what all stand-ins can: start, stop, misbehave, be watched.
    var server: StandInServer { get }

    /// The base URL to configure a client with.
    var baseURL: String { get }

    /// The answer to a failure of this status in the upstream's own shape.
    static func failure(_ status: Int, retryAfter: Int?) -> StandInReply
}

extension StandIn {
    /// The address of the server, without a trailing slash.
    public var baseURL: String { server.baseURL }

    /// The requests so far, in the order in which they came in.
    public var requests: [RecordedRequest] { server.requests }

    /// All events from the first on, then each new one.
    public func events() -> AsyncStream<StandInEvent> { server.events() }

    /// The answer to a failure of this status in the upstream's own shape, with no `Retry-After`.
    public static func failure(_ status: Int) -> StandInReply { failure(status, retryAfter: nil) }

    /// Runs the stand-in for as long as `body` takes.
    public func running<Result>(_ body: (Self) async throws -> Result) async throws -> Result {
        try await server.start()
        do {
            let result = try await body(self)
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }
}
