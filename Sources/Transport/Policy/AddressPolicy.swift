/// Which addresses and ports a request may connect to.
///
/// It judges the address that a name was resolved to, when the connection is made. So a name that resolves to something else
/// a moment later, another spelling of an address, and a redirect all meet the same judgement.
///
/// ```swift
/// AddressPolicy.globalOnly.refusal(of: .v4(0x7F00_0001), port: 80)?.description
/// // 127.0.0.1 is a loopback address
/// ```
public struct AddressPolicy: Sendable, Hashable {
    /// The ports that may be connected to; `nil` for every port.
    public var allowedPorts: Set<UInt16>?
    /// What the address may be for; an IPv4 address inside of an IPv6 address is judged as well.
    public var allowedClasses: Set<AddressClass>

    /// Whether a public address that is this machine's own may be connected to, behind the firewall that is before it.
    public var allowsOwnAddresses: Bool

    /// The ports of web pages; those at which servers are tried out and managed, such as 8080, are not among them.
    public static let webPorts: Set<UInt16> = [80, 443]

    /// A policy; unless told otherwise it lets through the public internet on the ports of web pages, without this machine.
    public init(
        allowedPorts: Set<UInt16>? = AddressPolicy.webPorts,
        allowedClasses: Set<AddressClass> = [.global],
        allowsOwnAddresses: Bool = false
    ) {
        self.allowedPorts = allowedPorts
        self.allowedClasses = allowedClasses
        self.allowsOwnAddresses = allowsOwnAddresses
    }

    /// The public internet, on the ports of web pages: for addresses that come from a person, a model or a web page.
    public static let globalOnly = AddressPolicy()

    /// Every address and every port: for upstreams that the operator has configured.
    public static let unrestricted = AddressPolicy(
        allowedPorts: nil,
        allowedClasses: Set(AddressClass.allCases),
        allowsOwnAddresses: true
    )

    /// Why an address may not be connected to; `nil` when it may.
    ///
    /// - Parameter ownAddresses: The addresses of this machine's interfaces. Those that are not public are judged by their class alone.
    public func refusal(of address: IPAddress, port: UInt16, ownAddresses: Set<IPAddress> = []) -> Refusal? {
        if let allowedPorts, !allowedPorts.contains(port) {
            return Refusal(address: address, port: port, reason: .port(allowed: allowedPorts.sorted()))
        }
        for part in address.embedded where !allowedClasses.contains(part.addressClass) {
            return Refusal(address: address, port: port, reason: .embedded(part, part.addressClass))
        }
        let addressClass = address.addressClass
        guard allowedClasses.contains(addressClass) else {
            return Refusal(address: address, port: port, reason: .range(addressClass))
        }
        if !allowsOwnAddresses,
            ([address] + address.embedded).contains(where: { $0.addressClass == .global && ownAddresses.contains($0) })
        {
            return Refusal(address: address, port: port, reason: .own)
        }
        return nil
    }

    /// Why an address may not be connected to.
    public struct Refusal: Sendable, Hashable {
        /// The address.
        public var address: IPAddress
        /// The port.
        public var port: UInt16
        /// What is wrong with them.
        public var reason: Reason

        /// What a policy found wrong.
        public enum Reason: Sendable, Hashable {
            /// The port is none of those allowed.
            case port(allowed: [UInt16])
            /// The address is set aside for something else.
            case range(AddressClass)
            /// The IPv4 address inside of the address is set aside for something else.
            case embedded(IPAddress, AddressClass)
            /// The address, or the IPv4 address inside of it, is this machine's own.
            case own
        }
    }
}

extension AddressPolicy.Refusal: CustomStringConvertible {
    /// The reason as a part of a sentence: no capital letter, no full stop.
    public var description: String {
        switch reason {
        case .port(let allowed):
            "port \(port) is not one of \(allowed.map(String.init).joined(separator: ", "))"
        case .range(let addressClass):
            "\(address) is \(addressClass)"
        case .embedded(let part, let addressClass):
            "\(address) leads to \(part), \(addressClass)"
        case .own:
            "\(address) is this machine's own address"
        }
    }
}
