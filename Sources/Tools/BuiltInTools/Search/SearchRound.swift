import AgentTools

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

    /// Queries all upstreams; one that has not answered within the time limit counts as timed out.
    ///
    /// - Throws: Only `CancellationError`.
    /// - Returns: One outcome for each upstream, in their order.
    func run(_ query: SearchQuery) async throws -> [Outcome] {
        var query = query
        // Slightly less than the time limit, so that a silent upstream times out by itself and its circuit breaker counts the failure.
        query.timeLimit = timeLimit - min(timeLimit / 10, .milliseconds(250))
        let questions = upstreams.map { upstream in
            ScatterGather.Question(deadline: timeLimit) { [query, cache] in try await cache.hits(upstream, query) }
        }
        let outcomes = try await ScatterGather.outcomes(of: questions)
        return zip(upstreams, outcomes).map { upstream, outcome in
            let host = upstream.host(for: query.caller)
            let failure: UpstreamFailure
            switch outcome {
            case .answered(let hits): return .found(hits)
            case .unanswered: failure = .init(.timedOut, host: host)
            case .failed(let error): failure = error as? UpstreamFailure ?? .init(.unreadable, host: host)
            }
            guard let stale = cache.staleHits(upstream, query) else { return .failed(failure) }
            return .stale(stale.value, age: stale.age, failure)
        }
    }
}
