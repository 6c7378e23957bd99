import APIDescription
package import Accounts
package import AgentRuntime
package import DeclaredTools
import AgentWire
import Foundation
import HTTPTypes
import Hummingbird
package import Logging
package import ModelContextProtocol
import StoredValues
package import ToolRecords
package import Transport

/// The parts that the routes use, assembled by the program that runs the server.
package struct ServerParts: Sendable {
    let clients: Clients
    let runtime: AgentRuntime
    let admission: Admission
    let admin: AdminInterface
    let events: AdminEvents
    let healthStore: any HealthStore
    let client: HTTPClient
    let upstreamNames: [String: String]
    let modelObstacle: @Sendable () -> String?
    let modelEnd: @Sendable () -> String?
    let toolObstacles: @Sendable () -> [String]
    let unacceptedIssuers: @Sendable () -> [String]?
    let toolFiles: DeclaredToolFiles
    let stateSeal: any StateSeal
    let prompts: PromptFolder?
    let metadata: ResourceMetadata
    let sessions: BrowserSessions?
    let pages: WebPages?
    let publicURL: String?
    let logger: Logger
    private let mcpSessions = MCPSessions()
    let permits: ReadingPermits
    let limits: Limits
    let requests = RequestMetrics()
    let authentications = AuthenticationMetrics()
    /// The room for bodies with images, on all listeners.
    private let bodies: BodyRoom

    /// The limits and intervals of the routes.
    package struct Limits: Sendable {
        /// The time without an event after which a stream sends a heartbeat.
        package var heartbeat: Duration
        /// The time in which running turns may end after a request to stop.
        package var shutdownGrace: Duration
        /// The maximum number of health samples of a client; `nil` for no limit.
        package var healthSamples: Int?
        /// The memory above which new turns are refused, in bytes; `nil` for no limit.
        package var memoryBytes: Int?
        /// The maximum size of a body with images, in bytes.
        package var bodyBytes: Int

        /// Creates limits.
        package init(
            heartbeat: Duration,
            shutdownGrace: Duration,
            healthSamples: Int?,
            memoryBytes: Int?,
            bodyBytes: Int
        ) {
            self.bodyBytes = bodyBytes
            self.heartbeat = heartbeat
            self.shutdownGrace = shutdownGrace
            self.healthSamples = healthSamples
            self.memoryBytes = memoryBytes
        }
    }

    /// Creates the parts.
    ///
    /// - Parameters:
    ///   - clients: The clients and their tokens.
    ///   - runtime: The runs.
    ///   - admission: The limits of clients.
    ///   - admin: The admin interface.
    ///   - events: The events for administrators.
    ///   - healthStore: The health samples of clients.
    ///   - client: The client for upstreams, with its metrics.
    ///   - upstreamNames: The names of the configured upstreams, by host.
    ///   - modelObstacle: Returns the reason why no model can answer; `nil` if one can.
    ///   - modelEnd: Returns a notice that a model ends soon; `nil` if none does.
    ///   - toolObstacles: Returns what keeps tools from working.
    ///   - unacceptedIssuers: Returns the issuers that the settings name and of which no client accepts tokens; `nil` if they name none.
    ///   - toolFiles: The files of declared tools.
    ///   - stateSeal: Authenticates what clients of the Model Context Protocol keep for the server.
    ///   - prompts: The operator's prompts; `nil` for none.
    ///   - metadata: The metadata of `/mcp` as a protected resource.
    ///   - sessions: The sign-ins of browsers; `nil` if the pages are switched off.
    ///   - pages: The files of the pages; `nil` if they are switched off.
    ///   - publicURL: The URL at which clients reach the server; `nil` if the operator has set none.
    ///   - limits: The limits and intervals of the routes.
    package init(
        clients: Clients,
        runtime: AgentRuntime,
        admission: Admission,
        admin: AdminInterface,
        events: AdminEvents,
        healthStore: any HealthStore,
        client: HTTPClient,
        upstreamNames: [String: String],
        modelObstacle: @escaping @Sendable () -> String?,
        modelEnd: @escaping @Sendable () -> String?,
        toolObstacles: @escaping @Sendable () -> [String] = { [] },
        unacceptedIssuers: @escaping @Sendable () -> [String]? = { nil },
        toolFiles: DeclaredToolFiles,
        stateSeal: any StateSeal,
        prompts: PromptFolder?,
        metadata: ResourceMetadata,
        sessions: BrowserSessions?,
        pages: WebPages?,
        publicURL: String?,
        logger: Logger,
        limits: Limits
    ) {
        self.clients = clients
        self.runtime = runtime
        self.admission = admission
        self.admin = admin
        self.events = events
        self.healthStore = healthStore
        self.client = client
        self.upstreamNames = upstreamNames
        self.modelObstacle = modelObstacle
        self.modelEnd = modelEnd
        self.toolObstacles = toolObstacles
        self.unacceptedIssuers = unacceptedIssuers
        self.toolFiles = toolFiles
        self.stateSeal = stateSeal
        self.prompts = prompts
        self.metadata = metadata
        self.sessions = sessions
        self.pages = pages
        self.publicURL = publicURL
        self.logger = logger
        self.limits = limits
        permits = ReadingPermits(clients: clients, sessions: sessions, tools: runtime.toolCatalog)
        bodies = BodyRoom(limit: limits.bodyBytes, runtime.runs)
    }

    /// Ends responses whose token has ended, and idle sessions, until the task is cancelled.
    package func work() async {
        // A client whose connection broke returns within the grace window, or not at all.
        let time = min(runtime.runs.limits.disconnectGrace, .seconds(60))
        await withDiscardingTaskGroup { group in
            group.addTask { await permits.run() }
            group.addTask { await mcpSessions.run(clients, keepingAnswersFor: time) }
        }
    }

    /// Returns all routes of a listener.
    ///
    /// - Parameters:
    ///   - isMetricsOpen: Whether the metrics can be read without a token.
    ///   - origins: The origins of web pages that may call.
    ///   - failures: The failed authentications at the listener.
    func routes(
        of listener: Listener,
        isMetricsOpen: Bool,
        origins: CORSPolicy,
        failures: FailedAuthentications
    ) -> [Route] {
        let heartbeat = limits.heartbeat
        let metrics = MetricsRoutes(
            runtime: runtime,
            client: client,
            requests: requests,
            authentications: authentications,
            clients: clients,
            upstreamNames: upstreamNames,
            memoryLimit: limits.memoryBytes,
            toolFiles: toolFiles,
            modelObstacle: modelObstacle,
            isOpen: isMetricsOpen
        )
        let health = HealthRoutes(
            runs: runtime.runs,
            modelObstacle: modelObstacle,
            modelEnd: modelEnd,
            toolFiles: toolFiles,
            toolObstacles: toolObstacles,
            unacceptedIssuers: unacceptedIssuers,
            mayReadFiles: { [clients, runtime] request, context in
                let token = request.headers[.authorization].flatMap { BearerCredentials($0) }?.token
                guard let token else { return false }
                let state: String
                let result = try? await failures.authenticate(
                    token,
                    by: clients,
                    from: context.address,
                    // No user may read them, so that none is created for it.
                    obstacle: { _ in Problem(.forbidden, detail: "only administrators may read the tool files") }
                )
                guard let result else { return false }
                switch result {
                case .accepted(let client):
                    return Endpoint.toolFiles.access.missing(for: client, tool: nil, tools: runtime.tools) == nil
                case .expired: state = "expired"
                case .revoked: state = "revoked"
                case .unknown: state = "unknown"
                case .refused: state = "refused"
                case .unavailable: return false
                }
                // A guess counts as at any route.
                if let brake = failures.record(state, from: context.address, context.logger) {
                    await failures.wait(for: brake)
                }
                return false
            }
        )
        return health.routes
            + NewRunRoutes(runtime: runtime, bodies: bodies, heartbeat: heartbeat).routes
            + ChatCompletionRoutes(runtime: runtime, bodies: bodies, heartbeat: heartbeat).routes
            + ResponseRoutes(runtime: runtime, bodies: bodies, heartbeat: heartbeat, grace: limits.shutdownGrace).routes
            + MessagesRoutes(runtime: runtime, bodies: bodies, heartbeat: heartbeat, grace: limits.shutdownGrace).routes
            + RunRoutes(runtime: runtime, heartbeat: heartbeat).routes
            + ConversationRoutes(runtime: runtime, grace: limits.shutdownGrace).routes
            + ConversationItemRoutes(runtime: runtime, bodies: bodies).routes
            + UserDataRoutes(runtime: runtime, export: admin.userExport).routes
            + ToolRoutes(runtime: runtime, heartbeat: heartbeat, grace: limits.shutdownGrace).routes
            + HealthSampleRoutes(runtime: runtime, store: healthStore, limit: limits.healthSamples).routes
            + UserRoutes(clients: clients, admission: admission).routes
            + deviceRoutes + mcpRoutes(origins).routes + metadata.routes
            + BareToolRoutes(runtime: runtime, grace: limits.shutdownGrace).routes
            + admin.httpRoutes { [events] in events.markAdministration() } + metrics.routes
            + AdminEventRoutes(
                events: events,
                sources: admin.eventSources,
                access: .init(clients: clients, sessions: sessions, side: .admin),
                heartbeat: heartbeat
            ).routes
            + [OpenAPIDocument.route(for: listener), OpenAPIDocument.toolFileSchemaRoute]
            + pageRoutes(failures)
    }

    /// The routes of devices; none if no device can register.
    private var deviceRoutes: [Route] {
        runtime.devices.map { devices in
            DeviceRoutes(
                runtime: runtime,
                devices: devices,
                heartbeat: limits.heartbeat
            ).routes
        } ?? []
    }

    /// The pages and the sign-in to them; none if they are switched off.
    private func pageRoutes(_ failures: FailedAuthentications) -> [Route] {
        guard let sessions, let pages else { return [] }
        let signIn = SessionRoutes(
            clients: clients,
            runtime: runtime,
            admission: admission,
            sessions: sessions,
            failures: failures,
            publicURL: publicURL
        )
        return signIn.routes + WebRoutes(pages: pages).routes
    }

    /// The server of the Model Context Protocol.
    package var mcpServer: MCPServer {
        MCPServer(
            seal: stateSeal,
            explain: { [logger] error, request in
                if let problem = error as? Problem, problem.kind != .internalError { return RPCError(problem) }
                // Of another error than the store's only the type, because a description may contain data of a person or an upstream.
                logger.error(
                    "An MCP request failed",
                    metadata: ["error": "\(StoreError.reason(of: error))", "method": "\(request.method.prefix(40))"]
                )
                return .failed
            },
            now: { Int(Date().timeIntervalSince1970) }
        )
    }

    /// Returns what is offered to a client over the Model Context Protocol.
    ///
    /// - Parameters:
    ///   - locale: The BCP 47 tag of the person's language; `nil` lets the server choose.
    ///   - timeZone: The IANA name of the person's time zone; `nil` lets the server choose.
    ///   - requestID: The id of the HTTP request, for the log.
    ///   - time: The time at which the request arrived; `nil` for an offer to many requests.
    package func mcpOffer(
        for client: Principal,
        locale: String?,
        timeZone: String?,
        requestID: String? = nil,
        at time: ContinuousClock.Instant? = nil
    ) -> any MCPOffer {
        ToriiOffer(
            runtime: runtime,
            client: client,
            promptFolder: prompts,
            seal: stateSeal,
            locale: locale,
            timeZone: timeZone,
            requestID: requestID,
            receivedAt: time
        )
    }

    private func mcpRoutes(_ origins: CORSPolicy) -> MCPRoutes {
        MCPRoutes(
            server: mcpServer,
            sessions: mcpSessions,
            held: runtime.runs.held,
            heartbeat: limits.heartbeat,
            grace: limits.shutdownGrace,
            readerGrace: runtime.runs.limits.disconnectGrace,
            origins: origins,
            admit: { [runs = runtime.runs] in try runs.checkMemory() }
        ) { request, context in
            mcpOffer(
                for: try context.requireClient(),
                locale: request.acceptedLocale,
                timeZone: try request.timeZone(),
                requestID: context.id,
                at: context.receivedAt
            )
        }
    }
}
