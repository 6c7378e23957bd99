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
