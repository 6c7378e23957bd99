/// Holds requests back from an upstream that keeps failing, and tries it again after a while.
///
/// - **closed**: Everything goes through. When enough of the last requests failed, it opens.
/// - **open**: Nothing goes through, so the upstream can recover and callers learn at once. After a fixed time it half-opens.
/// - **half-open**: A few requests go through as probes. When all of them succeed it closes, when one fails it opens again.
///
/// It is a value that is told the time and does nothing by itself; ``CircuitBreakers`` is the form to share.
public struct CircuitBreaker: Sendable {
    /// When to open, and for how long.
    public struct Settings: Sendable, Hashable {
        /// How many failures within the window open the breaker.
        public var failureThreshold: Int
        /// Which part of the requests within the window must have failed as well, from 0 to 1.
        ///
        /// It keeps a busy upstream with a few failures among thousands of answers in use.
        public var failureShare: Double
        /// How far back failures count.
        public var window: Duration
        /// How long nothing goes through.
        public var openDuration: Duration
        /// How many requests go through as probes afterwards, and must succeed.
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

    /// What a breaker does with requests.
    public enum State: Sendable, Hashable {
        /// Lets them through.
        case closed
        /// Holds them back until then.
        case open(until: ContinuousClock.Instant)
        /// Lets a few of them through to see how they fare.
        case halfOpen
    }

    /// How a request that was let through has fared.
    public enum Outcome: Sendable, Hashable {
        /// The upstream works.
        case success
        /// The upstream does not work.
        case failure
        /// It tells nothing about the upstream: the task was cancelled, the request could not be sent as it was, or this
        /// side had no room for it.
        case unknown
    }

    /// The leave to send a request, to be given back with its outcome.
    public struct Permit: Sendable, Hashable {
        /// The times the breaker had changed its state; a permit from before the last change counts no more.
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

    /// The state; an open breaker whose time is up counts as half-open.
    public func state(at now: ContinuousClock.Instant) -> State {
        switch phase {
        case .closed: .closed
        case .open(let end): now < end ? .open(until: end) : .halfOpen
        case .halfOpen: .halfOpen
        }
    }

    /// Whether it may be forgotten: it holds nothing of the last while, or nobody has asked since it should have half-opened.
    func isIdle(at now: ContinuousClock.Instant) -> Bool {
        switch phase {
        case .closed: window.counts(at: now) == (0, 0)
        case .open(let end): now >= end + settings.openDuration
        // A probe that is under way brings its outcome.
        case .halfOpen(let underway, _): underway == 0 && now >= lastChange + settings.openDuration
        }
    }

    /// Asks for leave to send a request; `nil` when it is held back.
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

    /// Takes the outcome of a request that was let through; each permit must come back once.
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
