import Glibc
import Testing

@testable import Transport

@Suite struct IPAddressTests {
    @Test(arguments: [
        ("0.0.0.0", IPAddress.v4(0)),
        ("192.0.2.1", .v4(0xC000_0201)),
        ("255.255.255.255", .v4(0xFFFF_FFFF)),
        ("::", .v6(0)),
        ("::1", .v6(1)),
        ("2001:db8::1", .v6(0x2001_0DB8_0000_0000_0000_0000_0000_0001)),
        ("::ffff:192.0.2.1", .v6(0xFFFF_C000_0201)),
        ("1:2:3:4:5:6:7:8", .v6(0x0001_0002_0003_0004_0005_0006_0007_0008)),
    ]) func textAndBack(text: String, address: IPAddress) {
        #expect(IPAddress(text) == address)
        #expect(address.description == text)
    }

    @Test(arguments: [
        "", "localhost", "127.1", "0177.0.0.1", "0x7f.0.0.1", "2130706433", "1.2.3.4.5", "1.2.3.256", " 1.2.3.4",
        "1.2.3.4 ",
        "1.2.3.4\0", "1.2.3.4:80", "[::1]", "fe80::1%eth0", ":::", "1:2:3:4:5:6:7", "::g", "１.2.3.4",
    ]) func textsThatAreNotAddresses(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func fromSocketAddresses() {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = UInt16(8443).bigEndian
        four.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        withSocketAddress(four) { address in
            #expect(IPAddress(address) == .v4(0x7F00_0001))
            #expect(IPAddress.port(of: address) == 8443)
        }

        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = UInt16(443).bigEndian
        six.sin6_scope_id = 2
        #expect(inet_pton(AF_INET6, "fe80::1:2", &six.sin6_addr) == 1)
        withSocketAddress(six) { address in
            #expect(IPAddress(address) == .v6(0xFE80_0000_0000_0000_0000_0000_0001_0002))
            #expect(IPAddress.port(of: address) == 443)
        }

        var local = sockaddr_un()
        local.sun_family = sa_family_t(AF_UNIX)
        withSocketAddress(local) { address in
            #expect(IPAddress(address) == nil)
            #expect(IPAddress.port(of: address) == nil)
        }
    }

    private func withSocketAddress(_ value: some Any, _ body: (UnsafePointer<sockaddr>) -> Void) {
        withUnsafePointer(to: value) { pointer in
            UnsafeRawPointer(pointer).withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }
}
