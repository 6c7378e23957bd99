import APIDescription
import AgentRuntime
import HeldBytes
package import Hummingbird
package import HummingbirdCore
package import Logging
package import ModelContextProtocol
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
    private let content: Content
    private let logger: Logger

    private enum Content: Sendable {
        /// The whole server, and the failed authentications at this listener.
        case server(ServerParts, FailedAuthentications)
        /// `/mcp` alone, without tokens.
        case mcp(MCPServer, any MCPOffer)
    }

    /// Creates a listener, which opens no socket.
    ///
    /// - Parameter failures: The failed authentications at this listener.
    package init(
        _ configuration: Configuration,
        parts: ServerParts,
        failures: FailedAuthentications,
        logger: Logger
    ) {
        self.configuration = configuration
        content = .server(parts, failures)
        self.logger = logger
    }

    /// Creates a listener that offers the same to everybody at `/mcp`, without tokens, for programs that test the protocol.
    package init(_ configuration: Configuration, mcp server: MCPServer, offering offer: any MCPOffer, logger: Logger) {
        self.configuration = configuration
        content = .mcp(server, offer)
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
        router.add(middleware: AccessLogMiddleware(metrics: requests, proxies: configuration.trustedProxies))
        if listener != .administrators {
            router.add(middleware: CORSMiddleware(policy: configuration.cors))
        }
        router.add(middleware: ProblemMiddleware(metadata: metadata))
        router.add(
            middleware: HostMiddleware(
                policy: HostPolicy(bound: configuration.host, others: configuration.otherHosts)
            )
        )
        router.add(middleware: ExactPathMiddleware())
        addRoutes(to: router)
        return router
    }

    private var metadata: ResourceMetadata {
        if case .server(let parts, _) = content { parts.metadata } else { ResourceMetadata() }
    }

    private var requests: RequestMetrics {
        if case .server(let parts, _) = content { parts.requests } else { RequestMetrics() }
    }

    private func addRoutes(to router: Router<ToriiRequestContext>) {
        let listener = configuration.listener
        switch content {
        case .server(let parts, let failures):
            RouteTable(
                // Metrics need no token if only this machine can connect.
                routes: parts.routes(
                    of: listener,
                    isMetricsOpen: listener == .administrators && Listener.isLoopback(configuration.host),
                    origins: configuration.cors,
                    failures: failures
                ),
                clients: parts.clients,
                tools: parts.runtime.toolCatalog,
                failures: failures,
                authentications: parts.authentications,
                admission: parts.admission,
                permits: parts.permits,
                sessions: parts.sessions,
                publicURL: parts.publicURL
            ).add(to: router, of: listener)
        case .mcp(let server, let offer):
            let routes = MCPRoutes(
                server: server,
                sessions: MCPSessions(),
                held: HeldBytes(),
                heartbeat: .seconds(15),
                grace: .seconds(1),
                readerGrace: .seconds(10),
                origins: configuration.cors,
                admit: {}
            ) { _, _ in offer }
            for route in routes.routes {
                router.on(RouterPath(route.endpoint.path), method: route.endpoint.method, use: route.work)
            }
        }
    }
}
