import Glibc

/// A port to which no connection is made: its queue is full, so the kernel drops every further attempt.
final class DeafPort: Sendable {
    let port: UInt16
    private let listener: Int32
    private let fillers: [Int32]

    init() {
        let socket = LoopbackSocket()
        let port = socket.port
        self.port = port
        listener = socket.release()
        precondition(listen(listener, 0) == 0)
        // A queue of length 0 accepts one connection; the second one makes sure that it is full.
        fillers = (0..<2).map { _ in Self.connect(to: port) }
    }

    deinit {
        for descriptor in fillers + [listener] { close(descriptor) }
    }

    /// Starts to connect without waiting.
    private static func connect(to port: UInt16) -> Int32 {
        let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_INET, flags, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        address.sin_port = port.bigEndian
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                _ = Glibc.connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return descriptor
    }
}
