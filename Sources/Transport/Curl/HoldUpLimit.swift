/// Decides how long a slow reader may hold up the other transfers of its connection; it is told the time.
struct HoldUpLimit: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// What becomes of a paused transfer.
    enum Decision: Hashable, Sendable {
        /// It goes on, and is to be looked at again then.
        case lookAgain(at: Instant)
        /// It has held up others for too long.
        case end
    }

    private let length: Duration

    init(_ length: Duration) {
        // Without a least length a paused transfer would be looked at all the time.
        self.length = max(length, .milliseconds(10))
    }

    /// When a transfer that is paused now is to be looked at.
    func firstLook(at now: Instant) -> Instant { now + length }

    /// Looks at a paused transfer; one that holds up nobody may be paused as long as it likes.
    ///
    /// - Parameters:
    ///   - start: Since when it has been paused.
    ///   - waiting: How many others of its connection could go on.
    func decision(pausedSince start: Instant, waiting: Int, at now: Instant) -> Decision {
        if now < start + length { return .lookAgain(at: start + length) }
        return waiting > 0 ? .end : .lookAgain(at: now + length)
    }

    /// Until when the silence on a connection that is not read from is no fault of the upstream's.
    ///
    /// It ends at some time, or slow readers that take turns could keep the others of their connection for ever.
    ///
    /// - Parameter start: Since when the connection has not been read from.
    func excuse(since start: Instant, at now: Instant) -> Instant { min(now, start + length) }
}
