/// Knows at which stage a transfer is and when that stage's time is up; it is told the time.
struct TransferClock {
    typealias Instant = ContinuousClock.Instant

    private enum Phase {
        case connecting, awaitingHead, receiving
        /// The reader is slow; that is no fault of the upstream's.
        case paused
    }

    private let timeouts: HTTPTimeouts
    private let start: Instant
    private var phase = Phase.connecting
    private var phaseStart: Instant

    init(timeouts: HTTPTimeouts, now: Instant) {
        self.timeouts = timeouts
        start = now
        phaseStart = now
    }

    /// Whether a byte of the request may have left.
    var isConnected: Bool { phase != .connecting }

    mutating func connected(at now: Instant) { enter(.awaitingHead, at: now) }

    /// The header, or a piece of the body, has come.
    mutating func received(at now: Instant) { enter(.receiving, at: now) }

    mutating func paused(at now: Instant) { enter(.paused, at: now) }

    mutating func resumed(at now: Instant) {
        if phase == .paused { enter(.receiving, at: now) }
    }

    private mutating func enter(_ next: Phase, at now: Instant) {
        phase = next
        phaseStart = now
    }

    /// The stage whose limit comes first, and when; `nil` as long as nothing limits it.
    var deadline: (stage: HTTPTimeouts.Stage, at: Instant)? {
        let current: (stage: HTTPTimeouts.Stage, at: Instant)? =
            switch phase {
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
