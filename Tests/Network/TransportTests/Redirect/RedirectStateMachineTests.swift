import Secrets
import Testing

@testable import Transport

@Suite struct RedirectStateMachineTests {
    /// The machine's decision on an answer, in words.
    private func decide(
        _ request: HTTPRequest,
        _ status: Int,
        _ location: String?,
        maximum: Int = 5
    ) -> (words: String, request: HTTPRequest?) {
        var machine = RedirectStateMachine(request: request, policy: RedirectPolicy(maximum: maximum))
        var headers = HTTPHeaders()
        headers["Location"] = location
        return switch machine.processAnswer(status: status, headers: headers) {
        case .answer: ("answer", nil)
        case .follow(let next): ("\(next.method.rawValue) \(next.url)", next)
        case .refuse(let error): ("\(error.code): \(error.message)", nil)
        }
    }

    @Test(arguments: [
        (301, HTTPMethod.get, "GET"), (302, .get, "GET"), (303, .get, "GET"), (307, .get, "GET"), (308, .get, "GET"),
        (301, .head, "HEAD"), (302, .head, "HEAD"), (303, .head, "HEAD"), (307, .head, "HEAD"), (308, .head, "HEAD"),
        (301, .post, "GET"), (302, .post, "GET"), (303, .post, "GET"), (307, .post, "POST"), (308, .post, "POST"),
        (301, .put, "PUT"), (302, .put, "PUT"), (303, .put, "GET"), (307, .put, "PUT"), (308, .put, "PUT"),
        (301, .delete, "DELETE"), (303, .delete, "GET"), (308, .delete, "DELETE"),
    ]) func methods(status: Int, method: HTTPMethod, next: String) throws {
        let hasBody = method == .post || method == .put
        let request = HTTPRequest(
            method,
            "https://a.example/b/c",
            headers: ["Content-Type": "text/plain", "Content-Language": "ja", "Accept": "text/html", "X-Trace": "1"],
            body: hasBody ? [1, 2, 3] : nil
        )
        let decision = decide(request, status, "../d?e")
        #expect(decision.words == "\(next) https://a.example/d?e")
        let followed = try #require(decision.request)
        let isChanged = followed.method != method
        #expect(followed.body == (isChanged ? nil : request.body))
        #expect(followed.headers.contains("Content-Type") == !isChanged)
        #expect(followed.headers.contains("Content-Language") == !isChanged)
        #expect(followed.headers["Accept"] == "text/html")
        #expect(followed.headers["X-Trace"] == "1")
    }

