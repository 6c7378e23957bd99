import Foundation
import Logging
import Storage

extension RunCoordinator {
    /// Deletes the data whose retention period is over.
    func deleteExpired() async {
        // One process: each process would delete the same runs, which costs time and loses nothing.
        let time = now()
        do {
            try await repeating { limit in
                let retention = min(limits.callRetention, limits.runRetention)
                return try await store.deleteCalls(endedBefore: time - retention.timeInterval, limit: limit)
            }
            try await repeating { limit in
                try await store.deleteRuns(endedBefore: time - limits.runRetention.timeInterval, limit: limit)
            }
            try await devices?.store.deleteLateOutputs(
                receivedBefore: time - limits.deviceCalls.lateOutputs.timeInterval
            )
            guard let retention = limits.conversationRetention else { return }
            try await repeating { limit in
                try await store.deleteConversations(updatedBefore: time - retention.timeInterval, limit: limit)
            }
        } catch is CancellationError {
            // The server stops.
        } catch {
            logger.warning("Expired data could not be deleted", metadata: ["error": "\(StoreError.reason(of: error))"])
        }
    }

    /// Deletes in batches, so that the store is never blocked for long.
    private func repeating(_ delete: (Int) async throws -> Int) async throws {
        while try await delete(100) > 0 { try Task.checkCancellation() }
    }
}

extension Duration {
    fileprivate var timeInterval: TimeInterval { self / .seconds(1) }
}
