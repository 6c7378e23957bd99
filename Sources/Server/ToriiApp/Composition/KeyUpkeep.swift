import KeyVault
import Logging
import ServiceLifecycle

/// The upkeep of the keys while the server runs.
///
/// It logs automatic changes for the operator.
struct KeyUpkeep: Service, CustomStringConvertible {
    let vault: KeyVault
    let logger: Logger

    /// The name alone, because a service group would otherwise print all parts of the service at the start.
    var description: String { "KeyUpkeep" }

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
