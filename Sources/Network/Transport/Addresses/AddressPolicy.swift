/// The addresses and ports to which a request may connect.
///
/// The policy checks the address to which a name was resolved, at the time of the connection. So it also covers a name that resolves to
/// another address a moment later, other spellings of an address, and redirects.
///
/// ```swift
/// AddressPolicy.globalOnly.refusal(of: .v4(0x7F00_0001), port: 80)?.description
/// // 127.0.0.1 is a loopback address
/// ```
public struct AddressPolicy: Sendable, Hashable {
    /// The allowed ports; `nil` for every port.
    public var allowedPorts: Set<UInt16>?
    /// The allowed classes; an IPv4 address inside an IPv6 address is checked too.
    public var allowedClasses: Set<AddressClass>

    /// Whether a public address of this machine is allowed, which its outer firewall does not protect.
    public var allowsOwnAddresses: Bool

    /// The ports of web pages; ports of test and management servers, such as 8080, are not among them.
    public static let webPorts: Set<UInt16> = [80, 443]

    /// A policy; by default it allows the public internet on the ports of web pages, without this machine.
    public init(
        allowedPorts: Set<UInt16>? = AddressPolicy.webPorts,
        allowedClasses: Set<AddressClass> = [.global],
        allowsOwnAddresses: Bool = false
    ) {
        self.allowedPorts = allowedPorts
        self.allowedClasses = allowedClasses
        self.allowsOwnAddresses = allowsOwnAddresses
    }

    /// The public internet on the ports of web pages, for addresses that come from a person, a model or a web page.
    public static let globalOnly = AddressPolicy()

    /// Every address and every port, for upstreams that the operator configured.
    public static let unrestricted = AddressPolicy(
        allowedPorts: nil,
        allowedClasses: Set(AddressClass.allCases),
        allowsOwnAddresses: true
    )

    /// Returns the reason to refuse an address; `nil` when it is allowed.
    ///
    /// - Parameter ownAddresses: The addresses of this machine's interfaces. Those that are not public are checked by their class only.
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

    /// The reason to refuse an address.
    public struct Refusal: Sendable, Hashable {
        /// The address.
        public var address: IPAddress
        /// The port.
        public var port: UInt16
        /// The rule that they break.
        public var reason: Reason

        /// A rule that refuses addresses.
        public enum Reason: Sendable, Hashable {
            /// The port is not an allowed one.
            case port(allowed: [UInt16])
            /// The class of the address is not allowed.
            case range(AddressClass)
            /// The class of the IPv4 address inside the address is not allowed.
            case embedded(IPAddress, AddressClass)
            /// The address, or the IPv4 address inside it, belongs to this machine.
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
