/// One search with every upstream at once, which waits for them only so long.
struct SearchRound {
    /// What one upstream said.
    enum Outcome: Sendable, Equatable {
        case found([SearchHit])
        case failed(UpstreamFailure)
    }

    let upstreams: [any SearchUpstream]
    let patience: Duration

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
        var outcomes: [Outcome] = upstreams.map { .failed(.init(.timedOut, host: $0.host(for: query.caller))) }
        await withTaskGroup(of: Arrival.self) { group in
            for (index, upstream) in upstreams.enumerated() {
                group.addTask { await Self.ask(upstream, query, index) }
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
        return outcomes
    }

    private static func ask(_ upstream: any SearchUpstream, _ query: SearchQuery, _ index: Int) async -> Arrival {
        do {
            return .outcome(index, .found(try await upstream.search(query)))
        } catch let failure as UpstreamFailure {
            return .outcome(index, .failed(failure))
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .outcome(index, .failed(.init(.unreadable, host: upstream.host(for: query.caller))))
        }
    }
}
