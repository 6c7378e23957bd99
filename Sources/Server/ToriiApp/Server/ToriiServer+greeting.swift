import AgentRuntime
import Foundation
import Logging

extension ToriiServer {
    /// Publishes the URLs of the admin interface and of the interface for clients, for the command line.
    ///
    /// If that fails, the commands need TORII_ADMIN_URL.
    func publishAddresses(
        admin: (host: String, port: Int),
        clients: (host: String, port: Int),
        by lock: DataFolderLock
    ) {
        func url(_ address: (host: String, port: Int)) -> String {
            "http://\(Greeting.reachable(address.host)):\(address.port)"
        }
        do {
            try lock.publish((url(admin), url(clients)))
        } catch {
            logger.error(
                "Could not write the server's address to torii.lock; commands need TORII_ADMIN_URL",
                metadata: ["error": "\(error)"]
            )
        }
    }

    /// Creates missing tokens and prints the greeting.
    ///
    /// It runs this late because a start that fails would lose the tokens.
    func greet(port: Int, adminPort: Int?, services: Services) async {
        do {
            let greeting = Greeting(
                port: port,
                adminPort: adminPort,
                settings: settings,
                issued: try await services.firstStart.issueMissing(to: showsTokens ? nil : settings.firstTokensPath),
                models: settings.models.isEmpty
                    ? [try await services.runtime.models.preferred().reference] : settings.models,
                obstacle: services.modelObstacle(settings).map { "\($0); see `torii keys list`" },
                codes: showsTokens ? services.sessions : nil
            )
            await onListening(greeting)
        } catch {
            logger.critical(
                "Could not create the first tokens; stop the server, repair the data folder, and start again",
                metadata: ["error": "\(error)"]
            )
        }
    }
}
