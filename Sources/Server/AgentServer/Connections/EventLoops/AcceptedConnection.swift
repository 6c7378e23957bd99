import HummingbirdCore
import NIOCore
import Synchronization

/// A connection from its acceptance until a task serves it.
///
/// A server that stops drops the connections that no task serves yet. NIO crashes the process if an async channel is dropped without
/// ever being opened (`NIOAsyncWriter`), so this class opens and closes a dropped connection.
final class AcceptedConnection<Inbound: Sendable, Outbound: Sendable>: ServerChildChannelValue {
    let channel: any Channel
    private let unserved: Mutex<NIOAsyncChannel<Inbound, Outbound>?>

    init(_ connection: NIOAsyncChannel<Inbound, Outbound>) {
        channel = connection.channel
        unserved = Mutex(connection)
    }

    /// Returns the connection to the first caller; `nil` to all others.
    func claim() -> NIOAsyncChannel<Inbound, Outbound>? { unserved.withLock { $0.take() } }

    deinit {
        guard let connection = claim() else { return }
        // An unstructured task, because closing takes a while and the server has no reference to the connection any longer.
        Task { try? await connection.executeThenClose { _, _ in } }
    }
}
