/// What is known about the connections of a pool, by this machine's end of them.
///
/// libcurl keeps its connections to itself. What it tells of a transfer's connection is the address and the port at this end,
/// and when it opens and closes a socket.
struct ConnectionTable {
    /// A connection that stands.
    struct Connection: Hashable {
        var socket: Int32
        /// Whether it is HTTP/2; `nil` before the first answer.
        var isMultiplexed: Bool?
        /// How many of its streams are paused.
        var pausedStreams = 0
    }

    private var connections: [SocketEnd: Connection] = [:]
    private var ends: [Int32: SocketEnd] = [:]

    /// How many connections stand.
    var count: Int { connections.count }

    subscript(end: SocketEnd) -> Connection? { connections[end] }

    /// A connection has come about.
    mutating func add(_ socket: Int32, at end: SocketEnd) {
        remove(socket)
        connections[end] = Connection(socket: socket)
        ends[socket] = end
    }

    /// A socket is closed.
    mutating func remove(_ socket: Int32) {
        guard let end = ends.removeValue(forKey: socket) else { return }
        if connections[end]?.socket == socket { connections[end] = nil }
    }

    /// An answer has shown whether the connection is HTTP/2.
    mutating func hasAnswered(_ end: SocketEnd, isMultiplexed: Bool) {
        connections[end]?.isMultiplexed = isMultiplexed
    }

    /// A stream is paused; gives the socket when it is the first one of its connection.
    mutating func pause(_ end: SocketEnd) -> Int32? {
        guard var connection = connections[end] else { return nil }
        connection.pausedStreams += 1
        connections[end] = connection
        return connection.pausedStreams == 1 ? connection.socket : nil
    }

    /// A paused stream goes on or is over; gives the socket when none of its connection is paused any more.
    mutating func resume(_ end: SocketEnd) -> Int32? {
        guard var connection = connections[end], connection.pausedStreams > 0 else { return nil }
        connection.pausedStreams -= 1
        connections[end] = connection
        return connection.pausedStreams == 0 ? connection.socket : nil
    }
}
