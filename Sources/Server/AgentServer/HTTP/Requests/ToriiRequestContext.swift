import APIDescription
import Accounts
package import Hummingbird
import Logging
import NIOCore
import Synchronization
import ToolRecords
import Transport

/// The context of a request.
package struct ToriiRequestContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The request's id, which the response contains as `X-Request-ID`.
    let id: String
    /// The client; set by ``TokenMiddleware``.
    var client: Principal? {
        didSet { identified.owner = client?.owner }
    }
    /// The browser's sign-in, if a cookie authenticated the request; set by ``TokenMiddleware``.
    var session: BrowserSession?
    /// The permission to receive the response; set by ``TokenMiddleware``.
    var permit: ReadingPermit?
    /// The client for the middleware outside ``TokenMiddleware``.
    let identified = IdentifiedClient()
    /// The address at the other end of the connection; set by ``AccessLogMiddleware``.
    var peer: IPAddress?
    /// The client's address; set by ``AccessLogMiddleware``.
    var address: IPAddress?

    /// The form of error responses; set by ``ProblemMiddleware``.
    var errorForm = ErrorForm.problem

    /// The time when the request's header was read.
    let receivedAt = ContinuousClock.now
    /// The connection of the request.
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        // Hummingbird creates the id and passes it to the logger under its own key.
        let hummingbirdKey = "hb.request.id"
        id = source.logger[metadataKey: hummingbirdKey].map(\.description) ?? ""
        channel = source.channel
        logger[metadataKey: hummingbirdKey] = nil
        logger[metadataKey: "request_id"] = "\(id)"
    }

    /// Returns the events that end the work for this request early.
    func interruptions(grace: Duration) async throws -> Interruptions {
        Interruptions(disconnect: try await disconnectSignal(), grace: grace)
    }

    /// Returns the presence of the caller, which ends with its connection and with its permission to read.
    func disconnectSignal() async throws -> CallerPresence {
        CallerPresence(disconnect: try await connectionSignal(), permit: permit)
    }

    private func connectionSignal() async throws -> DisconnectSignal {
        if channel.eventLoop.inEventLoop {
            return try channel.pipeline.syncOperations.handler(type: DisconnectHandler.self).signal
        }
        return try await channel.pipeline.handler(type: DisconnectHandler.self).map(\.signal).get()
    }

    /// Returns the client.
    ///
    /// - Throws: An error if the route is not behind ``TokenMiddleware``, which is a defect of the server.
    func requireClient() throws -> Principal {
        guard let client else { throw MissingClient() }
        return client
    }

    private struct MissingClient: Error {}
}

/// The client that the inner middleware has identified, shared by all copies of the request's context.
final class IdentifiedClient: Sendable {
    private let stored = Mutex<(owner: Owner?, isLoggedInTotal: Bool)>((nil, false))

    /// The client, with the user that it acts for; `nil` until its token is accepted.
    var owner: Owner? {
        get { stored.withLock(\.owner) }
        set { stored.withLock { $0.owner = newValue } }
    }

    /// Whether another log line includes this request in a total, so that its own line is for debugging only.
    var isLoggedInTotal: Bool {
        get { stored.withLock(\.isLoggedInTotal) }
        set { stored.withLock { $0.isLoggedInTotal = newValue } }
    }
}
