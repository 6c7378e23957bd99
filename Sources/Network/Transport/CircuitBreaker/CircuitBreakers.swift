import Synchronization

/// The circuit breakers of all upstreams, which the senders of requests share.
///
/// ```swift
/// let breakers = CircuitBreakers()
/// let response = try await client.send(request, through: breakers)
/// ```
public final class CircuitBreakers: Sendable {
    /// The number of breakers from which the idle ones are removed before another one is made.
    private static let tidyCount = 256

    private let settings: CircuitBreaker.Settings
    private let now: @Sendable () -> ContinuousClock.Instant
    private let breakers = Mutex<[String: CircuitBreaker]>([:])

    /// Breakers that are all closed.
    ///
    /// - Parameters:
    ///   - settings: When each of them opens, and for how long.
    ///   - now: Reads the clock.
    public init(
        settings: CircuitBreaker.Settings = .init(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.settings = settings
        self.now = now
    }

    /// The states of the upstreams that have a breaker; the others count as closed.
    public var states: [String: CircuitBreaker.State] {
        let now = now()
        return breakers.withLock { $0 }.mapValues { $0.state(at: now) }
    }

    /// Returns the permission to send a request to an upstream.
    ///
    /// - Throws: A ``TransportError`` with code `circuitOpen` when the breaker stops the request.
    func permit(for upstream: String) throws(TransportError) -> CircuitBreaker.Permit {
        let now = now()
        let (permit, state) = breakers.withLock { breakers in
            if breakers[upstream] == nil, breakers.count >= Self.tidyCount {
                breakers = breakers.filter { !$0.value.isIdle(at: now) }
            }
            var breaker = breakers[upstream] ?? CircuitBreaker(settings: settings, now: now)
            let permit = breaker.permit(at: now)
            breakers[upstream] = breaker
            return (permit, breaker.state(at: now))
        }
        if let permit { return permit }
        let wait =
            if case .open(let end) = state {
                "try again in \(max(1, Int(((end - now) / .seconds(1)).rounded(.up)))) s"
            } else {
                "a test request is in progress"
            }
        throw TransportError(
            .circuitOpen,
            "Requests to \(upstream) are stopped because too many of them failed; \(wait).",
            isRetrySafe: true
        )
    }

    /// Records the outcome of a request that the breaker let pass.
    func record(_ outcome: CircuitBreaker.Outcome, for permit: CircuitBreaker.Permit, upstream: String) {
        let now = now()
        breakers.withLock { $0[upstream]?.record(outcome, for: permit, at: now) }
    }
}
