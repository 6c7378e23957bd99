import Foundation
import Secrets
import StandIns
import StreamingJSON
import Synchronization
import Testing
import Transport

@testable import AgentTools
@testable import MCPClient

/// The whole exchange over loopback: a server that is its own authorization server, and a browser that agrees at once.
@Suite(.timeLimit(.minutes(1)))
struct OAuthAuthorizerTests {
    @Test func aRefusedRequestIsAuthorizedAndStored() async throws {
        try await OAuthTrial.with { trial async throws in
            #expect(try await trial.call() == 200)
            #expect(trial.paths == ["/mcp", Self.resource, Self.issuer, "/register", "/authorize", "/token", "/mcp"])
            #expect(trial.form("/token")["resource"] == "\(trial.baseURL)/mcp")
            #expect(trial.form("/token")["code"] == "code1")
            // Another process continues with the stored tokens, without asking anybody.
            let next = trial.restarted(browser: nil)
            #expect(try await next.call() == 200)
            #expect(trial.paths.count == 8)
        }
    }

    @Test func concurrentRefusalsShareOneAuthorization() async throws {
        try await OAuthTrial.with { trial async throws in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await trial.call() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 200, count: 8))
            #expect(trial.paths.count { $0 == "/authorize" } == 1)
        }
    }

    @Test func anExpiredTokenIsRefreshedOnce() async throws {
        try await OAuthTrial.with(lifetime: 3600) { trial async throws in
            #expect(try await trial.call() == 200)
            trial.advance(by: 3600)
            async let one = trial.call()
            async let other = trial.call()
            #expect(try await [one, other] == [200, 200])
            #expect(trial.paths.count { $0 == "/token" } == 2)
            #expect(trial.form("/token")["refresh_token"] == "refresh1")
            // The rotated refresh token is the one that is stored.
            trial.advance(by: 3600)
            #expect(try await trial.restarted(browser: nil).call() == 200)
            #expect(trial.form("/token")["refresh_token"] == "refresh2")
        }
    }

    @Test func withoutABrowserTheOperatorIsNamed() async throws {
        try await OAuthTrial.with { trial async throws in
            let alone = trial.restarted(browser: nil)
            let error = try await #require(throws: OAuthFailure.self) { _ = try await alone.call() }
            #expect(error.code == .needsOperator)
            #expect(error.message.contains("torii tools authorize files"))
            // The operator's authorization, in the steps of the command.
            let pending = try await alone.authorizer.begin(redirectURI: OAuthTrial.redirectURI)
            let redirect = try await OAuthTrial.Browser(client: trial.client).redirect(from: pending.url)
            await #expect(throws: OAuthFailure.self) {
                try await alone.authorizer.complete(pending, redirect: redirect.replacing("state=", with: "state=x"))
            }
            try await alone.authorizer.complete(pending, redirect: redirect)
            #expect(try await alone.call() == 200)
        }
    }

    @Test func theTokenGoesToNoOtherServer() async throws {
        try await OAuthTrial.with { trial async throws in
            #expect(try await trial.call() == 200)
            for url in ["https://evil.example/mcp", "\(trial.baseURL)0/mcp", "no address"] {
                #expect(try await trial.authorizer.credentials(for: url).fields.fields.isEmpty)
            }
        }
    }

    @Test func anAuthorizationServerOfOthersPassesTheAddressPolicy() async throws {
        try await StandInServer(name: "inner", port: 0, respond: { _ in .json([:]) }).running { inner async throws in
            try await OAuthTrial.with(issuer: inner.baseURL) { trial async throws in
                let error = try await #require(throws: OAuthFailure.self) { _ = try await trial.call() }
                #expect(error.code == .unreachable)
                #expect(inner.requests.isEmpty)
            }
        }
    }

    private static let resource = "/.well-known/oauth-protected-resource/mcp"
    private static let issuer = "/.well-known/oauth-authorization-server"
}

extension StandInServer {
    /// Runs the server while `body` runs.
    fileprivate func running<Result>(_ body: (StandInServer) async throws -> Result) async throws -> Result {
        try await start()
        do {
            let result = try await body(self)
            await stop()
            return result
        } catch {
            await stop()
            throw error
        }
    }
}

/// A protected server, its authorization server and an authorizer.
struct OAuthTrial: Sendable {
    static let redirectURI = "http://127.0.0.1:1/callback"

    /// A browser whose user agrees to everything.
    struct Browser: OAuthBrowser {
        let client: HTTPClient
        var redirectURI: String { OAuthTrial.redirectURI }

