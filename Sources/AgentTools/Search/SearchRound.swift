/// One search with all upstreams in parallel, with a time limit.
struct SearchRound {
    /// The outcome of one upstream.
    enum Outcome: Sendable, Equatable {
        case found([SearchHit])
        /// The upstream failed, and these are cached results of this age.
        case stale([SearchHit], age: Duration, UpstreamFailure)
        case failed(UpstreamFailure)
    }

    let upstreams: [any SearchUpstream]
    let timeLimit: Duration
    let cache: SearchCache

    private enum Arrival: Sendable {
        case outcome(Int, Outcome)
        case timedOut
        case cancelled
    }

    /// Queries all upstreams; one that has not answered within the time limit counts as timed out.
    ///
    /// - Throws: Only `CancellationError`.
    /// - Returns: One outcome for each upstream, in their order.
    func run(_ query: SearchQuery) async throws -> [Outcome] {
        var query = query
        // Slightly less than the time limit, so that a silent upstream times out by itself and its circuit breaker counts the failure.
        query.timeLimit = timeLimit - min(timeLimit / 10, .milliseconds(250))
        var outcomes: [Outcome] = upstreams.map { .failed(.init(.timedOut, host: $0.host(for: query.caller))) }
        await withTaskGroup(of: Arrival.self) { [query] group in
            for (index, upstream) in upstreams.enumerated() {
                group.addTask { await search(upstream, query, index) }
            }
            // This sleep is the time limit itself.
            group.addTask { [timeLimit] in
                try? await Task.sleep(for: timeLimit)
                return .timedOut
            }
            var missing = upstreams.count
            while missing > 0, let arrival = await group.next() {
                switch arrival {
                case .outcome(let index, let outcome):
                    outcomes[index] = outcome
                    missing -= 1
                case .timedOut, .cancelled: missing = 0
                }
            }
            group.cancelAll()
        }
        try Task.checkCancellation()
        return zip(upstreams, outcomes).map { upstream, outcome in
            guard case .failed(let failure) = outcome, let stale = cache.staleHits(upstream, query) else {
                return outcome
            }
            return .stale(stale.value, age: stale.age, failure)
        }
    }

    private func search(_ upstream: any SearchUpstream, _ query: SearchQuery, _ index: Int) async -> Arrival {
        do {
            return .outcome(index, .found(try await cache.hits(upstream, query)))
        } catch let failure as UpstreamFailure {
            return .outcome(index, .failed(failure))
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .outcome(index, .failed(.init(.unreadable, host: upstream.host(for: query.caller))))
        }
    }
}
