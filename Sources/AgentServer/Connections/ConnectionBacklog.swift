import Glibc

/// The bytes of a connection's answers that its peer has not accepted yet, and how many it has accepted.
struct ConnectionBacklog {
    /// Bytes that are left to the kernel alone, which keeps trying to send them after a connection is closed.
    static let kernelShare: Int64 = 64 << 10

    /// Bytes that count as unsent; a rest that only the kernel holds, and that is small, does not.
    let unsent: Int64
    /// Bytes that the peer has accepted in all; they grow only when it accepts some.
    let accepted: Int64

    /// Makes one from counts.
    ///
    /// - Parameters:
    ///   - written: Bytes of answers that were written in all.
    ///   - buffered: Those of them that the kernel has not accepted.
    ///   - progress: The kernel's counts; `nil` when it has none.
    init(written: Int64, buffered: Int64, progress: SocketProgress?) {
        guard let progress else {
            (unsent, accepted) = (buffered, written - buffered)
            return
        }
        unsent = buffered > 0 || progress.queued > Self.kernelShare ? buffered + progress.queued : 0
        accepted = progress.acknowledged
    }
}

/// The kernel's counts of a TCP socket's outgoing bytes.
///
/// Only they show whether a peer is alive: the kernel reports a socket as writable when a good part of its buffer is free, which a slow
/// reader takes minutes for.
struct SocketProgress {
    /// Bytes that are unsent or that the peer has not acknowledged.
    let queued: Int64
    /// Bytes that the peer has acknowledged in all.
    let acknowledged: Int64

    /// The place of `tcpi_bytes_acked` in Linux's `struct tcp_info`, of which the C library declares only an older part.
    private static let acknowledgedOffset = 120

    init(queued: Int64, acknowledged: Int64) {
        (self.queued, self.acknowledged) = (queued, acknowledged)
    }

    /// Asks the kernel; `nil` when the socket is not a TCP socket.
    init?(_ socket: CInt) {
        var information = [UInt8](repeating: 0, count: 256)
        var length = socklen_t(information.count)
        guard getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, &information, &length) == 0,
            length >= Self.acknowledgedOffset + 8
        else { return nil }
        var queued: CInt = 0
        // SIOCOUTQ has this number too.
        guard ioctl(socket, UInt(TIOCOUTQ), &queued) == 0 else { return nil }
        let bytes = information.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: Self.acknowledgedOffset, as: UInt64.self)
        }
        self.init(queued: Int64(queued), acknowledged: Int64(clamping: bytes))
    }
}
