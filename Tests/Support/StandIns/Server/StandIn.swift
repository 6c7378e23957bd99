/// A server that imitates one upstream.
public protocol StandIn: Sendable {
    /// The underlying server, which can start, stop, misbehave and report events.
    var server: StandInServer { get }

    /// The base URL for a client's configuration.
    var baseURL: String { get }

    /// The answer for a failure with this status, in the upstream's format.
    static func failure(_ status: Int, retryAfter: Int?) -> StandInReply
}

extension StandIn {
    /// The address of the server, without a trailing slash.
    public var baseURL: String { server.baseURL }

    /// The requests so far, in the order of arrival.
    public var requests: [RecordedRequest] { server.requests }

    /// All past events, then each new one.
    public func events() -> AsyncStream<StandInEvent> { server.events() }

    /// The answer for a failure with this status, in the upstream's format, without `Retry-After`.
    public static func failure(_ status: Int) -> StandInReply { failure(status, retryAfter: nil) }

    /// Runs the stand-in while `body` runs.
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
