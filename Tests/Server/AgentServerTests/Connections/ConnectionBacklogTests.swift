import Glibc
import Testing

@testable import AgentServer

@Suite struct ConnectionBacklogTests {
    @Test(
        arguments: [
            // written, buffered, queued, unsent
            (1000, 0, 0, 0), (1000, 0, 65_536, 0), (1_000_000, 0, 65_537, 65_537), (1_000_000, 1, 10, 11),
            (1_000_000, 70_000, 140_000, 210_000),
        ] as [(Int64, Int64, Int64, Int64)]
    )
    func aSmallRestInTheKernelDoesNotCountAsUnsent(_ written: Int64, _ buffered: Int64, _ queued: Int64, unsent: Int64)
    {
        let backlog = ConnectionBacklog(
            written: written,
            buffered: buffered,
            progress: SocketProgress(queued: queued, acknowledged: 77)
        )
        #expect(backlog.unsent == unsent)
        #expect(backlog.accepted == 77)
    }

    @Test func withoutKernelCountsTheBufferedBytesCount() {
        let backlog = ConnectionBacklog(written: 1000, buffered: 300, progress: nil)
        #expect(backlog.unsent == 300)
        #expect(backlog.accepted == 700)
    }

    @Test func theKernelCountsWhatAPeerAccepts() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let sender = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { for descriptor in [listener, sender] { close(descriptor) } }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, pointer, &length) == 0 && connect(sender, pointer, length) == 0
            }
        }
        try #require(isConnected)
        let peer = accept(listener, nil, nil)
        defer { close(peer) }
        _ = fcntl(sender, F_SETFL, O_NONBLOCK)
        // This fills all buffers, because the peer reads nothing.
        let piece = [UInt8](repeating: 1, count: 65_536)
        var sent: Int64 = 0
        while true {
            let count = send(sender, piece, piece.count, Int32(MSG_NOSIGNAL))
            guard count > 0 else { break }
            sent += Int64(count)
        }
        let full = try #require(SocketProgress(sender))
        #expect(full.queued > 0)
        // The kernel counts the opening of the connection as a byte.
        #expect((sent...sent + 1).contains(full.queued + full.acknowledged))
        // The peer reads a part, far too little to make the socket writable.
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var accepted: Int64 = full.acknowledged
        while accepted == full.acknowledged {
            try #require(recv(peer, &buffer, buffer.count, 0) > 0)
            accepted = try #require(SocketProgress(sender)).acknowledged
        }
        #expect(accepted > full.acknowledged)
    }

    @Test func anotherSocketHasNoCounts() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(SocketProgress(ends[0]) == nil)
    }
}
