import LongWork
import Synchronization

/// Makes one call for all tasks that concurrently request its outcome.
///
/// The call continues while at least one task waits, and is cancelled with the last one.
package final class SharedCalls<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let table = Mutex(SharedCallTable<Key, Value>())

    /// Makes a table without calls.
    package init() {}

    /// Returns the outcome of the call in progress for a key, or starts a new call.
    ///
    /// - Throws: The error of the call, or `CancellationError` if this task is cancelled.
    package func value(for key: Key, _ call: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let id = table.withLock { $0.newID() }
        defer { table.withLock { $0.forget(id) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                perform(table.withLock { $0.join(key, id, waiter) }, key, call)
            }
        } onCancel: {
            perform(table.withLock { $0.leave(key, id) }, key, call)
        }
    }

    private func perform(
        _ action: SharedCallTable<Key, Value>.Action,
        _ key: Key,
        _ call: @escaping @Sendable () async throws -> Value
    ) {
        switch action {
        case .none: break
        case .release(let waiter): waiter.resume(throwing: CancellationError())
        case .abandon(let waiter, let task):
            task?.cancel()
            waiter.resume(throwing: CancellationError())
        case .start(let id):
            // The call belongs to all waiters, so it cannot be a child task of the first one, and does not inherit where that one computes:
            // the sender of an answer decides how long it is read.
            let task = Task(executorPreference: LongWork.executor) { [self] in
                let outcome: Result<Value, any Error>
                do { outcome = .success(try await call()) } catch { outcome = .failure(error) }
                for waiter in table.withLock({ $0.finish(key, call: id) }) { waiter.resume(with: outcome) }
            }
            if !table.withLock({ $0.started(key, call: id, task) }) { task.cancel() }
        }
    }
}
