import Accounts
package import Hummingbird
import Logging
import NIOCore
import Synchronization
import Transport

/// What is known of a request while it is answered.
package struct ToriiRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The request's id, which the answer has as `X-Request-ID`.
    let id: String
    /// Who sent it; set by ``TokenMiddleware``.
    var client: Client? {
        didSet { identified.id = client?.id }
    }
    /// The sender as known to the middleware that is outside of ``TokenMiddleware``.
    let identified = IdentifiedClient()
    /// The address at the other end of the connection; set by ``AccessLogMiddleware``.
    var peer: IPAddress?
    /// The client's address; set by ``AccessLogMiddleware``.
    var address: IPAddress?

    /// The form in which it is told what went wrong; set by ``ProblemMiddleware``.
    var errorForm = ErrorForm.problem

    /// When its header was read.
    let receivedAt = ContinuousClock.now
    /// The connection that it came on.
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        // Hummingbird makes the id and gives it to the logger under a name of its own.
        let hummingbirdKey = "hb.request.id"
        id = source.logger[metadataKey: hummingbirdKey].map(\.description) ?? ""
        channel = source.channel
        logger[metadataKey: hummingbirdKey] = nil
        logger[metadataKey: "request_id"] = "\(id)"
    }

    /// What may end the work for this request before it is done.
    func interruptions(grace: Duration) async throws -> Interruptions {
        Interruptions(hangUp: try await hangUp(), grace: grace)
    }

    /// Tells when the sender hangs up.
    func hangUp() async throws -> HangUpSignal {
        if channel.eventLoop.inEventLoop {
            return try channel.pipeline.syncOperations.handler(type: HangUpHandler.self).signal
        }
        return try await channel.pipeline.handler(type: HangUpHandler.self).map(\.signal).get()
    }

    /// Who sent it.
    ///
    /// - Throws: A problem when the route was not put behind ``TokenMiddleware``, which is a fault of the server's own.
    func requireClient() throws -> Client {
        guard let client else { throw MissingClient() }
        return client
    }

    private struct MissingClient: Error {}
}

/// What the inner middleware has learned of a request's sender, shared by all copies of the request's context.
final class IdentifiedClient: Sendable {
    private let stored = Mutex<(id: String?, isLoggedInTotal: Bool)>((nil, false))

    /// The client's id; `nil` until the token was accepted.
    var id: String? {
        get { stored.withLock(\.id) }
        set { stored.withLock { $0.id = newValue } }
    }

    /// Whether one line of the log counts this request with others, so that its own line is for debugging only.
    var isLoggedInTotal: Bool {
        get { stored.withLock(\.isLoggedInTotal) }
        set { stored.withLock { $0.isLoggedInTotal = newValue } }
    }
}
