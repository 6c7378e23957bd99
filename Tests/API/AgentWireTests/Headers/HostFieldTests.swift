import AgentWire
import Testing

@Suite struct HostFieldTests {
    @Test(
        arguments: [
            ("torii.example", "torii.example", false, nil), ("Torii.Example:8443", "torii.example", false, 8443),
            ("localhost.", "localhost", false, nil), ("localhost:", "localhost", false, nil),
            ("127.0.0.1:80", "127.0.0.1", true, 80), ("256.0.0.1", "256.0.0.1", false, nil),
            ("[::1]", "::1", true, nil), ("[2001:DB8::1]:65535", "2001:db8::1", true, 65535),
            ("my_host", "my_host", false, nil),
        ] as [(String, String, Bool, UInt16?)]
    )
    func hostsAreRead(_ text: String, name: String, isAddress: Bool, port: UInt16?) throws {
        let host = try #require(HostField(text))
        #expect(host.name == name && host.isAddress == isAddress && host.port == port)
    }

    @Test(arguments: [
        "", " ", ".", "a..", ":80", "a b", "a:b", "a:65536", "a:-1", "a:000080", "[::1", "::1", "[::1]x", "[]", "[abc]",
        "user@host", "a/b",
        "ü.example", "a\u{301}\u{316}", "a,b", "[::1%eth0]", String(repeating: "a", count: 254),
        String(repeating: "a", count: 100_000), String(repeating: "\u{301}\u{316}", count: 19_000),
    ])
    func invalidHostsAreRefused(_ text: String) { #expect(HostField(text) == nil) }
}
