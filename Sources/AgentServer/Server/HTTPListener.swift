import AgentRuntime
package import Hummingbird
package import HummingbirdCore
package import Logging
import NIOCore

/// The HTTP side of one address: its connections, middleware and routes.
package struct HTTPListener: Sendable {
    /// The settings of a listener.
    package struct Configuration: Sendable {
        /// The callers that are served at the address.
        package var listener: Listener
        /// The host that the socket is bound to.
        package var host: String
        /// Further host names that the server answers to.
        package var otherHosts: [String]
        /// The maximum number of open connections.
        package var maximumConnections: Int
        /// The maximum number of open connections from one address.
        package var maximumConnectionsPerAddress: Int
        /// The time limits of a connection.
        package var connectionLimits: ConnectionClock.Limits
        /// The proxies whose `X-Forwarded-For` is trusted.
        package var trustedProxies: TrustedProxies
        /// The origins whose web pages may call the server.
        package var cors: CORSPolicy

        /// Creates a configuration.
        package init(
            listener: Listener,
            host: String,
            otherHosts: [String],
            maximumConnections: Int,
            maximumConnectionsPerAddress: Int,
            connectionLimits: ConnectionClock.Limits,
            trustedProxies: TrustedProxies,
            cors: CORSPolicy
        ) {
            self.listener = listener
            self.host = host
            self.otherHosts = otherHosts
            self.maximumConnections = maximumConnections
            self.maximumConnectionsPerAddress = maximumConnectionsPerAddress
            self.connectionLimits = connectionLimits
            self.trustedProxies = trustedProxies
            self.cors = cors
        }
    }

    private let configuration: Configuration
    private let parts: ServerParts
    private let failures: FailedAuthentications
    private let logger: Logger

    /// Creates a listener, which opens no socket.
    ///
    /// - Parameter failures: The failed authentications of all listeners.
    package init(
        _ configuration: Configuration,
        parts: ServerParts,
        failures: FailedAuthentications,
        logger: Logger
    ) {
        self.configuration = configuration
        self.parts = parts
        self.failures = failures
        self.logger = logger
    }

    /// The HTTP/1.1 server, with the limits of connections.
    package var server: HTTPServerBuilder {
        let limits = configuration.connectionLimits
        let proxies = configuration.trustedProxies
        let table = ConnectionRegistry(
            .init(total: configuration.maximumConnections, perSource: configuration.maximumConnectionsPerAddress),
            logger: logger
        ) { $0.isLoopback || proxies.contains($0) }
        return HTTPServerBuilder { responder in
            EventLoopBoundChannel(
                base: HTTP1Channel(
                    responder: responder,
                    configuration: .init(
                        additionalChannelHandlers: Self.channelHandlers(limits, table),
                        httpDecoderConfiguration: .init(
                            maxHeaderFieldSize: 16 << 10,
                            maxHeaderListSize: 32 << 10,
                            maxHeaderFieldCount: 100
                        )
                    )
                )
            )
        }
    }

    /// Returns the handlers of a connection, from its socket upwards.
    private static func channelHandlers(
        _ limits: ConnectionClock.Limits,
        _ table: ConnectionRegistry
    ) -> [any RemovableChannelHandler] {
        let connection = ConnectionHandler(limits, table)
        return [DisconnectHandler(), connection, EventStreamHandler(connection)]
    }

    /// The middleware and routes.
    package var responder: some HTTPResponder<ToriiRequestContext> {
        ChildTaskResponder(base: HeadResponder(base: router.buildResponder()))
    }

    private var router: Router<ToriiRequestContext> {
        let listener = configuration.listener
        let router = Router(context: ToriiRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: TraceMiddleware())
        router.add(
            middleware: AccessLogMiddleware(metrics: parts.requests, proxies: configuration.trustedProxies)
        )
        if !configuration.cors.isEmpty, listener != .administrators {
            router.add(middleware: CORSMiddleware(policy: configuration.cors))
        }
        router.add(middleware: ProblemMiddleware())
        router.add(
            middleware: HostMiddleware(
                policy: HostPolicy(bound: configuration.host, others: configuration.otherHosts)
            )
        )
        router.add(middleware: ExactPathMiddleware())
        RouteTable(
            // Metrics need no token if only this machine can connect.
            routes: parts.routes(
                of: listener,
                isMetricsOpen: listener == .administrators && Listener.isLoopback(configuration.host)
            ),
            clients: parts.clients,
            tools: parts.runtime.toolCatalog,
            failures: failures,
            admission: parts.admission
        ).add(to: router, of: listener)
        return router
    }
}
