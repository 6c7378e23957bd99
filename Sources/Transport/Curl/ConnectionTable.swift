/// What is known about the connections of a pool, by their two ends.
///
/// libcurl keeps its connections to itself. What it tells of a transfer's connection are the addresses and the ports of
/// its two ends, and when it opens and closes a socket.
struct ConnectionTable {
    /// A connection that stands.
    struct Connection: Hashable {
        var socket: Int32
        /// Whether it is HTTP/2; `nil` before the first answer.
        var isMultiplexed: Bool?
        /// How many of its streams are paused.
        var pausedStreams = 0
        /// Since when one of them at least has been paused all the time.
        var pauseStart: ContinuousClock.Instant?
    }

    private var connections: [ConnectionEnds: Connection] = [:]
    private var endsBySocket: [Int32: ConnectionEnds] = [:]

    /// How many connections stand.
    var count: Int { connections.count }

    subscript(ends: ConnectionEnds) -> Connection? { connections[ends] }

    /// A connection has come about.
    mutating func add(_ socket: Int32, at ends: ConnectionEnds) {
        remove(socket)
        connections[ends] = Connection(socket: socket)
        endsBySocket[socket] = ends
    }

    /// A socket is closed.
    mutating func remove(_ socket: Int32) {
        guard let ends = endsBySocket.removeValue(forKey: socket) else { return }
        if connections[ends]?.socket == socket { connections[ends] = nil }
    }

    /// An answer has shown whether the connection is HTTP/2.
    mutating func hasAnswered(_ ends: ConnectionEnds, isMultiplexed: Bool) {
        connections[ends]?.isMultiplexed = isMultiplexed
    }

    /// A stream is paused; gives the socket when it is the first one of its connection.
    mutating func pause(_ ends: ConnectionEnds, at now: ContinuousClock.Instant) -> Int32? {
        guard var connection = connections[ends] else { return nil }
        if connection.pausedStreams == 0 { connection.pauseStart = now }
        connection.pausedStreams += 1
        connections[ends] = connection
        return connection.pausedStreams == 1 ? connection.socket : nil
    }

    /// A paused stream goes on or is over; gives the socket when none of its connection is paused any more.
    mutating func resume(_ ends: ConnectionEnds) -> Int32? {
        guard var connection = connections[ends], connection.pausedStreams > 0 else { return nil }
        connection.pausedStreams -= 1
        if connection.pausedStreams == 0 { connection.pauseStart = nil }
        connections[ends] = connection
        return connection.pausedStreams == 0 ? connection.socket : nil
    }
}
