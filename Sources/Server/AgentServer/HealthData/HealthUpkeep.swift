import Foundation
package import Logging
import ServiceLifecycle
package import ToolRecords

/// The deletion of health samples after their retention, at the start and then every hour.
package struct HealthUpkeep: Service {
    let store: any HealthStore
    /// The retention after the measurement; `nil` for no limit.
    let retention: Duration?
    let logger: Logger
    var now: @Sendable () -> Date = { Date() }

    /// Creates the service.
    package init(store: any HealthStore, retention: Duration?, logger: Logger) {
        self.store = store
        self.retention = retention
        self.logger = logger
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                if let retention { await clear(retention) }
                // The interval of the upkeep is the reason to sleep here.
                try? await Task.sleep(for: .seconds(3600))
            }
        }
    }

    /// Deletes the samples that are older than the retention.
    func clear(_ retention: Duration) async {
        // One process: each process would delete the same samples.
        do {
            let count = try await store.deleteHealthSamples(before: now() - retention / .seconds(1))
            if count > 0 {
                logger.info(
                    "Deleted health samples after their retention",
                    metadata: ["count": .stringConvertible(count)]
                )
            }
        } catch {
            logger.warning(
                "Could not delete health samples after their retention; trying again in an hour",
                metadata: ["error": "\(StoreError.reason(of: error))"]
            )
        }
    }
}
