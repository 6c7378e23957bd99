import Synchronization

/// One circuit breaker for each upstream, to be shared by everybody who sends to them.
///
/// ```swift
/// let breakers = CircuitBreakers()
/// let response = try await client.send(request, through: breakers)
/// ```
public final class CircuitBreakers: Sendable {
    /// From so many upstreams on, those that may be forgotten are, before a new one is made.
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

    /// The state of every upstream of which something is known; the others are closed.
    public var states: [String: CircuitBreaker.State] {
        let now = now()
        return breakers.withLock { $0 }.mapValues { $0.state(at: now) }
    }

    /// Asks for leave to send a request to an upstream.
    ///
    /// - Throws: A ``TransportError`` with code `circuitOpen` when requests to it are held back.
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
                "a request that tries it out is under way"
            }
        throw TransportError(
            .circuitOpen,
            "Nothing is sent to \(upstream) for the moment, as too many requests to it failed; \(wait).",
            isRetrySafe: true
        )
    }

    /// Takes the outcome of a request that was let through.
    func record(_ outcome: CircuitBreaker.Outcome, for permit: CircuitBreaker.Permit, upstream: String) {
        let now = now()
        breakers.withLock { $0[upstream]?.record(outcome, for: permit, at: now) }
    }
}
