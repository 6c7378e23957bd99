import AgentWire
import Accounts
import HTTPTypes
import Hummingbird
import StoredValues
import Testing

@testable import AgentServer

/// Where browsers can sign in, and which of their requests count.
@Suite struct SessionCookieTests {
    private func cookie(
        _ host: String,
        _ publicURL: String? = nil,
        side: BrowserSession.Side = .client
    ) throws -> SessionCookie? {
        SessionCookie(side, at: try #require(HostField(host)), publicURL: publicURL)
    }

    @Test(arguments: [
        ("127.0.0.1:8080", nil, "torii-chat-8080"), ("localhost", nil, "torii-chat-80"),
        ("[::1]:9", nil, "torii-chat-9"), ("torii.example", nil, nil), ("192.168.0.2:8080", nil, nil),
        ("torii.example", "https://torii.example", "__Host-torii-chat"),
        ("torii.example:443", "https://torii.example/", "__Host-torii-chat"),
        ("torii.example", "http://torii.example", nil), ("other.example", "https://torii.example", nil),
        ("127.0.0.1:8080", "https://torii.example", "torii-chat-8080"),
        ("torii.example:8443", "https://torii.example:8443/torii", "__Host-torii-chat"),
    ])
    func aCookieIsMadeOnlyWhereItIsSafe(host: String, publicURL: String?, name: String?) throws {
        let cookie = try cookie(host, publicURL)
        #expect(cookie?.name == name)
        #expect(cookie.map { $0.isSecure == ($0.name.hasPrefix("__Host-")) } ?? true)
    }

    @Test func theFieldOfASecureCookieHasThatMark() throws {
        let field = try cookie("127.0.0.1:8080")?.field("v", seconds: 9)
        #expect(field == "torii-chat-8080=v; Path=/; Max-Age=9; HttpOnly; SameSite=Strict")
        let secure = try cookie("t.example", "https://t.example", side: .admin)?.field("v", seconds: 9)
        #expect(secure == "__Host-torii-admin=v; Path=/; Max-Age=9; HttpOnly; SameSite=Strict; Secure")
    }

    @Test(arguments: [
        ("torii-chat-8080=abc", "abc"), ("a=b; torii-chat-8080=abc; c=d", "abc"), ("torii-chat-80801=abc", nil),
        ("xtorii-chat-8080=abc", nil), ("torii-chat-8080", nil), ("", nil),
    ])
    func theValueIsFound(field: String, value: String?) throws {
        let cookie = try #require(try cookie("127.0.0.1:8080"))
        #expect(cookie.value(in: request([.cookie: field])) == value)
    }

    @Test(arguments: [
        (["X-Torii": "1"], true), ([:], false), (["X-Torii": "0"], false),
        (["X-Torii": "1", "Sec-Fetch-Site": "same-origin"], true),
        (["X-Torii": "1", "Sec-Fetch-Site": "same-site"], false),
        (["X-Torii": "1", "Sec-Fetch-Site": "cross-site"], false), (["X-Torii": "1", "Sec-Fetch-Site": "none"], false),
        (["X-Torii": "1", "Origin": "http://127.0.0.1:8080"], true),
        (["X-Torii": "1", "Origin": "http://127.0.0.1:8081"], false), (["X-Torii": "1", "Origin": "null"], false),
        (["X-Torii": "1", "Origin": "https://127.0.0.1:8080"], false),
        (["X-Torii": "1", "Content-Type": "application/json; charset=utf-8"], true),
        (["X-Torii": "1", "Content-Type": "text/plain"], false),
        (["X-Torii": "1", "Content-Type": "multipart/form-data"], false),
    ])
    func onlyRequestsOfTheOwnPageCount(fields: [String: String], isOwn: Bool) throws {
        let cookie = try #require(try cookie("127.0.0.1:8080"))
        var headers = HTTPFields()
        for (name, value) in fields { headers[try #require(HTTPField.Name(name))] = value }
        if isOwn {
            #expect(throws: Never.self) { try cookie.checkOrigin(of: request(headers)) }
        } else {
            let problem = #expect(throws: Problem.self) { try cookie.checkOrigin(of: request(headers)) }
            #expect(problem?.kind == .forbidden)
        }
    }

    private func request(_ headers: HTTPFields) -> Request {
        Request(
            head: HTTPRequest(
                method: .get,
                scheme: "http",
                authority: "127.0.0.1:8080",
                path: "/",
                headerFields: headers
            ),
            body: .init(buffer: .init())
        )
    }
}
