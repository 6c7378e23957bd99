#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A loopback port that is bound but not listened on, so that connections fail and no other program can use it.
final class UnansweredPort {
    private let descriptor: Int32
    private let port: Int

    init() {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, length)
                _ = getsockname(descriptor, $0, &length)
            }
        }
        self.descriptor = descriptor
        port = Int(in_port_t(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    /// The host and port, as messages name them.
    var host: String { "127.0.0.1:\(port)" }

    /// The base URL.
    var baseURL: String { "http://\(host)" }
}
