import Testing
import ToolDeclarations

@testable import AgentTools
@testable import DeclaredTools

struct AllowedHostsTests {
    @Test(
        arguments: [
            ("api.example.com", "https", "api.example.com", 443, true, true),
            ("api.example.com", "http", "api.example.com", 8080, true, true),
            ("api.example.com", "https", "other.example.com", 443, false, false),
            ("*.example.com", "https", "a.b.example.com", 443, true, true),
            ("*.example.com", "https", "example.com", 443, false, false),
            ("127.0.0.1:8080", "http", "127.0.0.1", 8080, true, true),
            ("127.0.0.1:8080", "http", "127.0.0.1", 8081, false, false),
            ("127.0.0.1", "http", "127.0.0.1", 9, true, true), ("[::1]:80", "http", "::1", 80, true, true),
            ("[::1]", "http", "::1", 5, true, true), ("*", "https", "api.example.com", 443, true, false),
            ("*", "http", "api.example.com", 80, false, false),
            ("*, api.local", "http", "api.local", 80, true, true),
        ]
    )
    func namesHosts(
        _ list: String,
        _ scheme: String,
        _ host: String,
        _ port: Int,
        _ permits: Bool,
        _ names: Bool
    ) throws {
        let hosts = try AllowedHosts(parsing: list)
        let origin = WebOrigin(scheme: scheme, host: host, port: port)
        #expect(hosts.permits(origin) == permits)
        #expect(hosts.isNamed(origin) == names)
    }

    @Test(arguments: ["https://a.example", "a b/c", "user@host", "*.*.example", "a:b", "*:80"])
    func refusesOtherTexts(_ text: String) {
        #expect(throws: AllowedHosts.Fault.self) { try AllowedHosts(parsing: text) }
    }

    @Test func permitsAllPublicHostsByDefault() {
        #expect(AllowedHosts.publicHosts.permits(WebOrigin(scheme: "https", host: "a.example", port: 443)))
        #expect(!AllowedHosts.publicHosts.permits(WebOrigin(scheme: "http", host: "a.example", port: 80)))
    }
}
