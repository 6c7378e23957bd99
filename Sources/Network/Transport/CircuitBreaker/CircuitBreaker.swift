/// A switch that stops requests to an upstream that keeps failing, and that tests the upstream after a while.
///
/// - **closed**: All requests pass. When enough of the last requests failed, the breaker opens.
/// - **open**: No request passes, so the upstream can recover and callers fail at once. After a fixed time the breaker half-opens.
/// - **half-open**: A few requests pass as probes. The breaker closes when all of them succeed, and opens when one of them fails.
///
/// It is a value without a clock: the caller passes the time. ``CircuitBreakers`` is the form that tasks share.
public struct CircuitBreaker: Sendable {
    /// When a breaker opens, and for how long.
    public struct Settings: Sendable, Hashable {
        /// The number of failures within the window that opens the breaker.
        public var failureThreshold: Int
        /// The share of the requests within the window that must also have failed, from 0 to 1.
        ///
        /// It keeps the breaker closed for a busy upstream that fails a few of thousands of requests.
        public var failureShare: Double
        /// The time for which an outcome counts.
        public var window: Duration
        /// The time for which an open breaker stops all requests.
        public var openDuration: Duration
        /// The number of requests that pass as probes after that time, and that must succeed.
        public var probes: Int

        /// Settings that suit most upstreams.
        public init(
            failureThreshold: Int = 5,
            failureShare: Double = 0.5,
            window: Duration = .seconds(30),
            openDuration: Duration = .seconds(15),
            probes: Int = 1
        ) {
            self.failureThreshold = max(1, failureThreshold)
            self.failureShare = failureShare
            self.window = window
            self.openDuration = openDuration
            self.probes = max(1, probes)
        }
    }

    /// The behavior of a breaker for the next request.
    public enum State: Sendable, Hashable {
        /// The breaker lets it pass.
        case closed
        /// The breaker stops it until this time.
        case open(until: ContinuousClock.Instant)
        /// The breaker lets it pass if it is one of the probes.
        case halfOpen
    }

    /// The outcome of a request that the breaker let pass.
    public enum Outcome: Sendable, Hashable {
        /// The upstream works.
        case success
        /// The upstream does not work.
        case failure
        /// The request says nothing about the upstream: its task was cancelled, it was not valid, or this process had no capacity
        /// for it.
        case unknown
    }

    /// The permission to send one request, which the caller returns with the outcome.
    public struct Permit: Sendable, Hashable {
        /// The number of state changes before the permit was issued; the outcome counts only if the breaker has not changed since.
        fileprivate let generation: Int
    }

    private enum Phase {
        case closed
        case open(until: ContinuousClock.Instant)
        case halfOpen(underway: Int, succeeded: Int)
    }

    private let settings: Settings
    private var phase = Phase.closed
    private var generation = 0
    private var lastChange: ContinuousClock.Instant
    private var window: OutcomeWindow

    /// A closed breaker.
    public init(settings: Settings = .init(), now: ContinuousClock.Instant) {
        self.settings = settings
        lastChange = now
        window = OutcomeWindow(length: settings.window, now: now)
    }

    /// The state at a time; an open breaker counts as half-open when its time is over.
    public func state(at now: ContinuousClock.Instant) -> State {
        switch phase {
        case .closed: .closed
        case .open(let end): now < end ? .open(until: end) : .halfOpen
        case .halfOpen: .halfOpen
        }
    }

    /// Whether the breaker can be removed: its window is empty, or it had no request since it could half-open.
    func isIdle(at now: ContinuousClock.Instant) -> Bool {
        switch phase {
        case .closed: window.counts(at: now) == (0, 0)
        case .open(let end): now >= end + settings.openDuration
        // A probe that is under way still reports its outcome.
        case .halfOpen(let underway, _): underway == 0 && now >= lastChange + settings.openDuration
        }
    }

    /// Returns the permission to send a request, or `nil` when the breaker stops it.
    public mutating func permit(at now: ContinuousClock.Instant) -> Permit? {
        if case .open(let end) = phase, now >= end { enter(.halfOpen(underway: 0, succeeded: 0), at: now) }
        switch phase {
        case .closed:
            break
        case .open:
            return nil
        case .halfOpen(let underway, let succeeded):
            guard underway + succeeded < settings.probes else { return nil }
            phase = .halfOpen(underway: underway + 1, succeeded: succeeded)
        }
        return Permit(generation: generation)
    }

    /// Records the outcome of a request that the breaker let pass; each permit must be returned once.
    public mutating func record(_ outcome: Outcome, for permit: Permit, at now: ContinuousClock.Instant) {
        guard permit.generation == generation else { return }
        switch (phase, outcome) {
        case (.closed, .success):
            window.record(isSuccess: true, at: now)
        case (.closed, .failure):
            window.record(isSuccess: false, at: now)
            if isFailing(at: now) { enter(.open(until: now + settings.openDuration), at: now) }
        case (.halfOpen(let underway, let succeeded), .success):
            if succeeded + 1 < settings.probes {
                phase = .halfOpen(underway: underway - 1, succeeded: succeeded + 1)
            } else {
                enter(.closed, at: now)
            }
        case (.halfOpen, .failure):
            enter(.open(until: now + settings.openDuration), at: now)
        case (.halfOpen(let underway, let succeeded), .unknown):
            phase = .halfOpen(underway: underway - 1, succeeded: succeeded)
        case (.closed, .unknown), (.open, _):
            break
        }
    }

    private func isFailing(at now: ContinuousClock.Instant) -> Bool {
        let (successes, failures) = window.counts(at: now)
        return failures >= settings.failureThreshold
            && Double(failures) >= settings.failureShare * Double(successes + failures)
    }

    private mutating func enter(_ next: Phase, at now: ContinuousClock.Instant) {
        phase = next
        lastChange = now
        generation += 1
        window.clear()
    }
}
