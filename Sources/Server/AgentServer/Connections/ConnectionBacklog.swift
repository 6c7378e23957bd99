import Glibc

/// The bytes of a connection's responses that its peer has not accepted yet, and the number that it has accepted.
struct ConnectionBacklog {
    /// The number of unsent bytes that are ignored if only the kernel holds them.
    ///
    /// It continues to send them after a connection is closed.
    static let kernelShare: Int64 = 64 << 10

    /// The number of unsent bytes; 0 if only the kernel holds some and they are few.
    let unsent: Int64
    /// The number of bytes that the peer has accepted.
    ///
    /// It grows only when the peer accepts more.
    let accepted: Int64

    /// Creates a backlog from counts.
    ///
    /// - Parameters:
    ///   - written: The number of response bytes that were written.
    ///   - buffered: The number of these that the kernel has not accepted.
    ///   - progress: The counts of the kernel; `nil` if it has none.
    init(written: Int64, buffered: Int64, progress: SocketProgress?) {
        guard let progress else {
            (unsent, accepted) = (buffered, written - buffered)
            return
        }
        unsent = buffered > 0 || progress.queued > Self.kernelShare ? buffered + progress.queued : 0
        accepted = progress.acknowledged
    }
}

/// The counts of the kernel for a TCP socket's outgoing bytes.
///
/// Only they show whether a peer accepts data, because the kernel reports a socket as writable only when a large part of its buffer is
/// free, which can be minutes apart with a slow reader.
struct SocketProgress {
    /// The number of bytes that are unsent or not acknowledged.
    let queued: Int64
    /// The number of bytes that the peer has acknowledged.
    let acknowledged: Int64

    /// The offset of `tcpi_bytes_acked` in Linux's `struct tcp_info`.
    ///
    /// The C library declares only an older, shorter struct.
    private static let acknowledgedOffset = 120

    init(queued: Int64, acknowledged: Int64) {
        (self.queued, self.acknowledged) = (queued, acknowledged)
    }

    /// Reads the counts from the kernel; `nil` if the socket is not a TCP socket.
    init?(_ socket: CInt) {
        var information = [UInt8](repeating: 0, count: 256)
        var length = socklen_t(information.count)
        guard getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, &information, &length) == 0,
            length >= Self.acknowledgedOffset + 8
        else { return nil }
        var queued: CInt = 0
        // SIOCOUTQ has the same number as TIOCOUTQ.
        guard ioctl(socket, UInt(TIOCOUTQ), &queued) == 0 else { return nil }
        let bytes = information.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: Self.acknowledgedOffset, as: UInt64.self)
        }
        self.init(queued: Int64(queued), acknowledged: Int64(clamping: bytes))
    }
}
