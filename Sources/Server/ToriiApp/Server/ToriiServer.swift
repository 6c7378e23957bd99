import MCPClient
import DeclaredTools
import Accounts
import AgentRuntime
import AgentServer
import AgentTools
import AgentWire
import Foundation
import Hummingbird
public import Logging
import ModelTable
public import ServiceLifecycle
import Storage
import StreamingJSON
import Transport
import UnixSignals

/// The server: assembles every part and listens until it is asked to stop.
public struct ToriiServer: Service {
    var settings: Settings
    let logger: Logger
    let showsTokens: Bool
    let onListening: @Sendable (Greeting) async -> Void
    private let prepare: @Sendable (Services) async throws -> Void

    /// Creates a server, which does nothing until ``run()``.
    ///
    /// - Parameters:
    ///   - showsTokens: Whether to print first tokens in the greeting, because only the operator sees it; otherwise they are written to a
    ///     file.
    ///   - onListening: Called with the greeting for the operator when the server accepts requests.
    public init(
        settings: Settings,
        logger: Logger? = nil,
        showsTokens: Bool = false,
        onListening: @escaping @Sendable (Greeting) async -> Void
    ) {
        self.init(
            settings: settings,
            logger: logger,
            showsTokens: showsTokens,
            prepare: { _ in },
            onListening: onListening
        )
    }

    /// Creates a server within another program.
    ///
    /// - Parameter prepare: Called with the parts before the server accepts requests; its error ends the start.
    init(
        settings: Settings,
        logger: Logger?,
        showsTokens: Bool,
        prepare: @escaping @Sendable (Services) async throws -> Void,
        onListening: @escaping @Sendable (Greeting) async -> Void
    ) {
        var settings = settings
        settings.modelTable.told = ToldFacts()
        self.settings = settings
        self.prepare = prepare
        var logger = logger ?? settings.logFormat.logger(label: "torii")
        logger.logLevel = settings.logLevel
        self.logger = logger
        self.showsTokens = showsTokens
        self.onListening = onListening
    }

    /// Opens the store and the vault, then serves until the task is cancelled or the service group shuts down.
    ///
    /// - Throws: ``SettingsError``, `KeyVaultError` or `StoreError` for a problem at the start, each with its remedy.
    public func run() async throws {
        var server = self
        server.settings = try settings.readingFiles()
        try await DataFolderUse.with(server.settings) { [server] in try await server.run(on: $0) }
    }

    /// Runs with all settings, those in files included.
    private func run(on folder: DataFolderUse) async throws {
        let services = try await Services(settings: settings, lease: folder.lock, logger: logger)
        do {
            try settings.requireAdminToken(!services.clients.isEmpty(.admin))
            try await services.runtime.runs.recover()
            try await services.runtime.devices?.load()
            try await services.runtime.restoreWaitingRuns()
            try await services.runtime.recoverErasures()
            try await prepare(services)
            try await serve(services, folder)
        } catch {
            await services.client.shutdown()
            throw error
        }
        await services.client.shutdown()
    }

    /// Accepts requests and executes runs; returns when the last run has ended.
    private func serve(_ services: Services, _ folder: DataFolderUse) async throws {
        let runs = services.runtime.runs
        let parts = services.serverParts(settings)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await services.runtime.run() }
            group.addTask { await parts.work() }
            group.addTask { await services.admission.run() }
            group.addTask { await services.clients.users.run() }
            group.addTask { await services.events.run(services.admin.eventSources, logger: logger) }
            group.addTask { await services.toolServers.run() }
            group.addTask { await services.toolFiles.run() }
            group.addTask { await services.followTools() }
            group.addTask { await services.revisions.run() }
            group.addTask {
                do {
                    try await services.warmUp()
                } catch is CancellationError {
                    // The server is stopped before the warm-up has ended.
                } catch {
                    logger.error("The built-in model cannot be used", metadata: ["error": "\(error)"])
                }
            }
            group.addTask {
                try await gracefulShutdown()
                runs.stopAccepting()
                logger.notice(
                    "Stopping: no new turns are accepted",
                    metadata: Self.metadata(of: runs, grace: settings.shutdownGrace)
                )
                // The shutdown grace is the reason to sleep here.
                try await Task.sleep(for: settings.shutdownGrace)
                runs.interruptAll()
            }
            defer { group.cancelAll() }
            try await withTaskCancellationHandler {
                try await ListeningService(
                    application: application(services, parts, folder),
                    address: (settings.host, settings.port),
                    names: (.host, .port)
                ).run()
                // No client is connected now. Runs that finish without readers still have the rest of the grace.
                await runs.drained()
                logger.notice("Stopped: no run is under way", metadata: Self.metadata(of: runs))
            } onCancel: {
                runs.interruptAll()
            }
        }
        // Runs that were just interrupted have released their reservations. Reservations that are not written count as used at the next
        // start.
        do {
            try await services.admission.flush()
        } catch {
            logger.warning(
                "Could not save all of the clients' usage; unsaved reservations count as used at the next start",
                metadata: ["error": "\(StoreError.reason(of: error))"]
            )
        }
    }

    /// Returns the numbers of runs that have not ended, for the log lines about a stop.
    private static func metadata(of runs: RunCoordinator, grace: Duration? = nil) -> Logger.Metadata {
        let counts = runs.runCounts
        var metadata: Logger.Metadata = [:]
        for status in [RunStatus.running, .queued, .waiting] {
            metadata[status.rawValue] = .stringConvertible(counts[status] ?? 0)
        }
        if let grace { metadata["grace_seconds"] = "\(grace / .seconds(1))" }
        return metadata
    }

    /// Serves until SIGTERM or SIGINT.
    ///
    /// Running turns then have the shutdown grace to end before they are interrupted.
    ///
    /// - Throws: As ``run()``.
    public func runUntilSignal() async throws {
        DescriptorLimit.raise(logger)
        HeapReserve.apply(logger)
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(service: NamedService(service: self), successTerminationBehavior: .gracefullyShutdownGroup)
            ],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        // Two seconds more than the turns have, so that their readers still receive the last events.
        configuration.maximumGracefulShutdownDuration = settings.shutdownGrace + .seconds(2)
        // Some more time to store the ends of the turns.
        ShutdownDeadline.watch(delay: settings.shutdownGrace + .seconds(10))
        try await ServiceGroup(configuration: configuration).run()
    }
}

/// A service under the name of its type alone, because a service group would otherwise print all parts of the service at the start.
struct NamedService: Service, CustomStringConvertible {
    let service: any Service

    var description: String { String("\(type(of: service))".prefix { $0 != "<" }) }

    func run() async throws { try await service.run() }
}
