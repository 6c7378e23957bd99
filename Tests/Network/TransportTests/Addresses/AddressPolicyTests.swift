import Testing

@testable import Transport

@Suite struct AddressPolicyTests {
    /// The first and the last address of each range, and their neighbors.
    @Test(arguments: [
        ("0.0.0.0", AddressClass.unspecified), ("0.255.255.255", .unspecified), ("1.0.0.0", .global),
        ("9.255.255.255", .global), ("10.0.0.0", .privateNetwork), ("10.255.255.255", .privateNetwork),
        ("11.0.0.0", .global), ("100.63.255.255", .global), ("100.64.0.0", .carrierNetwork),
        ("100.100.100.200", .carrierNetwork), ("100.127.255.255", .carrierNetwork), ("100.128.0.0", .global),
        ("126.255.255.255", .global), ("127.0.0.0", .loopback), ("127.255.255.255", .loopback), ("128.0.0.0", .global),
        ("168.63.129.15", .global), ("168.63.129.16", .cloudHost), ("168.63.129.17", .global),
        ("169.253.255.255", .global), ("169.254.0.0", .linkLocal), ("169.254.169.254", .linkLocal),
        ("169.254.255.255", .linkLocal), ("169.255.0.0", .global), ("172.15.255.255", .global),
        ("172.16.0.0", .privateNetwork), ("172.31.255.255", .privateNetwork), ("172.32.0.0", .global),
        ("191.255.255.255", .global), ("192.0.0.0", .reserved), ("192.0.0.8", .reserved), ("192.0.0.9", .global),
        ("192.0.0.10", .global), ("192.0.0.11", .reserved), ("192.0.0.170", .reserved), ("192.0.0.192", .reserved),
        ("192.0.0.255", .reserved), ("192.0.1.0", .global), ("192.0.2.0", .documentation),
        ("192.0.2.255", .documentation), ("192.0.3.0", .global), ("192.31.196.1", .global), ("192.52.193.1", .global),
        ("192.88.98.255", .global), ("192.88.99.0", .reserved), ("192.88.99.255", .reserved), ("192.88.100.0", .global),
        ("192.167.255.255", .global), ("192.168.0.0", .privateNetwork), ("192.168.255.255", .privateNetwork),
        ("192.169.0.0", .global), ("192.175.48.1", .global), ("198.17.255.255", .global), ("198.18.0.0", .benchmarking),
        ("198.19.255.255", .benchmarking), ("198.20.0.0", .global), ("198.51.99.255", .global),
        ("198.51.100.0", .documentation), ("198.51.100.255", .documentation), ("198.51.101.0", .global),
        ("203.0.112.255", .global), ("203.0.113.0", .documentation), ("203.0.113.255", .documentation),
        ("203.0.114.0", .global), ("223.255.255.255", .global), ("224.0.0.0", .multicast),
        ("239.255.255.255", .multicast), ("240.0.0.0", .reserved), ("255.255.255.254", .reserved),
        ("255.255.255.255", .broadcast),
    ]) func rangesOfIPv4(text: String, expected: AddressClass) throws {
        let address = try #require(IPAddress(text))
        #expect(address.addressClass == expected)
    }

    @Test(arguments: [
        ("::", AddressClass.unspecified), ("::1", .loopback), ("::2", .reserved), ("::8.8.8.8", .reserved),
        ("::ffff:8.8.8.8", .global), ("::ffff:0:8.8.8.8", .reserved), ("64:ff9b::8.8.8.8", .global),
        ("64:ff9b::1:0:0", .reserved), ("64:ff9b:1::8.8.8.8", .reserved), ("100::1", .reserved),
        ("100:0:0:1::1", .reserved), ("1fff:ffff::1", .reserved), ("2000::1", .global), ("2001:0:808:808::1", .global),
        ("2001:1::1", .global), ("2001:1::2", .global), ("2001:1::3", .global), ("2001:1::4", .reserved),
        ("2001:2::1", .benchmarking), ("2001:2:1::1", .reserved), ("2001:3::1", .global), ("2001:4:112::1", .global),
        ("2001:4:113::1", .reserved), ("2001:10::1", .reserved), ("2001:20::1", .global), ("2001:2f:ffff::1", .global),
        ("2001:30::1", .global), ("2001:40::1", .reserved), ("2001:1ff:ffff::1", .reserved), ("2001:200::1", .global),
        ("2001:4860:4860::8888", .global), ("2001:db7:ffff::1", .global), ("2001:db8::1", .documentation),
        ("2001:db8:ffff::1", .documentation), ("2001:db9::1", .global), ("2002:808:808::1", .global),
        ("2620:4f:8000::1", .global), ("3ffe:ffff::1", .global), ("3fff::1", .documentation),
        ("3fff:fff:ffff::1", .documentation), ("3fff:1000::1", .global), ("4000::1", .reserved), ("5f00::1", .reserved),
        ("fbff::1", .reserved), ("fc00::1", .privateNetwork), ("fd00:ec2::254", .privateNetwork),
        ("fdff:ffff::1", .privateNetwork), ("fe00::1", .reserved), ("fe7f::1", .reserved), ("fe80::1", .linkLocal),
        ("febf:ffff::1", .linkLocal), ("fec0::1", .linkLocal), ("feff::1", .linkLocal), ("ff00::", .multicast),
        ("ff02::1", .multicast), ("ffff:ffff::1", .multicast),
    ]) func rangesOfIPv6(text: String, expected: AddressClass) throws {
        let address = try #require(IPAddress(text))
        #expect(address.addressClass == expected)
    }

