public import Telemetry

/// The counts and times of the requests from a client to one upstream, since the client was made.
///
/// All counts only grow, except ``openTransfers``. Each attempt and each hop of a redirect counts as a request.
public struct UpstreamMetrics: Sendable, Hashable {
    /// The number of requests that started.
    public private(set) var requests = 0
    /// The number of requests by their outcome.
    public private(set) var outcomes: [TransferOutcome: Int] = [:]
    /// The number of requests that have started and not ended.
    public private(set) var openTransfers = 0
    /// The number of bytes sent.
    public private(set) var bytesSent = 0
    /// The number of bytes received.
    public private(set) var bytesReceived = 0
    /// The number of requests that made a new connection.
    public private(set) var connectionsNew = 0
    /// The number of requests that reused a connection.
    public private(set) var connectionsReused = 0
    /// The time from the start of a request to the first byte of its answer.
    public private(set) var timeToFirstByte = DurationHistogram(bounds: DurationHistogram.answers)

    /// The metrics before the first request.
    public init() {}

    /// An event of a transfer.
    public enum Event: Sendable, Hashable {
        /// The request started.
        case started
        /// The request has its connection.
        case connected(isReused: Bool)
        /// This number of further bytes was sent.
        case sent(Int)
        /// This number of further bytes was received.
        case received(Int)
        /// The first byte of the answer arrived, this long after the start.
        case firstByte(after: Duration)
        /// The request ended.
        case ended(TransferOutcome)
    }

    /// Counts an event.
    public mutating func record(_ event: Event) {
        switch event {
        case .started:
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

/// The outcome of a request.
public enum TransferOutcome: Sendable, Hashable {
    /// A complete answer; the number is the first digit of its status.
    case answered(statusClass: Int)
    /// An error, before the answer or within it.
    case failed(TransportError.Code)

    /// The outcome of a complete answer with a status such as 404.
    public static func answered(status: Int) -> TransferOutcome { .answered(statusClass: status / 100) }
}

extension TransferOutcome: CustomStringConvertible {
    /// A word for labels, such as `2xx` or `connect`.
    public var description: String {
        switch self {
        case .answered(let statusClass): "\(statusClass)xx"
        case .failed(let code): code.description
        }
    }
}
