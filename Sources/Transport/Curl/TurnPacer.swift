/// Decides when a busy loop waits a moment, so that one turn serves several sockets.
///
/// To wake two threads for each token, the loop's and the reader's, costs more than the token itself. When turns follow one
/// another so closely that two fall into an interval, and many transfers are open, the next turn begins a fraction of a
/// millisecond after the last one, and finds more than one token there. As soon as it does not, the loop goes back to serving each
/// at once; so a quiet client, and one with few transfers, never waits.
struct TurnPacer {
    typealias Instant = ContinuousClock.Instant

    /// How long after the beginning of a turn the next one begins, while turns are paced.
    static let interval = Duration.microseconds(500)
    /// How many turns in close succession it takes.
    static let denseTurns = 16
    /// With fewer transfers open there is nothing to gain.
    static let minimumTransfers = 8

    private var lastTurn: Instant?
    private var denseCount = 0
    private var isPaced = false

    /// A turn is about to begin; gives how long to wait before it.
    mutating func pause(at now: Instant, openTransfers: Int) -> Duration? {
        isPaced = false
        guard let lastTurn, openTransfers >= Self.minimumTransfers, denseCount >= Self.denseTurns else { return nil }
        let rest = Self.interval - (now - lastTurn)
        guard rest > .zero else { return nil }
        isPaced = true
        return rest
    }

    /// A turn has begun with so many sockets that were ready.
    mutating func began(at now: Instant, readySockets: Int) {
        defer { lastTurn = now }
        if isPaced {
            // Of no use when it has found one socket only.
            if readySockets < 2 { denseCount = 0 }
        } else {
            let isDense = lastTurn.map { self.isDense(now - $0, readySockets) } ?? false
            denseCount = isDense ? min(denseCount + 1, Self.denseTurns) : 0
        }
    }

    /// Whether at such a pace an interval would bring more than one socket.
    private func isDense(_ time: Duration, _ readySockets: Int) -> Bool {
        time < Self.interval / 2 || readySockets > 1 && time < Self.interval * 2
    }
}
