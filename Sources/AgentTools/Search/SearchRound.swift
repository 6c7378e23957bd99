/// One search with every upstream at once, which waits for them only so long.
struct SearchRound {
    /// What one upstream said.
    enum Outcome: Sendable, Equatable {
        case found([SearchHit])
        /// It failed, and this is what it found that long ago.
        case remembered([SearchHit], age: Duration, UpstreamFailure)
        case failed(UpstreamFailure)
    }

    let upstreams: [any SearchUpstream]
    let patience: Duration
    let memory: SearchMemory

    private enum Arrival: Sendable {
        case outcome(Int, Outcome)
        case timeIsUp
        case cancelled
    }

    /// Asks all upstreams; what is not there when patience runs out counts as not having answered in time.
    ///
    /// - Throws: Only `CancellationError`.
    /// - Returns: One outcome for each upstream, in their order.
    func run(_ query: SearchQuery) async throws -> [Outcome] {
        var query = query
        // A little less, so that a silent upstream fails by itself and its circuit breaker hears of it.
        query.timeLimit = patience - min(patience / 10, .milliseconds(250))
        var outcomes: [Outcome] = upstreams.map { .failed(.init(.timedOut, host: $0.host(for: query.caller))) }
        await withTaskGroup(of: Arrival.self) { [query] group in
            for (index, upstream) in upstreams.enumerated() {
                group.addTask { await ask(upstream, query, index) }
            }
            // The deadline itself: the only reason to sleep here.
            group.addTask { [patience] in
                try? await Task.sleep(for: patience)
                return .timeIsUp
            }
            var missing = upstreams.count
            while missing > 0, let arrival = await group.next() {
                switch arrival {
                case .outcome(let index, let outcome):
                    outcomes[index] = outcome
                    missing -= 1
                case .timeIsUp, .cancelled: missing = 0
                }
            }
            group.cancelAll()
        }
        try Task.checkCancellation()
        return zip(upstreams, outcomes).map { upstream, outcome in
            guard case .failed(let failure) = outcome, let old = memory.old(upstream, query) else { return outcome }
            return .remembered(old.value, age: old.age, failure)
        }
    }

    private func ask(_ upstream: any SearchUpstream, _ query: SearchQuery, _ index: Int) async -> Arrival {
        do {
            return .outcome(index, .found(try await memory.hits(upstream, query)))
        } catch let failure as UpstreamFailure {
            return .outcome(index, .failed(failure))
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .outcome(index, .failed(.init(.unreadable, host: upstream.host(for: query.caller))))
        }
    }
}
