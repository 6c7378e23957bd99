import HummingbirdCore
import NIOCore
import Synchronization

/// A connection between its acceptance and the task that serves it.
///
/// A server that stops drops the connections that no task serves yet. NIO ends the process when an async channel is dropped
/// without ever being opened (`NIOAsyncWriter`), so a dropped connection is opened and closed here.
final class AcceptedConnection<Inbound: Sendable, Outbound: Sendable>: ServerChildChannelValue {
    let channel: any Channel
    private let unserved: Mutex<NIOAsyncChannel<Inbound, Outbound>?>

    init(_ connection: NIOAsyncChannel<Inbound, Outbound>) {
        channel = connection.channel
        unserved = Mutex(connection)
    }

    /// The connection, for the one task that serves it; `nil` when another task has it.
    func take() -> NIOAsyncChannel<Inbound, Outbound>? { unserved.withLock { $0.take() } }

    deinit {
        guard let connection = take() else { return }
        // A task of its own: the closing takes a while, and the server that accepted the connection has forgotten it.
        Task { try? await connection.executeThenClose { _, _ in } }
    }
}
