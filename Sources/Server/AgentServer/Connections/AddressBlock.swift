import NIOCore
import Transport

/// The addresses that count as one peer: an IPv4 address, or the 64-bit prefix of an IPv6 network, which belongs to one customer.
struct AddressBlock: Hashable, Sendable, CustomStringConvertible {
    private let address: IPAddress

    init(_ address: IPAddress) {
        switch address.unmapped {
        case .v4(let bits): self.address = .v4(bits)
        case .v6(let bits): self.address = .v6(.init((bits.number >> 64) << 64))
        }
    }

    /// The address, or the prefix with its length.
    var description: String { if case .v6 = address { "\(address)/64" } else { "\(address)" } }
}

extension IPAddress {
    /// The IPv4 address in an IPv4-mapped IPv6 address, which a listener on `::` receives; otherwise the address itself.
    var unmapped: IPAddress {
        guard case .v6(let bits) = self, bits.number >> 32 == 0xFFFF else { return self }
        return .v4(UInt32(truncatingIfNeeded: bits.number))
    }

    /// Whether the address belongs to this machine only.
    var isLoopback: Bool {
        switch unmapped {
        case .v4(let bits): bits >> 24 == 127
        case .v6(let bits): bits.number == 1
        }
    }

    /// Creates the address of a socket's peer, unmapped; `nil` for a Unix socket.
    init?(_ address: SocketAddress) {
        guard let found = address.withSockAddr({ pointer, _ in IPAddress(socketAddress: pointer) }) else { return nil }
        self = found.unmapped
    }
}
