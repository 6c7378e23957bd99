import Testing
import Transport

@testable import AgentServer

@Suite struct TrustedProxiesTests {
    private func proxies(_ texts: String...) throws -> TrustedProxies {
        TrustedProxies(try texts.map { try #require(TrustedProxies.Network($0)) })
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.0.0.7", "10.0.0.7", true),
        ("10.0.0.7", "10.0.0.8", false), ("0.0.0.0/0", "192.0.2.1", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("fd00::/8", "fd12::1", true), ("fd00::/8", "fe80::1", false),
        ("::1", "::1", true), ("::/0", "2001:db8::1", true),
    ])
    func aNetworkContainsItsAddresses(_ network: String, _ address: String, isInside: Bool) throws {
        #expect(try proxies(network).contains(try #require(IPAddress(address))) == isInside)
    }

    @Test(arguments: ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129", "proxy.example", "10.0.0.0/8/8", "10/8"])
    func invalidNetworksAreRefused(_ text: String) { #expect(TrustedProxies.Network(text) == nil) }

    @Test(arguments: [
        // The peer is no trusted proxy, so the field may be forged.
        ("192.0.2.1", ["198.51.100.1"], "192.0.2.1"),
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        // The client itself has sent the addresses further left.
        ("10.0.0.1", ["203.0.113.9, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["198.51.100.1, 10.0.0.2"], "198.51.100.1"),
        ("10.0.0.1", ["198.51.100.1", "10.0.0.2"], "198.51.100.1"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ("10.0.0.1", ["198.51.100.1, nonsense, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", ["[2001:db8::1]:4711"], "2001:db8::1"),
        ("10.0.0.1", ["198.51.100.1:4711"], "198.51.100.1"),
        ("10.0.0.1", [], "10.0.0.1"), ("10.0.0.1", [""], "10.0.0.1"), ("10.0.0.1", [",,,"], "10.0.0.1"),
    ])
    func theClientIsTheNearestAddressOfNoProxy(_ peer: String, _ field: [String], client: String) throws {
        let found = try proxies("10.0.0.0/8").client(peer: try #require(IPAddress(peer)), forwardedFor: field)
        #expect(found.description == client)
    }
}