        @concurrent func redirect(from url: String) async throws -> String {
            let response = try await client.send(HTTPRequest(.get, url, isTrusted: true))
            return try #require(response.headers["Location"])
        }
    }

    let client: HTTPClient
    let authorizer: OAuthAuthorizer
    private let server: StandInServer
    private let store: MemoryOAuthStore
    private let time: ManualOAuthTime

    var baseURL: String { server.baseURL }
    var paths: [String] { server.requests.map(\.path) }

    /// Returns the form of the last request at a path.
    func form(_ path: String) -> [String: String] {
        let body = server.requests.last { $0.path == path }?.bodyText ?? ""
        return Dictionary((FormBody.fields(body) ?? []).map { ($0.name, $0.value) }) { $1 }
    }

    func advance(by seconds: Double) { time.advance(by: seconds) }

    /// Returns the trial with a new authorizer over the same store.
    func restarted(browser: Browser?) -> OAuthTrial {
        let authorizer = OAuthAuthorizer(
            authorizer.configuration,
            client: client,
            store: store,
            browser: browser,
            now: { [time] in time.now }
        )
        return OAuthTrial(client: client, authorizer: authorizer, server: server, store: store, time: time)
    }

    /// Sends requests as a connection does, until one is accepted, and returns its status.
    func call() async throws -> Int {
        let url = "\(server.baseURL)/mcp"
        for _ in 0...MCPRefusal.mostRepetitions {
            let credentials = try await authorizer.credentials(for: url)
            let request = HTTPRequest(.post, url, headers: credentials.fields, body: [], isTrusted: true)
            let response = try await client.send(request)
            if response.status == 200 {
                authorizer.accepted(credentials)
                return 200
            }
            let refusal = MCPRefusal(
                url: url,
                status: response.status,
                challenges: response.headers.values(of: "WWW-Authenticate")
            )
            guard try await authorizer.refused(refusal, of: credentials) else { return response.status }
        }
        return 401
    }

    static func with(
        lifetime: Int? = nil,
        issuer: String? = nil,
        _ body: (OAuthTrial) async throws -> Void
    ) async throws {
        let issued = Mutex(0)
        let server = StandInServer(name: "oauth") { request in
            let base = "http://\(request.header("Host") ?? "")"
            switch request.path {
            case "/mcp":
                guard request.bearerToken == "token\(issued.withLock { $0 })" else {
                    let challenge = "Bearer resource_metadata=\"\(base)/.well-known/oauth-protected-resource/mcp\""
                    return .json([:], status: 401, headers: [("WWW-Authenticate", challenge)])
                }
                return .json([:])
            case "/.well-known/oauth-protected-resource/mcp":
                return .json(["resource": .string("\(base)/mcp"), "authorization_servers": [.string(issuer ?? base)]])
            case "/.well-known/oauth-authorization-server":
                return .json([
                    "issuer": .string(base), "token_endpoint": .string("\(base)/token"),
                    "authorization_endpoint": .string("\(base)/authorize"),
                    "registration_endpoint": .string("\(base)/register"),
                    "code_challenge_methods_supported": ["S256"], "token_endpoint_auth_methods_supported": ["none"],
                ])
            case "/register": return .json(["client_id": "c1"], status: 201)
            case "/authorize":
                let state = request.queryItem("state") ?? ""
                return StandInReply(status: 302, headers: [("Location", "\(redirectURI)?code=code1&state=\(state)")])
            case "/token":
                let count = issued.withLock {
                    $0 += 1
                    return $0
                }
                var reply: JSONObject = [
                    "access_token": .string("token\(count)"), "token_type": "Bearer",
                    "refresh_token": .string("refresh\(count)"),
                ]
                reply["expires_in"] = lifetime.map { .integer($0) }
                return .json(.object(reply))
            default: return .json([:], status: 404)
            }
        }
        try await server.running { server in
            let (client, store, time) = (HTTPClient(), MemoryOAuthStore(), ManualOAuthTime())
            let address = try #require(OAuthAddress("\(server.baseURL)/mcp"))
            let authorizer = OAuthAuthorizer(
                OAuthConfiguration(name: "files", server: address),
                client: client,
                store: store,
                browser: Browser(client: client),
                now: { time.now }
            )
            try await body(OAuthTrial(client: client, authorizer: authorizer, server: server, store: store, time: time))
        }
    }
}

/// A time that a test sets.
final class ManualOAuthTime: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_000_000))
    var now: Date { time.withLock { $0 } }
    func advance(by seconds: Double) { time.withLock { $0.addTimeInterval(seconds) } }
}
