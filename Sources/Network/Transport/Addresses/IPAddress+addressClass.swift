extension IPAddress {
    /// The purpose of the address.
    ///
    /// An IPv4-mapped address has the class of its IPv4 address, because it is only another spelling. For other addresses with an IPv4
    /// address inside, the outer one counts. An IPv6 address is global only inside `2000::/3` and in NAT64's well-known prefix.
    public var addressClass: AddressClass {
        switch self {
        case .v4(let bits):
            specialV4.first { $0.contains(bits) }?.addressClass ?? .global
        case .v6(let bits) where bits.number >> 32 == 0xFFFF:
            IPAddress.v4(UInt32(truncatingIfNeeded: bits.number)).addressClass
        case .v6(let bits):
            specialV6.first { $0.contains(bits.number) }?.addressClass ?? .reserved
        }
    }

    /// The IPv4 addresses inside an IPv6 address, for the forms that lead to an IPv4 address.
    ///
    /// Mapped, compatible and translated addresses, NAT64's well-known prefix and 6to4 contain one, Teredo two. A NAT64 prefix of a
    /// single network looks like any other prefix.
    var embedded: [IPAddress] {
        guard case .v6(let address) = self else { return [] }
        let bits = address.number
        switch bits >> 96 {
        case 0x2001_0000: return [.v4(UInt32(truncatingIfNeeded: bits >> 64)), .v4(~UInt32(truncatingIfNeeded: bits))]
        case 0x2002_0000...0x2002_FFFF: return [.v4(UInt32(truncatingIfNeeded: bits >> 80))]
        default: break
        }
        switch bits >> 32 {
        // "::" and "::1" are not compatible addresses.
        case 0 where bits <= 1: return []
        case 0, 0xFFFF, 0xFFFF_0000, 0x0064_FF9B_0000_0000_0000_0000: return [.v4(UInt32(truncatingIfNeeded: bits))]
        default: return []
        }
    }
}

/// A prefix of addresses and its purpose.
private struct AddressRange<Bits: FixedWidthInteger & Sendable>: Sendable {
    let prefix: Bits
    let length: Int
    let addressClass: AddressClass

    /// - Parameter groups: The prefix from its highest part on, in parts of eight or sixteen bits; zeros follow.
    init<Group: FixedWidthInteger>(_ groups: [Group], _ length: Int, _ addressClass: AddressClass) {
        var prefix: Bits = 0
        for (index, group) in groups.enumerated() {
            prefix |= Bits(group) << (Bits.bitWidth - Group.bitWidth * (index + 1))
        }
        self.prefix = prefix
        self.length = length
        self.addressClass = addressClass
    }

    func contains(_ bits: Bits) -> Bool {
        (bits ^ prefix) >> (Bits.bitWidth - length) == 0
    }
}

/// The ranges by priority, of which the first one that contains an address counts; an address in none is global.
private let specialV4: [AddressRange<UInt32>] = [
    v4([0], 8, .unspecified),
    v4([10], 8, .privateNetwork),
    v4([100, 64], 10, .carrierNetwork),
    v4([127], 8, .loopback),
    // Azure's host, which configures its machines.
    v4([168, 63, 129, 16], 32, .cloudHost),
    v4([169, 254], 16, .linkLocal),
    v4([172, 16], 12, .privateNetwork),
    // PCP and TURN anycast are the only two in this block that are reachable globally.
    v4([192, 0, 0, 9], 32, .global),
    v4([192, 0, 0, 10], 32, .global),
    v4([192, 0, 0], 24, .reserved),
    v4([192, 0, 2], 24, .documentation),
    // The relays of 6to4, abolished by RFC 7526.
    v4([192, 88, 99], 24, .reserved),
    v4([192, 168], 16, .privateNetwork),
    v4([198, 18], 15, .benchmarking),
    v4([198, 51, 100], 24, .documentation),
    v4([203, 0, 113], 24, .documentation),
    v4([224], 4, .multicast),
    v4([255, 255, 255, 255], 32, .broadcast),
    v4([240], 4, .reserved),
]

/// The ranges by priority, of which the first one that contains an address counts; an address in none is reserved.
private let specialV6: [AddressRange<UInt128>] = [
    v6([], 128, .unspecified),
    v6([0, 0, 0, 0, 0, 0, 0, 1], 128, .loopback),
    // NAT64's well-known prefix. The local-use prefix, 64:ff9b:1::/48, is not reachable globally.
    v6([0x0064, 0xFF9B], 96, .global),
    v6([0xFC00], 7, .privateNetwork),
    v6([0xFE80], 10, .linkLocal),
    v6([0xFEC0], 10, .linkLocal),
    v6([0xFF00], 8, .multicast),
    // Teredo; the addresses inside it count.
    v6([0x2001, 0], 32, .global),
    // PCP, TURN and service registration by anycast, multicast tunnels, AS112, identifiers of hosts and of drones.
    v6([0x2001, 1, 0, 0, 0, 0, 0, 1], 128, .global),
    v6([0x2001, 1, 0, 0, 0, 0, 0, 2], 128, .global),
    v6([0x2001, 1, 0, 0, 0, 0, 0, 3], 128, .global),
    v6([0x2001, 2, 0], 48, .benchmarking),
    v6([0x2001, 3], 32, .global),
    v6([0x2001, 4, 0x0112], 48, .global),
    v6([0x2001, 0x0020], 28, .global),
    v6([0x2001, 0x0030], 28, .global),
    v6([0x2001], 23, .reserved),
    v6([0x2001, 0x0DB8], 32, .documentation),
    v6([0x3FFF], 20, .documentation),
    // The rest of it, with 6to4; the address inside a 6to4 address counts.
    v6([0x2000], 3, .global),
]

private func v4(_ bytes: [UInt8], _ length: Int, _ addressClass: AddressClass) -> AddressRange<UInt32> {
    AddressRange(bytes, length, addressClass)
}

private func v6(_ groups: [UInt16], _ length: Int, _ addressClass: AddressClass) -> AddressRange<UInt128> {
    AddressRange(groups, length, addressClass)
}
