import Glibc
import Synchronization

/// A TCP socket bound to an address of this machine, closed with its last reference.
///
/// Until ``listen()`` is called, its port refuses connections and no other socket can be bound to it.
final class LoopbackSocket: Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let isReleased = Atomic(false)

    /// Binds a port, a free one if none is passed, on `127.0.0.1` or another host of that network.
    init(host: UInt8 = 1, port wanted: UInt16 = 0) {
        let descriptor = Self.makeDescriptor()
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = (UInt32(127) << 24 | UInt32(host)).bigEndian
        address.sin_port = wanted.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                precondition(bind(descriptor, generic, length) == 0, "No port on this machine.")
                precondition(getsockname(descriptor, generic, &length) == 0)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        self.descriptor = descriptor
    }

    deinit {
        if !isReleased.load(ordering: .relaxed) { close(descriptor) }
    }

    /// Starts to listen; connections wait until they are accepted.
    func listen() { precondition(Glibc.listen(descriptor, 128) == 0) }

    /// Returns the descriptor, which the caller must close.
    func release() -> Int32 {
        isReleased.store(true, ordering: .relaxed)
        return descriptor
    }

    /// The descriptor, for a child process to inherit.
    var inheritable: Int32 { descriptor }

    /// A socket with a number far above those that a child process receives, so that they do not collide.
    private static func makeDescriptor() -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 200)
        precondition(moved >= 0)
        return moved
    }
}
