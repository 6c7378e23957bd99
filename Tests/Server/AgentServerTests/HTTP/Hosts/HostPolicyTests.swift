import AgentWire
import Testing

@testable import AgentServer

@Suite struct HostPolicyTests {
    @Test(arguments: [
        ("localhost", true), ("LocalHost:8080", true), ("localhost.", true), ("127.0.0.1", true), ("[::1]:80", true),
        ("192.168.1.7", true), ("torii.example", true), ("TORII.example:443", true), ("phone.lan", true),
        ("evil.example", false), ("localhost.evil.example", false), ("127.0.0.1.evil.example", false),
        ("machine", false), ("torii.example.evil", false),
    ])
    func namesOfOtherHostsAreRefused(_ host: String, isAccepted: Bool) throws {
        let policy = HostPolicy(bound: "127.0.0.1", others: ["torii.example", "phone.lan"], machineName: "machine")
        #expect(policy.accepts(try #require(HostField(host))) == isAccepted)
    }

    @Test(arguments: ["0.0.0.0", "::"])
    func theMachinesNameIsAcceptedIfAllAddressesAreBound(bound: String) throws {
        let policy = HostPolicy(bound: bound, others: [], machineName: "Machine")
        #expect(policy.accepts(try #require(HostField("machine:8080"))))
        #expect(!policy.accepts(try #require(HostField("evil.example"))))
    }

    @Test func theBoundNameIsAccepted() throws {
        #expect(HostPolicy(bound: "torii.lan", others: []).accepts(try #require(HostField("torii.lan"))))
    }

    @Test(arguments: [
        ("/metrics", true), ("/", true), ("", true), ("/metrics/", false), ("//metrics", false),
        ("/v1//chat", false), ("/v1/tools/a%2Fb", true), ("//", false),
    ])
    func pathsAreWrittenExactly(_ path: String, isExact: Bool) { #expect(Listener.isExact(path) == isExact) }
}