    @Test(arguments: [200, 201, 204, 300, 304, 305, 306, 400, 404, 500]) func otherStatusesAreAnswers(status: Int) {
        #expect(decide(HTTPRequest(.get, "https://a.example/"), status, "/b").words == "answer")
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func withoutALocationItIsAnAnswer(status: Int) {
        #expect(decide(HTTPRequest(.get, "https://a.example/"), status, nil).words == "answer")
    }

    @Test(arguments: [
        ("https://b.example/c", "GET https://b.example/c"), ("//b.example", "GET https://b.example"),
        ("?q=1", "GET https://a.example/x/y?q=1"), ("z", "GET https://a.example/x/z"),
        // Characters that should have been encoded are encoded.
        ("/京都 の?a=\"b\"", "GET https://a.example/%E4%BA%AC%E9%83%BD%20%E3%81%AE?a=%22b%22"),
        ("/%20", "GET https://a.example/%20"), ("/\\evil.example", "GET https://a.example/%5Cevil.example"),
        // The fragment is the new one, or the old one if there is no new one.
        ("/z#new", "GET https://a.example/z#new"), ("/z", "GET https://a.example/z"),
        ("http://a.example/x/y", "policy: a.example redirects from https to http; that is not followed."),
        ("ftp://a.example/", "policy: a.example redirects to ftp; only http and https are allowed."),
        ("file:///etc/passwd", "policy: a.example redirects to an address that is no URL."),
        ("javascript:alert(1)", "policy: a.example redirects to an address that is no URL."),
        ("https:/b.example/", "policy: a.example redirects to an address that is no URL."),
        ("https:///b.example/", "policy: a.example redirects to an address that is no URL."),
        ("https:b.example", "policy: a.example redirects to an address that is no URL."),
        ("https://", "policy: a.example redirects to an address that is no URL."),
        ("https://b.example:99999/", "policy: a.example redirects to an address that is no URL."),
        ("", "policy: a.example redirects in a circle."), ("#s", "policy: a.example redirects in a circle."),
        ("y?", "GET https://a.example/x/y?"),
    ]) func targets(location: String, words: String) {
        #expect(decide(HTTPRequest(.get, "https://a.example/x/y"), 302, location).words == words)
    }

    @Test func theFragmentIsKept() {
        let request = HTTPRequest(.get, "https://a.example/x#part")
        #expect(decide(request, 301, "/y").words == "GET https://a.example/y#part")
        #expect(decide(request, 301, "/y#other").words == "GET https://a.example/y#other")
        #expect(decide(request, 301, "/x#other").words == "policy: a.example redirects in a circle.")
    }

    @Test(arguments: [
        ("https://a.example/z", true), ("https://A.EXAMPLE:443/z", true), ("/z", true),
        ("https://a.example:8443/z", false), ("https://b.example/z", false), ("https://a.example.b.example/z", false),
        ("https://sub.a.example/z", false), ("//b.example/z", false), ("https://a.example@b.example/z", false),
    ]) func credentialsAreNotSentToAnotherServer(location: String, areKept: Bool) throws {
        let request = HTTPRequest(
            .get,
            "https://a.example/x",
            headers: [
                "Authorization": "Basic abc", "Cookie": "a=b", "X-Api-Key": "k",
                "X-Custom": .secret(SecretString("s"), prefix: ""),
                "Proxy-Authorization": "p", "X-Goog-Session-Token": "t", "Host": "a.example", "Accept": "text/html",
                "User-Agent": "mine",
            ],
            isTrusted: true
        )
        let next = try #require(decide(request, 302, location).request)
        let names = next.headers.fields.map(\.name)
        #expect(names == (areKept ? request.headers.fields.map(\.name) : ["Accept", "User-Agent"]))
        #expect(next.isTrusted == areKept)
    }

    @Test func anUpgradeToHTTPSCountsAsAnotherServer() throws {
        let request = HTTPRequest(.get, "http://a.example/x", headers: ["Authorization": "Basic abc"])
        let next = try #require(decide(request, 301, "https://a.example/x").request)
        #expect(next.url == "https://a.example/x")
        #expect(!next.headers.contains("Authorization"))
    }

    @Test func aBodyIsNotSentToAnotherServer() {
        let request = HTTPRequest(.post, "https://a.example/x", body: [1])
        #expect(
            decide(request, 307, "https://b.example/x?secret=1").words
                == "policy: a.example redirects a POST to b.example; its body is not sent to another server."
        )
        #expect(decide(request, 302, "https://b.example/x").words == "GET https://b.example/x")
    }

    @Test func severalLocations() {
        var machine = RedirectStateMachine(request: HTTPRequest(.get, "https://a.example/"), policy: .init())
        guard
            case .refuse(let error) = machine.processAnswer(status: 302, headers: ["Location": "/a", "location": "/b"])
        else {
            Issue.record("It was not refused.")
            return
        }
        #expect(error.code == .policy)
        #expect(error.message == "a.example redirects to several addresses at once.")
        guard
            case .follow(let next) = machine.processAnswer(status: 302, headers: ["Location": "/a", "location": "/a"])
        else {
            Issue.record("It was not followed.")
            return
        }
        #expect(next.url == "https://a.example/a")
    }

    @Test(arguments: [0, 1, 5]) func redirectsAreLimited(maximum: Int) {
        var machine = RedirectStateMachine(
            request: HTTPRequest(.get, "https://a.example/0"),
            policy: RedirectPolicy(maximum: maximum)
        )
        for hop in 1...maximum + 1 {
            switch machine.processAnswer(status: 302, headers: ["Location": .plain("/\(hop)")]) {
            case .follow(let next):
                #expect(hop <= maximum)
                #expect(next.url == "https://a.example/\(hop)")
            case .refuse(let error):
                #expect(hop == maximum + 1)
                #expect(error.code == .limit)
                #expect(
                    error.message == "a.example redirects once more after \(maximum) redirects; no more are followed."
                )
            case .answer:
                Issue.record("A redirect was returned as an answer.")
            }
        }
    }

    @Test func aCircleOverSeveralServers() {
        var machine = RedirectStateMachine(request: HTTPRequest(.get, "https://a.example/"), policy: .init())
        for (location, isFollowed) in [
            ("https://b.example/", true), ("https://c.example/", true), ("https://a.example/", false),
        ] {
            switch machine.processAnswer(status: 302, headers: ["Location": .plain(location)]) {
            case .follow: #expect(isFollowed)
            case .refuse(let error):
                #expect(!isFollowed)
                #expect(error.message == "c.example redirects in a circle.")
            case .answer: Issue.record("A redirect was returned as an answer.")
            }
        }
    }
}
