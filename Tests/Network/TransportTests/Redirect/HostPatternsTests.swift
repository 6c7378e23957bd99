import Testing

@testable import Transport

@Suite struct HostPatternsTests {
    @Test(arguments: [
        ("example.org", true), ("EXAMPLE.org.", true), ("www.example.org", false), ("a.example.net", true),
        ("a.b.example.net", true), ("example.net", false), ("evilexample.net", false), ("example.net.evil.com", false),
        ("example.org.", true), ("", false), (".", false), ("example.org@evil.com", false),
        ("exa\u{301}mple.org", false),
        ("[::1]", false), ("127.0.0.1", false),
    ])
    func aHostIsListedOrNot(host: String, isListed: Bool) throws {
        let patterns = try #require(HostPatterns(["Example.org", "*.example.net"]))
        #expect(patterns.contains(host) == isListed)
    }

    @Test(arguments: [
        [], [""], ["*"], ["*."], ["*.*.org"], ["a b"], ["https://example.org"], ["example..org"], ["é.org"],
    ])
    func textsThatAreNotHostNamesAreRefused(patterns: [String]) {
        #expect(HostPatterns(patterns) == nil)
        #expect(HostPatterns(["example.org"] + patterns) == nil || patterns.isEmpty)
    }

    @Test(arguments: [
        ("http://example.org/b", true), ("/b", true), ("http://b.example.net/", true), ("http://evil.com/", false),
        ("http://example.org@evil.com/", false), ("http://evil.com/example.org", false),
    ])
    func redirectsStayAmongTheAllowedHosts(location: String, isFollowed: Bool) throws {
        let hosts = try #require(HostPatterns(["example.org", "*.example.net"]))
        var machine = RedirectStateMachine(
            request: HTTPRequest(.get, "http://example.org/a"),
            policy: RedirectPolicy(hosts: hosts)
        )
        switch machine.processAnswer(status: 302, headers: ["Location": .plain(location)]) {
        case .follow: #expect(isFollowed)
        case .refuse(let error): #expect(!isFollowed && error.code == .policy)
        case .answer: Issue.record("a redirect is no answer")
        }
    }

    @Test func aRequestToAnotherHostIsRefused() throws {
        let hosts = try #require(HostPatterns(["example.org"]))
        let policy = RedirectPolicy(hosts: hosts)
        #expect(policy.refusal(of: "https://example.org:8443/x") == nil)
        #expect(policy.refusal(of: "https://evil.com/example.org")?.code == .policy)
        #expect(RedirectPolicy().refusal(of: "https://evil.com/") == nil)
    }
}
