import Synchronization

/// The line of erasures: one deletes rows at a time, and those that wait for the write-ahead log to be emptied share one emptying.
///
/// Without it, a write of a turn would wait for a portion of each erasure, and each of them would wait for the readers of the log.
final class ErasureLine: Sendable {
    private enum Role {
        /// The caller empties the log for all that wait.
        case leader
        /// Another caller has emptied it.
        case done(Result<Void, any Error>)
    }

    private struct State {
        var isDeleting = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isEmptying = false
        var emptied: [CheckedContinuation<Role, Never>] = []
        var pace = EmptyingPace()
    }

    private let state = Mutex(State())

    /// Deletes rows, in the order of the calls.
    func delete(_ work: () async throws -> Void) async rethrows {
        await withCheckedContinuation { waiter in
            let isFirst = state.withLock { state -> Bool in
                if state.isDeleting { state.waiting.append(waiter) }
                defer { state.isDeleting = true }
                return !state.isDeleting
            }
            if isFirst { waiter.resume() }
        }
        defer {
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                state.isDeleting = !state.waiting.isEmpty
                return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
            }
            next?.resume()
        }
        try await work()
    }

    /// Empties the log at the pace of ``EmptyingPace``, after all rows that the callers have deleted; one call of the work serves all
    /// callers that wait when it starts.
    func empty(_ work: () async throws -> Void) async throws {
        let role: Role = await withCheckedContinuation { waiter in
            let isFirst = state.withLock { state -> Bool in
                if state.isEmptying { state.emptied.append(waiter) }
                defer { state.isEmptying = true }
                return !state.isEmptying
            }
            if isFirst { waiter.resume(returning: .leader) }
        }
        if case .done(let result) = role { return try result.get() }
        let wait = state.withLock { $0.pace.wait(at: .now) }
        // Those that arrive meanwhile are served together. A cancelled caller empties the log at once, because others wait for it.
        if wait > .zero { try? await Task.sleep(for: wait) }
        let batch = state.withLock { state -> [CheckedContinuation<Role, Never>] in
            defer { state.emptied = [] }
            return state.emptied
        }
        var result = Result<Void, any Error>.success(())
        do { try await work() } catch { result = .failure(error) }
        for waiter in batch { waiter.resume(returning: .done(result)) }
        let leader = state.withLock { state -> CheckedContinuation<Role, Never>? in
            state.isEmptying = !state.emptied.isEmpty
            return state.emptied.isEmpty ? nil : state.emptied.removeFirst()
        }
        leader?.resume(returning: .leader)
        try result.get()
    }
}
