import Accounts
import Foundation
import Logging
import ServiceLifecycle
import Storage

/// The deletion of the usage of users after its retention, at the start and then every day.
struct UserUsageUpkeep: Service {
    let admission: Admission
    /// The time for which the usage is kept.
    let retention: Duration
    let logger: Logger

    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await clear()
                // The interval of the upkeep is the reason to sleep here.
                try? await Task.sleep(for: .seconds(86_400))
            }
        }
    }

    private func clear() async {
        // One process: each process would delete the same records.
        do {
            try await admission.deleteErasedUsage()
            let count = try await admission.deleteUserUsage(before: admission.now() - retention / .seconds(1))
            if count > 0 {
                logger.info(
                    "Deleted the usage of users after its retention",
                    metadata: ["count": .stringConvertible(count)]
                )
            }
        } catch {
            logger.warning(
                "Could not delete the usage of users after its retention; trying again tomorrow",
                metadata: ["error": "\(StoreError.reason(of: error))"]
            )
        }
    }
}
