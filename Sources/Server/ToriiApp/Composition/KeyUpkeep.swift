import KeyVault
import Logging
import ServiceLifecycle

/// The upkeep of the keys while the server runs.
///
/// It logs automatic changes for the operator.
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