    @Test(arguments: [
        ("8.8.8.8", nil),
        ("2001:4860:4860::8888", nil),
        ("127.0.0.1", "127.0.0.1 is a loopback address"),
        ("169.254.169.254", "169.254.169.254 is a link-local address"),
        ("168.63.129.16", "168.63.129.16 is an address of a cloud's host"),
        ("fd00:ec2::254", "fd00:ec2::254 is a private address"),
        ("::", ":: is an unspecified address"),
        // Forms that lead to an IPv4 address, once to a public one and once to another one.
        ("::ffff:8.8.8.8", nil),
        ("::ffff:127.0.0.1", "::ffff:127.0.0.1 leads to 127.0.0.1, a loopback address"),
        ("::ffff:10.1.2.3", "::ffff:10.1.2.3 leads to 10.1.2.3, a private address"),
        ("64:ff9b::8.8.8.8", nil),
        ("64:ff9b::169.254.169.254", "64:ff9b::a9fe:a9fe leads to 169.254.169.254, a link-local address"),
        ("64:ff9b:1::8.8.8.8", "64:ff9b:1::808:808 is a reserved address"),
        ("2002:808:808::1", nil),
        ("2002:a00:1::1", "2002:a00:1::1 leads to 10.0.0.1, a private address"),
        // Teredo: the server, then the client with its bits inverted.
        ("2001:0:808:808:0:0:f7f7:f7f7", nil),
        ("2001:0:7f00:1:0:0:f7f7:f7f7", "2001:0:7f00:1::f7f7:f7f7 leads to 127.0.0.1, a loopback address"),
        ("2001:0:808:808:0:0:80ff:fffe", "2001:0:808:808::80ff:fffe leads to 127.0.0.1, a loopback address"),
        // Abolished, and so refused even with a public address inside.
        ("::8.8.8.8", "::8.8.8.8 is a reserved address"),
        ("::192.168.0.1", "::192.168.0.1 leads to 192.168.0.1, a private address"),
        ("::ffff:0:8.8.8.8", "::ffff:0:808:808 is a reserved address"),
        ("::ffff:0:127.0.0.1", "::ffff:0:7f00:1 leads to 127.0.0.1, a loopback address"),
    ]) func onlyThePublicInternet(text: String, expected: String?) throws {
        let address = try #require(IPAddress(text))
        #expect(AddressPolicy.globalOnly.refusal(of: address, port: 443)?.description == expected)
        #expect(AddressPolicy.unrestricted.refusal(of: address, port: 443) == nil)
    }

    @Test(arguments: [(80, true), (443, true), (8080, false), (8443, false), (22, false), (0, false), (6379, false)])
    func portsByList(port: UInt16, isAllowed: Bool) {
        let refusal = AddressPolicy.globalOnly.refusal(of: .v4(0x0808_0808), port: port)
        #expect(refusal?.description == (isAllowed ? nil : "port \(port) is not one of 80, 443"))
        #expect(AddressPolicy.unrestricted.refusal(of: .v4(0x0808_0808), port: port) == nil)
    }

    /// Public addresses of this machine, alone and inside others; addresses that are not public are checked by their class.
    @Test(arguments: [
        ("8.8.8.8", "8.8.8.8 is this machine's own address"), ("8.8.4.4", nil),
        ("::ffff:8.8.8.8", "::ffff:8.8.8.8 is this machine's own address"),
        ("64:ff9b::8.8.8.8", "64:ff9b::808:808 is this machine's own address"),
        ("2002:808:808::1", "2002:808:808::1 is this machine's own address"),
        ("2a00:1450::1", "2a00:1450::1 is this machine's own address"), ("2a00:1450::2", nil),
        ("127.0.0.1", "127.0.0.1 is a loopback address"),
    ]) func addressesOfThisMachineAreRefused(text: String, expected: String?) throws {
        let address = try #require(IPAddress(text))
        let own = Set(["8.8.8.8", "127.0.0.1", "2a00:1450::1"].compactMap { IPAddress($0) })
        #expect(AddressPolicy.globalOnly.refusal(of: address, port: 443, ownAddresses: own)?.description == expected)
        #expect(AddressPolicy.unrestricted.refusal(of: address, port: 443, ownAddresses: own) == nil)
        let local = AddressPolicy(allowedPorts: nil, allowedClasses: [.loopback])
        #expect(local.refusal(of: .v4(0x7F00_0001), port: 1, ownAddresses: own) == nil)
    }

    @Test func thisMachineKnowsItsAddresses() {
        #expect(OwnAddresses.shared.current.contains(.v4(0x7F00_0001)))
    }

    @Test func customPolicies() {
        let policy = AddressPolicy(allowedPorts: [11434], allowedClasses: [.loopback, .privateNetwork])
        #expect(policy.refusal(of: .v4(0x7F00_0001), port: 11434) == nil)
        #expect(policy.refusal(of: .v4(0x0A00_0001), port: 11434) == nil)
        #expect(policy.refusal(of: .v4(0x0808_0808), port: 11434)?.description == "8.8.8.8 is a public address")
        #expect(policy.refusal(of: .v4(0x7F00_0001), port: 80)?.description == "port 80 is not one of 11434")
    }

    @Test func aMappedAddressIsCheckedAsItsIPv4Address() {
        let policy = AddressPolicy(allowedPorts: nil, allowedClasses: [.loopback])
        #expect(policy.refusal(of: .v6(0xFFFF_7F00_0001), port: 80) == nil)
        #expect(policy.refusal(of: .v6(0xFFFF_0808_0808), port: 80) != nil)
    }
}
