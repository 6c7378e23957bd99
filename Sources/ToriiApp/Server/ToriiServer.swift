import Accounts
import AgentRuntime
import AgentServer
import AgentWire
import Foundation
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle
import Storage
import StreamingJSON
import Transport
import UnixSignals

/// The server: every part put together, listening until it is told to stop.
public struct ToriiServer: Service {
    private let settings: Settings
    private let logger: Logger
    private let showsTokens: Bool
    private let onListening: @Sendable (Greeting) async -> Void
    private let failures: FailedAuthentications

    /// Makes a server, which does nothing until ``run()``.
    ///
    /// - Parameters:
    ///   - showsTokens: Whether first tokens are in the greeting, because only the operator sees it; else they are in a file.
    ///   - onListening: Given the greeting for the operator once requests are taken.
    public init(
        settings: Settings,
        logger: Logger? = nil,
        showsTokens: Bool = false,
        onListening: @escaping @Sendable (Greeting) async -> Void
    ) {
        self.settings = settings
        var logger = logger ?? settings.logFormat.logger(label: "torii")
        logger.logLevel = settings.logLevel
        self.logger = logger
        failures = FailedAuthentications(logger: logger, delay: settings.authenticationDelay)
        self.showsTokens = showsTokens
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
            try requireAdminToken(services)
            try await services.runtime.runs.recover()
            try await services.runtime.restoreWaitingRuns()
            try await services.runtime.recoverErasures()
            try await serve(services, lock)
        } catch {
            await services.client.shutdown()
            throw error
        }
        await services.client.shutdown()
    }

    /// Refuses to serve administrators at an address that other machines reach before there is an admin token.
    ///
    /// A token that is made at the first start is shown to whoever reads the output, and the address is open before that.
    private func requireAdminToken(_ services: Services) throws(SettingsError) {
        let host = settings.adminAddress?.host ?? settings.host
        guard !Listener.isLoopback(host), services.clients.isEmpty(.admin) else { return }
        let remedy = "set TORII_ADMIN_TOKEN (`openssl rand -base64 32` makes one)"
        guard settings.adminAddress == nil else {
            throw SettingsError(
                name: SettingName.adminHost.rawValue,
                message: "\(host) can be reached from other machines, and there is no admin token yet; \(remedy)"
            )
        }
        throw SettingsError(
            name: SettingName.host.rawValue,
            message:
                "\(host) can be reached from other machines, administrators are served there too, and there is no admin "
                + "token yet; \(remedy), or set TORII_ADMIN_HOST=127.0.0.1 to serve administrators on this machine only"
        )
    }

    /// Takes requests and performs runs; returns when no run is under way any more.
    private func serve(_ services: Services, _ lock: DataFolderLock) async throws {
        let runs = services.runtime.runs
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await services.runtime.run() }
            group.addTask { await services.admission.run() }
            group.addTask {
                do {
                    try await services.warmUp()
                } catch is CancellationError {
                    // The server stops before it was warm.
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
                // The grace itself: the only reason to sleep here.
                try await Task.sleep(for: settings.shutdownGrace)
                runs.interruptAll()
            }
            defer { group.cancelAll() }
            try await withTaskCancellationHandler {
                try await ListeningService(
                    application: application(services, lock),
                    address: (settings.host, settings.port),
                    names: (.host, .port)
                ).run()
                // Nobody is connected any more; what is to be finished without readers still has the rest of the grace.
                await runs.drained()
                logger.notice("Stopped: no run is under way", metadata: Self.metadata(of: runs))
            } onCancel: {
                runs.interruptAll()
            }
        }
        // What runs that are going back to work have given up just now; what is not written counts as used at the next start.
        do {
            try await services.admission.flush()
        } catch {
            logger.warning("What clients have used was not written whole", metadata: ["error": "\(type(of: error))"])
        }
    }

    /// The runs that have not ended, for the lines of the log about a stop.
    private static func metadata(of runs: RunCoordinator, grace: Duration? = nil) -> Logger.Metadata {
        let counts = runs.runCounts
        var metadata: Logger.Metadata = [:]
        for status in [RunStatus.running, .queued, .waiting] {
            metadata[status.rawValue] = .stringConvertible(counts[status] ?? 0)
        }
        if let grace { metadata["grace_seconds"] = "\(grace / .seconds(1))" }
        return metadata
    }

    /// Serves until SIGTERM or SIGINT; turns that are going on then have eight seconds to end before they are interrupted.
    ///
    /// - Throws: As ``run()``.
    public func runUntilSignal() async throws {
        DescriptorLimit.raise(logger)
        HeapReserve.keep(logger)
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
        let (adminPorts, adminPort) = AsyncStream<Int>.makeStream()
        let server = services.serverParts(settings)
        let http = http(settings.adminAddress == nil ? .shared : .clients, parts: server)
        var parts: [any Service] = [
            KeyUpkeep(vault: services.vault, logger: logger), healthUpkeep(services), HeapUpkeep(logger: logger),
        ]
        if let address = settings.adminAddress {
            parts.append(
                ListeningService(
                    application: adminApplication(server, address) { adminPort.yield($0) },
                    address: address,
                    names: (.adminHost, .adminPort),
                    onEnd: { adminPort.finish() }
                )
            )
        } else {
            adminPort.finish()
        }
        return Application(
            responder: http.responder,
            server: http.server,
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port),
                serverName: "torii"
            ),
            services: parts,
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? settings.port
                let adminPort = await adminPorts.first { _ in true }
                // Without its second address the server does not come up, and says nothing.
                guard settings.adminAddress == nil || adminPort != nil else { return }
                if let adminPort, let host = settings.adminAddress?.host {
                    announce(host, port: adminPort, by: lock)
                } else {
                    announce(settings.host, port: port, by: lock)
                }
                await greet(port: port, adminPort: adminPort, services: services)
            },
            logger: logger
        )
    }

    /// The most connections to an address of the administrators' own, which clients cannot use up.
    private static let maximumAdminConnections = 128

    /// The most connections to the clients' address.
    private var connections: Int {
        settings.maximumConnections ?? DescriptorLimit.connections(of: DescriptorLimit.current?.soft)
    }

    /// The HTTP side of a listener.
    private func http(_ listener: Listener, parts: ServerParts) -> HTTPListener {
        let publicHost = settings.publicURL.flatMap { URL(string: $0)?.host() }
        let bound = listener == .administrators ? settings.adminAddress?.host : settings.host
        return HTTPListener(
            .init(
                listener: listener,
                host: bound ?? settings.host,
                otherHosts: settings.webHosts + [publicHost].compactMap(\.self),
                maximumConnections: listener == .administrators ? Self.maximumAdminConnections : connections,
                maximumConnectionsPerAddress: settings.maximumConnectionsPerAddress,
                connectionLimits: settings.connectionLimits,
                trustedProxies: settings.trustedProxies,
                cors: settings.cors
            ),
            parts: parts,
            failures: failures,
            logger: logger
        )
    }

    private func healthUpkeep(_ services: Services) -> HealthUpkeep {
        HealthUpkeep(store: services.health, retention: settings.healthRetention, logger: logger)
    }

    /// Tells the command line where the admin interface is; without it the commands must be told by a setting.
    private func announce(_ host: String, port: Int, by lock: DataFolderLock) {
        do {
            try lock.announce("http://\(Greeting.reachable(host)):\(port)")
        } catch {
            logger.error("The server could not say where it listens", metadata: ["error": "\(error)"])
        }
    }

    /// What serves administrators at an address of their own; it goes on until the turns of the others have ended.
    private func adminApplication(
        _ parts: ServerParts,
        _ address: (host: String, port: Int),
        onListening: @escaping @Sendable (Int) -> Void
    ) -> some ApplicationProtocol {
        let http = http(.administrators, parts: parts)
        return Application(
            responder: http.responder,
            server: http.server,
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port),
                serverName: "torii"
            ),
            onServerRunning: { onListening($0.localAddress?.port ?? address.port) },
            logger: logger
        )
    }

    /// Makes the tokens that are still missing and shows them: only now, for a start that failed before would have lost them.
    private func greet(port: Int, adminPort: Int?, services: Services) async {
        do {
            let greeting = Greeting(
                port: port,
                adminPort: adminPort,
                settings: settings,
                issued: try await services.firstStart.issueMissing(to: showsTokens ? nil : settings.firstTokensPath),
                models: settings.models.isEmpty
                    ? [try await services.runtime.models.preferred().reference] : settings.models
            )
            await onListening(greeting)
        } catch {
            logger.critical(
                "The first tokens could not be made; stop the server, mend the data folder, and start again",
                metadata: ["error": "\(error)"]
            )
        }
    }
}
