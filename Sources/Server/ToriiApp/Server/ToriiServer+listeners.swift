import AgentServer
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

extension ToriiServer {
    /// Returns the application on the clients' address, with the services that run beside it.
    func application(
        _ services: Services,
        _ server: ServerParts,
        _ folder: DataFolderUse
    ) -> some ApplicationProtocol {
        let (adminPorts, adminPort) = AsyncStream<Int>.makeStream()
        let http = http(settings.adminAddress == nil ? .shared : .clients, parts: server)
        var parts: [any Service] = [
            KeyUpkeep(vault: services.vault, logger: logger),
            ModelUpkeep(settings: settings, client: services.client, vault: services.vault, logger: logger),
            healthUpkeep(services), HeapUpkeep(logger: logger),
            UserUsageUpkeep(
                admission: services.admission,
                retention: settings.userUsageRetention,
                logger: logger
            ),
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
            services: parts.map { NamedService(service: $0) },
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? settings.port
                let adminPort = await adminPorts.first { _ in true }
                // If the second address failed, the server does not start and prints no greeting.
                guard settings.adminAddress == nil || adminPort != nil else { return }
                folder.keep()
                let clients = (settings.host, port)
                let admin = adminPort.flatMap { port in settings.adminAddress.map { ($0.host, port) } }
                publishAddresses(admin: admin ?? clients, clients: clients, by: folder.lock)
                await greet(port: port, adminPort: adminPort, services: services)
            },
            logger: logger
        )
    }

    /// The maximum number of connections to the separate address of administrators.
    ///
    /// Clients cannot use them up.
    private static let maximumAdminConnections = 128

    /// The maximum number of connections to the clients' address.
    private var connections: Int {
        settings.maximumConnections ?? DescriptorLimit.connections(of: DescriptorLimit.current?.soft)
    }

    /// Returns the HTTP side of a listener.
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
            failures: FailedAuthentications(logger: logger, delay: settings.authenticationDelay),
            logger: logger
        )
    }

    private func healthUpkeep(_ services: Services) -> HealthUpkeep {
        HealthUpkeep(store: services.health, retention: settings.healthRetention, logger: logger)
    }

    /// Returns the application on the separate address of administrators.
    ///
    /// It serves until the turns of clients have ended.
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
}
