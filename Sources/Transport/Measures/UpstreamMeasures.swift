public import Telemetry

/// What has happened between a client and one upstream since the client was made.
///
/// All counts only grow, but for ``openTransfers``. Each attempt and each hop of a redirect is a request of its own.
public struct UpstreamMeasures: Sendable, Hashable {
    /// How many requests have begun.
    public private(set) var requests = 0
    /// How many requests ended in which way.
    public private(set) var outcomes: [TransferOutcome: Int] = [:]
    /// How many requests have begun and not ended.
    public private(set) var openTransfers = 0
    /// How many bytes were sent.
    public private(set) var bytesSent = 0
    /// How many bytes were received.
    public private(set) var bytesReceived = 0
    /// How many requests had to make a connection.
    public private(set) var connectionsNew = 0
    /// How many requests went over a connection that was there.
    public private(set) var connectionsReused = 0
    /// How long it took from the start of a request to the first byte of its answer.
    public private(set) var timeToFirstByte = DurationHistogram(bounds: DurationHistogram.answers)

    /// Nothing has happened.
    public init() {}

    /// A thing that happens to a transfer.
    public enum Event: Sendable, Hashable {
        /// The request has begun.
        case began
        /// The request has its connection.
        case connected(isReused: Bool)
        /// So many bytes more were sent.
        case sent(Int)
        /// So many bytes more were received.
        case received(Int)
        /// The first byte of the answer came, so long after the beginning.
        case firstByte(after: Duration)
        /// The request is over.
        case ended(TransferOutcome)
    }

    /// Counts an event.
    public mutating func record(_ event: Event) {
        switch event {
        case .began:
            requests += 1
            openTransfers += 1
        case .connected(let isReused):
            if isReused { connectionsReused += 1 } else { connectionsNew += 1 }
        case .sent(let count):
            bytesSent += count
        case .received(let count):
            bytesReceived += count
        case .firstByte(let duration):
            timeToFirstByte.record(duration)
        case .ended(let outcome):
            outcomes[outcome, default: 0] += 1
            openTransfers -= 1
        }
    }
}
