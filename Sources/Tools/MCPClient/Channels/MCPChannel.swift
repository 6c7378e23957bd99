import ModelContextProtocol
import StreamingJSON

/// The way of messages to one server and back.
protocol MCPChannel: Sendable {
    /// The number of the server's process; an agreement with an earlier one is lost.
    var generation: Int { get }

    /// Sends a request and returns its response, which may be an error of the server.
    ///
    /// - Throws: ``MCPFailure``; `CancellationError`.
    @concurrent func send(_ request: RPCRequest, _ delivery: MCPDelivery) async throws -> RPCResponse

    /// Sends a notification or a response.
    ///
    /// - Throws: ``MCPFailure``; `CancellationError`.
    @concurrent func post(_ message: RPCMessage, _ delivery: MCPDelivery) async throws

    /// Receives messages that belong to no request, in the era with sessions, until their stream ends.
    ///
    /// - Returns: Whether the server offers such messages.
    /// - Throws: ``MCPFailure``; `CancellationError`.
    @concurrent func listen(_ delivery: MCPDelivery) async throws -> Bool

    /// Keeps the channel usable until the task is cancelled.
    @concurrent func run() async

    /// Ends the session, if there is one.
    @concurrent func close(_ delivery: MCPDelivery) async
}

/// The context of a message that is sent.
struct MCPDelivery: Sendable {
    /// Receives a request or a notification of the server, and returns the response to a request.
    typealias Receiver = @Sendable (RPCMessage) async -> RPCResponse?

    /// The revision of the exchange; `nil` before it is known.
    var revision: ProtocolRevision?
    /// The arguments that the tool wants as header fields.
    var headers: [ToolHeader] = []
    /// The time limit.
    var deadline: Duration
    /// Receives what the server sends on the way to the response.
    var receive: Receiver = { _ in nil }
}

/// The limits on the messages of a server.
enum MCPLimits {
    /// The most bytes of a message.
    static let messageBytes = 16 << 20
    /// The most bytes of all messages on the way to one response.
    static let streamBytes = 64 << 20
    /// The most messages on the way to one response.
    static let streamMessages = 20_000
    /// The most bytes of an error's body.
    static let failureBytes = 64 << 10
}
