/// The limit on the time for which a slow reader may block the other transfers of its connection.
struct HoldUpLimit: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The decision about a paused transfer.
    enum Decision: Hashable, Sendable {
        /// It continues, and is checked again at this time.
        case checkAgain(at: Instant)
        /// It ends, because it has blocked others for too long.
        case end
    }

    private let length: Duration

    init(_ length: Duration) {
        // Without a least length, a paused transfer would be checked continuously.
        self.length = max(length, .milliseconds(10))
    }

    /// When a transfer that is paused now must be checked.
    func firstCheck(at now: Instant) -> Instant { now + length }

    /// Checks a paused transfer; one that blocks no other transfer may stay paused.
    ///
    /// - Parameters:
    ///   - start: The time since which it has been paused.
    ///   - waiting: The number of other transfers of its connection that could continue.
    func decision(pausedSince start: Instant, waiting: Int, at now: Instant) -> Decision {
        if now < start + length { return .checkAgain(at: start + length) }
        return waiting > 0 ? .end : .checkAgain(at: now + length)
    }

    /// The time up to which the upstream is not to blame for the silence on a muted connection.
    ///
    /// It is limited, because slow readers that take turns could otherwise block the others of their connection forever.
    ///
    /// - Parameter start: The time since which the connection has been muted.
    func excuseEnd(since start: Instant, at now: Instant) -> Instant { min(now, start + length) }
}
