import Foundation
import Secrets
import StreamingJSON
import Testing

@testable import AgentTools
@testable import MCPClient

@Suite struct OAuthStateTests {
    private static let start = Date(timeIntervalSince1970: 1_000_000)

    static func credentials(
        _ token: String = "t1",
        refresh: String? = nil,
        lifetime: Double? = nil,
        scopes: String = "a",
        issuer: String = "https://as"
    ) throws -> OAuthCredentials {
        OAuthCredentials(
            issuer: issuer,
            tokenEndpoint: try #require(OAuthAddress("https://as/token")),
            client: OAuthClient(id: "c", secret: SecretString("s")),
            registeredRedirect: "http://127.0.0.1:1/callback",
            method: .basic,
            resource: "https://h/mcp",
            requested: OAuthScopes(text: scopes),
            accessToken: SecretString(token),
            expiresAt: lifetime.map { start.addingTimeInterval($0) },
            refreshToken: refresh.map { SecretString($0) }
        )
    }

    private static func refusal(_ status: Int = 401, _ challenge: String = "Bearer") -> MCPRefusal {
        MCPRefusal(url: "https://h/mcp", status: status, challenges: [challenge])
    }

    @Test func tokensAreRefreshedBeforeTheyExpire() throws {
        var state = OAuthState()
        #expect(state.use(at: Self.start) == .nothing)
        state.record(try Self.credentials(refresh: "r", lifetime: 100), refreshed: false)
        #expect(state.use(at: Self.start) == .token(SecretString("t1"), id: state.tokenID))
        #expect(state.use(at: Self.start.addingTimeInterval(69)) != .refresh)
        #expect(state.use(at: Self.start.addingTimeInterval(70)) == .refresh)
        state.dropRefreshToken()
        #expect(state.use(at: Self.start.addingTimeInterval(70)) == .token(SecretString("t1"), id: state.tokenID))
        #expect(state.use(at: Self.start.addingTimeInterval(100)) == .nothing)
    }

    @Test(arguments: [
        (403, "Bearer"), (403, "Bearer error=\"invalid_token\""), (402, "Bearer"),
        (429, "Bearer error=insufficient_scope"),
    ])
    func otherRefusalsAreNotAboutTheToken(status: Int, challenge: String) {
        var state = OAuthState()
        #expect(state.react(to: Self.refusal(status, challenge), sent: nil, server: "files", at: Self.start) == .ignore)
    }

    @Test func aRefusedOldTokenIsReplacedByTheNewOne() throws {
        var state = OAuthState()
        state.record(try Self.credentials(), refreshed: false)
        let old = state.tokenID
        state.record(try Self.credentials("t2"), refreshed: false)
        #expect(state.react(to: Self.refusal(), sent: old, server: "files", at: Self.start) == .repeat)
        #expect(state.react(to: Self.refusal(), sent: nil, server: "files", at: Self.start) == .repeat)
        #expect(state.react(to: Self.refusal(), sent: state.tokenID, server: "files", at: Self.start) == .obtain)
    }

    @Test func scopesThatWereRequestedAreNotRequestedAgain() throws {
        var state = OAuthState()
        state.record(try Self.credentials(scopes: "a b"), refreshed: false)
        let challenge = "Bearer error=insufficient_scope, scope="
        func react(_ scopes: String) -> OAuthState.Reaction {
            state.react(to: Self.refusal(403, challenge + scopes), sent: state.tokenID, server: "files", at: Self.start)
        }
        #expect(react("\"a c\"") == .obtain)
        guard case .fail(let failure) = react("b") else {
            Issue.record("it asks again")
            return
        }
        #expect(failure.code == .refused)
        // More scopes need the operator or the client's own permission, never a refresh.
        var other = OAuthState()
        other.record(try Self.credentials(refresh: "r"), refreshed: false)
        _ = other.react(to: Self.refusal(403, challenge + "c"), sent: other.tokenID, server: "files", at: Self.start)
        #expect(other.way(at: "https://as", grant: .authorizationCode, canAsk: true) == .ask)
    }

