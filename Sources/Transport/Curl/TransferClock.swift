/// Knows at which stage a transfer is and when that stage's time is up; it is told the time.
struct TransferClock {
    typealias Instant = ContinuousClock.Instant

    private enum Phase {
        case queued, connecting, awaitingHead, receiving
        /// The reader is slow; that is no fault of the upstream's.
        case paused
    }

    private let timeouts: HTTPTimeouts
    private let start: Instant
    private var phase = Phase.queued
    private var phaseStart: Instant

    init(timeouts: HTTPTimeouts, now: Instant) {
        self.timeouts = timeouts
        start = now
        phaseStart = now
    }

    /// Whether a byte of the request may have left.
    var isConnected: Bool { phase != .queued && phase != .connecting }

    /// Whether the reader is behind.
    var isPaused: Bool { phase == .paused }

    /// Since when the reader has been behind; `nil` when it is not.
    var pauseStart: Instant? { phase == .paused ? phaseStart : nil }

    /// How long it has been under way, the wait for its turn included.
    func age(at now: Instant) -> Duration { now - start }

    /// Its turn has come.
    mutating func started(at now: Instant) { enter(.connecting, at: now) }

    mutating func connected(at now: Instant) { enter(.awaitingHead, at: now) }

    /// The header, or a piece of the body, has come.
    mutating func received(at now: Instant) { enter(.receiving, at: now) }

    mutating func paused(at now: Instant) {
        if phase != .paused { enter(.paused, at: now) }
    }

    mutating func resumed(at now: Instant) {
        if phase == .paused { enter(.receiving, at: now) }
    }

    /// Nothing could come until then, for a reason at this end.
    mutating func heldUp(until end: Instant) {
        if phase != .paused { phaseStart = max(phaseStart, end) }
    }

    private mutating func enter(_ next: Phase, at now: Instant) {
        phase = next
        phaseStart = now
    }

    /// The stage whose limit comes first, and when; `nil` as long as nothing limits it.
    var deadline: (stage: HTTPTimeouts.Stage, at: Instant)? {
        let current: (stage: HTTPTimeouts.Stage, at: Instant)? =
            switch phase {
            case .queued: (.queue, phaseStart + timeouts.queue)
            case .connecting: (.connect, phaseStart + timeouts.connect)
            case .awaitingHead: (.firstByte, phaseStart + timeouts.firstByte)
            case .receiving: (.idle, phaseStart + timeouts.idle)
            case .paused: nil
            }
        guard let total = timeouts.total else { return current }
        let end = start + total
        return if let current, current.at <= end { current } else { (.total, end) }
    }
}
