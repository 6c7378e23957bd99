/// Both ends of a connection, which no two connections that stand have in common.
///
/// One end alone does not tell them apart: the system gives the same port of this machine to several connections, as long as
/// they go to different addresses or ports.
struct ConnectionEnds: Hashable {
    var local: SocketEnd
    var peer: SocketEnd
}

extension ConnectionEnds {
    /// The ends of a connected socket; `nil` for what is no such thing.
    init?(of socket: Int32) {
        guard let local = SocketEnd(localOf: socket), let peer = SocketEnd(peerOf: socket) else { return nil }
        self.init(local: local, peer: peer)
    }
}