    @Test func aServerThatRefusesEveryTokenIsGivenUp() throws {
        var state = OAuthState()
        for count in 1...OAuthState.mostRefusedTokens {
            let reaction = state.react(
                to: Self.refusal(),
                sent: count == 1 ? nil : state.tokenID,
                server: "files",
                at: Self.start
            )
            #expect(reaction == .obtain)
            state.record(try Self.credentials("t\(count)"), refreshed: false)
        }
        guard case .fail = state.react(to: Self.refusal(), sent: state.tokenID, server: "files", at: Self.start) else {
            Issue.record("it tries again")
            return
        }
        // An accepted token starts a new count.
        state.record(try Self.credentials("t9"), refreshed: false)
        state.recordAcceptance(of: state.tokenID)
        #expect(state.react(to: Self.refusal(), sent: state.tokenID, server: "files", at: Self.start) == .obtain)
    }

    @Test func theWayFollowsTheIssuerAndTheGrant() throws {
        var state = OAuthState()
        #expect(state.way(at: "https://as", grant: .authorizationCode, canAsk: false) == .leaveToOperator)
        #expect(state.way(at: "https://as", grant: .authorizationCode, canAsk: true) == .ask)
        #expect(state.way(at: "https://as", grant: .clientCredentials, canAsk: true) == .client)
        state.record(try Self.credentials(refresh: "r"), refreshed: false)
        #expect(state.way(at: "https://as", grant: .authorizationCode, canAsk: true) == .refresh)
        #expect(state.way(at: "https://other", grant: .authorizationCode, canAsk: true) == .ask)
        // A refreshed token that was refused is not refreshed again.
        state.record(try Self.credentials("t2", refresh: "r2"), refreshed: true)
        #expect(state.way(at: "https://as", grant: .authorizationCode, canAsk: false) == .leaveToOperator)
        state.recordAcceptance(of: state.tokenID)
        #expect(state.way(at: "https://as", grant: .authorizationCode, canAsk: false) == .refresh)
    }

    @Test func failuresAreRepeatedForAWhile() {
        var state = OAuthState()
        let failure = OAuthFailure(.unreachable, "The server is silent.")
        state.record(failure, at: Self.start)
        #expect(state.react(to: Self.refusal(), sent: nil, server: "files", at: Self.start) == .fail(failure))
        let later = Self.start.addingTimeInterval(OAuthState.pause)
        #expect(state.react(to: Self.refusal(), sent: nil, server: "files", at: later) == .obtain)
    }

    @Test func documentsAreReadBack() throws {
        for credentials in [
            try Self.credentials(refresh: "r", lifetime: 60), try Self.credentials("t\"\\", scopes: ""),
        ] {
            #expect(OAuthCredentials(document: credentials.document) == credentials)
        }
        for text in ["", "{}", #"{"version":2}"#, "[]"] {
            #expect(OAuthCredentials(document: SecretString(text)) == nil)
        }
    }

    @Test func aRefreshKeepsTheOldRefreshTokenUnlessThereIsANewOne() throws {
        let old = try Self.credentials(refresh: "r1", lifetime: 1)
        let plain = try TokenReply(status: 200, ["access_token": "n", "token_type": "bearer"], from: "as")
        #expect(old.refreshed(by: plain, at: Self.start).refreshToken == SecretString("r1"))
        #expect(old.refreshed(by: plain, at: Self.start).expiresAt == nil)
        let rotated = try TokenReply(
            status: 200,
            ["access_token": "n", "token_type": "bearer", "refresh_token": "r2", "expires_in": 60],
            from: "as"
        )
        #expect(old.refreshed(by: rotated, at: Self.start).refreshToken == SecretString("r2"))
        #expect(old.refreshed(by: rotated, at: Self.start).expiresAt == Self.start.addingTimeInterval(60))
    }
}
