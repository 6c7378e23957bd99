/// How long each part of a transfer may take.
public struct HTTPTimeouts: Sendable, Hashable {
    /// The part of a transfer that took too long.
    public enum Stage: String, Hashable, Sendable {
        /// Waiting for a turn, while as many transfers as allowed are under way.
        case queue
        /// Resolving the name, connecting and the TLS handshake.
        case connect
        /// From the standing connection to the end of the response header.
        case firstByte
        /// Between two pieces of the body; the time in which the reader is slow does not count.
        case idle
        /// From the start to the end of the body.
        case total
    }

    /// For waiting until there is room for one more transfer to the host.
    public var queue: Duration
    /// For resolving the name, connecting and the TLS handshake together.
    public var connect: Duration
    /// From the standing connection until the whole response header is in.
    public var firstByte: Duration
    /// Between two pieces of the body.
    public var idle: Duration
    /// For everything; `nil` for no limit, as long streams need.
    public var total: Duration?

    /// Limits that suit a JSON interface and a token stream alike.
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
