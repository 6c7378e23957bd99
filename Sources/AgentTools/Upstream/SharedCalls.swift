import Synchronization

/// Makes a call once for all who want its outcome at the same time.
///
/// It goes on as long as one of them waits, and is cancelled with the last.
final class SharedCalls<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let table = Mutex(SharedCallTable<Key, Value>())

    /// The outcome of the call that is under way for the key, else of a new one.
    ///
    /// - Throws: What the call throws, or `CancellationError` when this task is cancelled.
    func value(for key: Key, _ call: @escaping @Sendable () async throws -> Value) async throws -> Value {
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
        case .begin(let id):
            // The call belongs to all who wait for it, so it cannot be a child of the task that happened to come first.
            let task = Task { [self] in
                let outcome: Result<Value, any Error>
                do { outcome = .success(try await call()) } catch { outcome = .failure(error) }
                for waiter in table.withLock({ $0.finish(key, call: id) }) { waiter.resume(with: outcome) }
            }
            if !table.withLock({ $0.began(key, call: id, task) }) { task.cancel() }
        }
    }
}
