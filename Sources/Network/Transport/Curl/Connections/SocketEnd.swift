import Glibc

/// One end of a connection.
struct SocketEnd: Hashable {
    // The address is stored in parts: Swift 6.3 reads a 128-bit number in an optional value as if it were aligned, and crashes.
    private var high: UInt64
    private var low: UInt64
    private var family: UInt8
    private var port: UInt16

    init(address: IPAddress, port: UInt16) {
        switch address {
        case .v4(let bits): (family, high, low) = (4, 0, UInt64(bits))
        case .v6(let bits):
            let number = bits.number
            (family, high, low) = (6, UInt64(truncatingIfNeeded: number >> 64), UInt64(truncatingIfNeeded: number))
        }
        self.port = port
    }

    /// The local end of a connected socket; `nil` for any other descriptor.
    init?(localOf socket: Int32) {
        self.init { getsockname(socket, $0, $1) }
    }

    /// The remote end of a connected socket; `nil` for any other descriptor.
    init?(peerOf socket: Int32) {
        self.init { getpeername(socket, $0, $1) }
    }

    /// - Parameter readName: Writes an address with its length, and returns 0 on success.
    private init?(_ readName: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let end = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic -> SocketEnd? in
                guard readName(generic, &length) == 0, let address = IPAddress(generic),
                    let port = IPAddress.port(of: generic)
                else { return nil }
                return SocketEnd(address: address, port: port)
            }
        }
        guard let end else { return nil }
        self = end
    }
}
