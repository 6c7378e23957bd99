import Glibc
import Synchronization

/// A loopback server that does with each connection exactly what a test says, on a thread of its own.
final class RawServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let accepted = Atomic<Int>(0)

    /// Listens on a free port; `serve` runs once for each connection, which is closed when it returns.
    init(sendBufferBytes: Int32? = nil, serve: @escaping @Sendable (RawConnection) -> Void) {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                precondition(bind(listener, generic, length) == 0 && listen(listener, 64) == 0)
                precondition(getsockname(listener, generic, &length) == 0)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        runOnThread { [self] in
            while case let descriptor = accept(listener, nil, nil), descriptor >= 0 {
                accepted.add(1, ordering: .relaxed)
                let connection = RawConnection(descriptor, sendBufferBytes: sendBufferBytes)
                runOnThread { serve(connection) }
            }
            close(listener)
        }
    }

    /// How many connections have come in.
    var connectionCount: Int { accepted.load(ordering: .relaxed) }

    func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// Takes no more connections.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// A port on which nobody listens.
    static func closedPort() -> UInt16 {
        let server = RawServer { _ in }
        server.stop()
        return server.port
    }
}

/// One connection; closed when the last reference goes.
final class RawConnection: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32, sendBufferBytes: Int32?) {
        self.descriptor = descriptor
        guard var size = sendBufferBytes else { return }
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// Reads one request with its body; `nil` when the peer has gone.
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

    /// Writes all of it; `false` when the peer has gone.
    @discardableResult
    func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Writes all of it; `false` when the peer has gone.
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

    /// Writes as long as the peer takes bytes, and gives how many it took before it stopped for `patience` milliseconds.
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

    /// Ends the connection with a reset when it is closed.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Runs blocking work where it keeps no task from running.
private func runOnThread(_ body: @escaping @Sendable () -> Void) {
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
