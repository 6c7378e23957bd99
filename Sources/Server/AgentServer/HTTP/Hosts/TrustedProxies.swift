import AgentWire
import Transport

/// The proxies whose `X-Forwarded-For` is trusted.
package struct TrustedProxies: Sendable, Equatable {
    /// An address, or a network in CIDR form.
    package struct Network: Sendable, Equatable {
        private let bits: IPAddress.Bits
        private let mask: IPAddress.Bits

        /// Parses `10.0.0.7`, `10.0.0.0/8`, `::1` or `fd00::/8`; `nil` for anything else.
        package init?(_ text: String) {
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let address = IPAddress(String(parts[0])) else { return nil }
            let width = if case .v4 = address { 32 } else { 128 }
            var length = width
            if parts.count == 2 {
                guard let number = Int(parts[1]), (0...width).contains(number) else { return nil }
                length = number
            }
            // IPv4 is treated as the IPv4-mapped part of IPv6, so one comparison is enough.
            let mask = UInt128.max << UInt128(width - length)
            self.mask = .init(mask)
            bits = .init(address.mappedBits & mask)
        }

        /// Returns whether an address belongs to the network.
        func contains(_ address: IPAddress) -> Bool { address.mappedBits & mask.number == bits.number }
    }

    package let networks: [Network]

    package init(_ networks: [Network] = []) { self.networks = networks }

    /// Returns whether an address belongs to a trusted proxy.
    func contains(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

    /// Returns the client's address: the nearest one that does not belong to a trusted proxy.
    ///
    /// Only addresses that a trusted proxy has added are trusted. If the list is invalid or contains only proxies, the result is the last
    /// trusted address.
    func client(peer: IPAddress, forwardedFor: @autoclosure () -> [String]) -> IPAddress {
        guard contains(peer) else { return peer }
        var client = peer
        for hop in ForwardedFor(forwardedFor()).hops {
            guard let address = hop.flatMap(IPAddress.init)?.unmapped else { return client }
            client = address
            if !contains(address) { return client }
        }
        return client
    }
}

extension IPAddress {
    /// The address as IPv6, with IPv4 mapped.
    fileprivate var mappedBits: UInt128 {
        switch self {
        case .v4(let bits): UInt128(0xFFFF) << 32 | UInt128(bits)
        case .v6(let bits): bits.number
        }
    }
}
