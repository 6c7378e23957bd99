/// The time limits of the stages of a transfer.
public struct HTTPTimeouts: Sendable, Hashable {
    /// A stage of a transfer.
    public enum Stage: String, Hashable, Sendable {
        /// Waiting, while as many transfers run as are allowed.
        case queue
        /// Resolving the name, connecting and the TLS handshake.
        case connect
        /// From the connection to the end of the response header.
        case firstByte
        /// Between two pieces of the body, without the time in which the reader is slow.
        case idle
        /// From the start to the end of the body.
        case total
    }

    /// The limit on waiting for another transfer to the host to end.
    public var queue: Duration
    /// The limit on resolving the name, connecting and the TLS handshake together.
    public var connect: Duration
    /// The limit from the connection to the end of the response header.
    public var firstByte: Duration
    /// The limit between two pieces of the body.
    public var idle: Duration
    /// The limit on everything; `nil` for none, as long streams need.
    public var total: Duration?

    /// Limits that suit both a JSON interface and a token stream.
    public init(
        connect: Duration = .seconds(10),
        firstByte: Duration = .seconds(60),
        idle: Duration = .seconds(60),
        total: Duration? = nil,
        queue: Duration = .seconds(30)
    ) {
        self.queue = queue
        self.connect = connect
        self.firstByte = firstByte
        self.idle = idle
        self.total = total
    }

    /// The limit for a stage.
    func limit(of stage: Stage) -> Duration? {
        switch stage {
        case .queue: queue
        case .connect: connect
        case .firstByte: firstByte
        case .idle: idle
        case .total: total
        }
    }
}
