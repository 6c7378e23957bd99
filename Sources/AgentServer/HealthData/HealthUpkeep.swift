import Foundation
package import Logging
import ServiceLifecycle
package import Storage

/// Deletes health samples that have been kept long enough, at the start and then every hour.
package struct HealthUpkeep: Service {
    let store: any HealthStore
    /// How long they are kept after they were measured; `nil` for good.
    let retention: Duration?
    let logger: Logger
    var now: @Sendable () -> Date = { Date() }

    /// Makes the service.
    package init(store: any HealthStore, retention: Duration?, logger: Logger) {
        self.store = store
        self.retention = retention
        self.logger = logger
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                if let retention { await clear(retention) }
                // The pace of the upkeep: the only reason to sleep here.
                try? await Task.sleep(for: .seconds(3600))
            }
        }
    }

    /// Deletes what is too old now.
    func clear(_ retention: Duration) async {
        // One process: each process would delete the same samples.
        do {
            let count = try await store.deleteHealthSamples(before: now() - retention / .seconds(1))
            if count > 0 {
                logger.info("Deleted health samples that were too old", metadata: ["count": .stringConvertible(count)])
            }
        } catch {
            logger.warning("Health samples that are too old stay", metadata: ["error": "\(type(of: error))"])
        }
    }
}
