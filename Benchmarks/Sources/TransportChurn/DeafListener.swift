import Glibc

/// A port that never accepts connections: its queue is full, so the kernel drops every further connection request.
final class DeafListener {
    let port: UInt16
    private let listener: Int32
    private var fillers: [Int32] = []

    init() {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        precondition(
            withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                    bind(listener, generic, length) == 0 && listen(listener, 0) == 0
                        && getsockname(listener, generic, &length) == 0
                }
            }
        )
        port = UInt16(bigEndian: address.sin_port)
        // A queue of length 0 holds one connection; the second one makes sure that it is full.
        for _ in 0..<2 {
            let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                    // The connection stays in progress or succeeds; no one waits for it.
                    _ = connect(filler, generic, length)
                }
            }
            fillers.append(filler)
        }
    }

    deinit {
        for descriptor in fillers + [listener] { close(descriptor) }
    }
}
