import Glibc
import Synchronization

/// A loopback server that handles each connection exactly as a test says, on a thread of its own.
final class RawServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let accepted = Atomic<Int>(0)

    /// Listens on a free port; `serve` runs once for each connection, which is closed when it returns.
    convenience init(sendBufferBytes: Int32? = nil, serve: @escaping @Sendable (RawConnection) -> Void) {
        self.init(on: LoopbackSocket(), sendBufferBytes: sendBufferBytes, serve: serve)
    }

    /// Listens on a socket that is already bound.
    init(on socket: LoopbackSocket, sendBufferBytes: Int32? = nil, serve: @escaping @Sendable (RawConnection) -> Void) {
        socket.listen()
        port = socket.port
        listener = socket.release()
        runOnThread { [self] in
            while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                accepted.add(1, ordering: .relaxed)
                let connection = RawConnection(descriptor, sendBufferBytes: sendBufferBytes)
                runOnThread { serve(connection) }
            }
            close(listener)
        }
    }

    /// The number of accepted connections.
    var connectionCount: Int { accepted.load(ordering: .relaxed) }

    func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Stops accepting connections.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private static let refusing = LoopbackSocket()

    /// A port without a listener, which no other socket can use.
    static func closedPort() -> UInt16 { refusing.port }
}

/// One connection, closed with its last reference.
final class RawConnection: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32, sendBufferBytes: Int32?) {
        self.descriptor = descriptor
        guard var size = sendBufferBytes else { return }
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// Reads one request with its body; `nil` when the peer has closed the connection.
    func readRequest() -> String? {
        var bytes: [UInt8] = []
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.firstRange(of: "\r\n\r\n") {
                let length =
                    text[..<end.lowerBound].split(separator: "\r\n")
                    .first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.split(separator: " ")[1]) } ?? 0
                if text[end.upperBound...].utf8.count >= length { return text }
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }

    /// Reads that many bytes; `nil` when the peer has closed the connection before.
    func read(count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let received = bytes.withUnsafeMutableBytes { buffer in
                recv(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, 0)
            }
            guard received > 0 else { return nil }
            filled += received
        }
        return bytes
    }

    /// Writes all bytes; returns `false` when the peer has closed the connection.
    @discardableResult
    func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Writes all bytes; returns `false` when the peer has closed the connection.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Writes while the peer accepts bytes, and returns their number when it has accepted none for `patience` milliseconds.
    func writeUntilStalled(_ bytes: ArraySlice<UInt8>, patience: Int32) -> Int {
        var written = 0
        while written < bytes.count {
            var event = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&event, 1, patience) > 0 else { break }
            let count = bytes.dropFirst(written).withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            guard count > 0 else { break }
            written += count
        }
        return written
    }

    /// Waits until the peer closes or resets the connection.
    func waitForPeerToClose() {
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, 0) > 0 {}
    }

    /// Waits at most that many milliseconds for the peer to close or reset the connection; returns whether it did.
    func hasClosed(within milliseconds: Int32) -> Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, milliseconds) > 0 else { return false }
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) <= 0
    }

    /// Makes the close of the connection a reset.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Runs blocking work on a thread where it blocks no task.
func runOnThread(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(ThreadBody(run: body)).toOpaque()
    let code = pthread_create(
        &thread,
        nil,
        { context in
            if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        },
        context
    )
    precondition(code == 0)
    pthread_detach(thread)
}
