/// The purpose of an address.
///
/// The ranges are those of IANA's special-purpose registries for IPv4 and IPv6 (RFC 6890 and its successors) and of the multicast
/// registries, and the addresses of services on a cloud's host.
public enum AddressClass: String, Sendable, Hashable, CaseIterable {
    /// Reachable over the public internet.
    case global
    /// `0.0.0.0` and `::`, which connect to this machine, and the rest of `0.0.0.0/8`.
    case unspecified
    /// This machine.
    case loopback
    /// A private network: RFC 1918, and unique local addresses in IPv6.
    case privateNetwork
    /// The network link only, which clouds use for their metadata services; also IPv6's former site-local addresses.
    case linkLocal
    /// A service that the host of a cloud machine offers at an address outside all special ranges.
    case cloudHost
    /// Shared between a carrier and its customers, `100.64.0.0/10`.
    case carrierNetwork
    /// A group of receivers.
    case multicast
    /// All machines on the link, `255.255.255.255`.
    case broadcast
    /// Reserved for measuring network devices.
    case benchmarking
    /// Reserved for examples in texts.
    case documentation
    /// Reserved for protocols, for tunnels, or for later.
    case reserved
}

extension AddressClass: CustomStringConvertible {
    /// The class as words after "is", such as `a private address`.
    public var description: String {
        switch self {
        case .global: "a public address"
        case .unspecified: "an unspecified address"
        case .loopback: "a loopback address"
        case .privateNetwork: "a private address"
        case .linkLocal: "a link-local address"
        case .cloudHost: "an address of a cloud's host"
        case .carrierNetwork: "an address of a carrier's own network"
        case .multicast: "a multicast address"
        case .broadcast: "the broadcast address"
        case .benchmarking: "an address for benchmarks"
        case .documentation: "an address for documentation"
        case .reserved: "a reserved address"
        }
    }
}
