import AgentRuntime
import AgentWire
import Foundation
import Hummingbird
import KeyVault
public import Logging
public import ServiceLifecycle
import StreamingJSON
import Transport
import UnixSignals

/// The server: every part put together, listening until it is told to stop.
public struct ToriiServer: Service {
    private let settings: Settings
    private let logger: Logger
    private let onListening: @Sendable (Greeting) async -> Void

    /// Makes a server, which does nothing until ``run()``.
    ///
    /// - Parameter onListening: Given the greeting for the operator once requests are taken.
    public init(
        settings: Settings,
        logger: Logger? = nil,
        onListening: @escaping @Sendable (Greeting) async -> Void
    ) {
        self.settings = settings
        var logger = logger ?? Logger(label: "torii")
        logger.logLevel = settings.logLevel
        self.logger = logger
        self.onListening = onListening
    }

    /// Opens the store and the vault, then serves until the task is cancelled or the service group shuts down.
    ///
    /// - Throws: ``SettingsError``, `KeyVaultError` or `StoreError` when something is not right at the start, each with what to do.
    public func run() async throws {
        let lock = try DataFolderLock(settings.dataDirectory)
        defer { lock.release() }
        let services = try await Services(settings: settings, logger: logger)
        do {
            try await services.runtime.runs.recover()
            try await services.runtime.restoreWaitingRuns()
            try await serve(services, lock)
        } catch {
            await services.client.shutdown()
            throw error
        }
        await services.client.shutdown()
    }

    /// Takes requests and performs runs; returns when no run is under way any more.
    private func serve(_ services: Services, _ lock: DataFolderLock) async throws {
        let runs = services.runtime.runs
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await runs.run() }
            group.addTask {
                try await gracefulShutdown()
                runs.stopTaking()
                // The grace itself: the only reason to sleep here.
                try await Task.sleep(for: settings.shutdownGrace)
                runs.interruptAll()
            }
            defer { group.cancelAll() }
            try await withTaskCancellationHandler {
                try await application(services, lock).run()
                // Nobody is connected any more; what is to be finished without readers still has the rest of the grace.
                await runs.drained()
            } onCancel: {
                runs.interruptAll()
            }
        }
    }

    /// Serves until SIGTERM or SIGINT; turns that are going on then have eight seconds to end before they are interrupted.
    ///
    /// - Throws: As ``run()``.
    public func runUntilSignal() async throws {
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: self, successTerminationBehavior: .gracefullyShutdownGroup)],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        // Two seconds more than the turns have, so that there is time to tell their readers.
        configuration.maximumGracefulShutdownDuration = settings.shutdownGrace + .seconds(2)
        try await ServiceGroup(configuration: configuration).run()
    }

    private func application(_ services: Services, _ lock: DataFolderLock) -> some ApplicationProtocol {
        Application(
            router: router(services),
            server: .http1(configuration: .init(additionalChannelHandlers: [HangUpHandler()])),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port),
                serverName: "torii"
            ),
            services: [KeyUpkeep(vault: services.vault, logger: logger), healthUpkeep(services)],
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? settings.port
                announce(port: port, by: lock)
                await greet(port: port, services: services)
            },
            logger: logger
        )
    }

    private func healthUpkeep(_ services: Services) -> HealthUpkeep {
        HealthUpkeep(store: services.health, retention: settings.healthRetention, logger: logger)
    }

    /// Tells the command line where the admin interface is; without it the commands must be told by a setting.
    private func announce(port: Int, by lock: DataFolderLock) {
        do {
            try lock.announce("http://\(Greeting.reachable(settings.host)):\(port)")
        } catch {
            logger.error("The server could not say where it listens", metadata: ["error": "\(error)"])
        }
    }

    /// Makes the tokens that are still missing and shows them: only now, for a start that failed before would have lost them.
    private func greet(port: Int, services: Services) async {
        do {
            let greeting = Greeting(
                port: port,
                settings: settings,
                issued: try await services.firstStart.issueMissing(),
                model: try await services.runtime.models.preferred().reference
            )
            await onListening(greeting)
        } catch {
            logger.critical(
                "The first tokens could not be made; stop the server, mend the data folder, and start again",
                metadata: ["error": "\(error)"]
            )
        }
    }

    private func router(_ services: Services) -> Router<ToriiRequestContext> {
        let router = Router(context: ToriiRequestContext.self)
        router.add(middleware: AccessLogMiddleware())
        router.add(middleware: ProblemMiddleware())
        router.get("healthz") { _, _ in Response.json(["status": "ok"]) }

        let guardian = TokenMiddleware(clients: services.clients, scopes: RouteScopes(tools: services.runtime.tools))
        let clients = router.group("v1")
        clients.add(middleware: guardian)
        ChatRoutes(runtime: services.runtime, heartbeat: settings.heartbeat).add(to: clients)
        RunRoutes(runtime: services.runtime, heartbeat: settings.heartbeat).add(to: clients)
        ConversationRoutes(runtime: services.runtime).add(to: clients)
        ToolRoutes(runtime: services.runtime).add(to: clients)
        HealthRoutes(runtime: services.runtime, store: services.health).add(to: clients)

        let tools = router.group("mcp")
        tools.add(middleware: guardian)
        BareToolRoutes(runtime: services.runtime, grace: settings.shutdownGrace).add(to: tools)

        let admin = router.group("admin")
        admin.add(middleware: guardian)
        services.admin.add(to: admin, of: router)

        MethodGuard.add(to: router, "healthz", allowing: .get)
        MethodGuard.add(to: router, "v1/chat", allowing: .post)
        MethodGuard.add(to: router, "v1/runs/:run", allowing: .get)
        MethodGuard.add(to: router, "v1/runs/:run/events", allowing: .get)
        MethodGuard.add(to: router, "v1/runs/:run/cancel", allowing: .post)
        MethodGuard.add(to: router, "v1/runs/:run/outputs", allowing: .post)
        MethodGuard.add(to: router, "v1/conversations", allowing: .get)
        MethodGuard.add(to: router, "v1/conversations/:conversation", allowing: .get, .delete)
        MethodGuard.add(to: router, "v1/tools", allowing: .get)
        MethodGuard.add(to: router, "v1/health/samples", allowing: .post, .delete)
        MethodGuard.add(to: router, "mcp/tools/:name", allowing: .post)
        return router
    }
}
