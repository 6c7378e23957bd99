import KeyVault
import Logging
import ServiceLifecycle

/// Looks after the keys while the server runs, and logs what the operator should know.
struct KeyUpkeep: Service {
    let vault: KeyVault
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            await vault.run { [logger] notice in
                logger.log(
                    level: notice.kind == .restored ? .notice : .warning,
                    "\(notice.description)",
                    metadata: ["upstream": "\(notice.upstream)", "subject": "\(notice.subject)"]
                )
            }
        }
    }
}
