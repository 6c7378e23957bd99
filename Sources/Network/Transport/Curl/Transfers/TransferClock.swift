/// The stage of a transfer and its deadlines; a value without a clock of its own.
struct TransferClock {
    typealias Instant = ContinuousClock.Instant

    private enum Phase {
        case queued, connecting, awaitingHead, receiving
        /// The reader is slow, which is not the upstream's fault.
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

    /// Whether a byte of the request may have been sent.
    var isConnected: Bool { phase != .queued && phase != .connecting }

    /// Whether the reader is behind.
    var isPaused: Bool { phase == .paused }

    /// The time since which the reader has been behind; `nil` when it is not.
    var pauseStart: Instant? { phase == .paused ? phaseStart : nil }

    /// The time since the transfer was created, its wait in the queue included.
    func age(at now: Instant) -> Duration { now - start }

    /// Records that the wait in the queue is over.
    mutating func started(at now: Instant) { enter(.connecting, at: now) }

    mutating func connected(at now: Instant) { enter(.awaitingHead, at: now) }

    /// Records that the header, or a piece of the body, has arrived.
    mutating func received(at now: Instant) { enter(.receiving, at: now) }

    mutating func paused(at now: Instant) {
        if phase != .paused { enter(.paused, at: now) }
    }

    mutating func resumed(at now: Instant) {
        if phase == .paused { enter(.receiving, at: now) }
    }

    /// Excludes the time up to an instant, in which nothing could arrive for a reason on this side.
    mutating func excludeTime(until end: Instant) {
        if phase != .paused { phaseStart = max(phaseStart, end) }
    }

    private mutating func enter(_ next: Phase, at now: Instant) {
        phase = next
        phaseStart = now
    }

    /// The next limit and its time; `nil` while there is no limit.
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
