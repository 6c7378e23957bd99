/// The open connections of a pool, by their two ends.
///
/// libcurl does not show its connections. It shows the addresses and ports of the two ends of a transfer's connection, and it
/// calls back when it opens and closes a socket.
struct ConnectionTable {
    /// An open connection.
    struct Connection: Hashable {
        var socket: Int32
        /// Whether it is HTTP/2; `nil` before the first response.
        var isMultiplexed: Bool?
        /// The number of its streams that are paused.
        var pausedStreams = 0
        /// When its first stream was paused; `nil` when none is.
        var pauseStart: ContinuousClock.Instant?
    }

    private var connections: [ConnectionEnds: Connection] = [:]
    private var endsBySocket: [Int32: ConnectionEnds] = [:]

    /// The number of open connections.
    var count: Int { connections.count }

    subscript(ends: ConnectionEnds) -> Connection? { connections[ends] }

    /// Adds a connection that was made.
    mutating func add(_ socket: Int32, at ends: ConnectionEnds) {
        remove(socket)
        connections[ends] = Connection(socket: socket)
        endsBySocket[socket] = ends
    }

    /// Removes a socket that was closed.
    mutating func remove(_ socket: Int32) {
        guard let ends = endsBySocket.removeValue(forKey: socket) else { return }
        if connections[ends]?.socket == socket { connections[ends] = nil }
    }

    /// Records whether the connection is HTTP/2, which its first response shows.
    mutating func recordAnswer(_ ends: ConnectionEnds, isMultiplexed: Bool) {
        connections[ends]?.isMultiplexed = isMultiplexed
    }

    /// Counts a paused stream; returns the socket when it is the first one of its connection.
    mutating func pause(_ ends: ConnectionEnds, at now: ContinuousClock.Instant) -> Int32? {
        guard var connection = connections[ends] else { return nil }
        if connection.pausedStreams == 0 { connection.pauseStart = now }
        connection.pausedStreams += 1
        connections[ends] = connection
        return connection.pausedStreams == 1 ? connection.socket : nil
    }

    /// Counts a stream that resumed or ended; returns the socket when no stream of its connection is paused any more.
    mutating func resume(_ ends: ConnectionEnds) -> Int32? {
        guard var connection = connections[ends], connection.pausedStreams > 0 else { return nil }
        connection.pausedStreams -= 1
        if connection.pausedStreams == 0 { connection.pauseStart = nil }
        connections[ends] = connection
        return connection.pausedStreams == 0 ? connection.socket : nil
    }
}

/// Both ends of a connection, which identify it among the open connections.
///
/// One end alone does not: several connections can have the same local port if they go to different addresses or
/// ports.
struct ConnectionEnds: Hashable {
    var local: SocketEnd
    var peer: SocketEnd
}

extension ConnectionEnds {
    /// The ends of a connected socket; `nil` for any other descriptor.
    init?(of socket: Int32) {
        guard let local = SocketEnd(localOf: socket), let peer = SocketEnd(peerOf: socket) else { return nil }
        self.init(local: local, peer: peer)
    }
}
