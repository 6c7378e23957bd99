import AgentTools
import BuiltInTools
import KeyVault
import Secrets
import StandIns
import Testing
import Transport

@Suite(.timeLimit(.minutes(1)))
struct TavilyKeyCheckerTests {
    private func check(_ key: String, _ misbehavior: Misbehavior? = nil) async throws -> KeyCheck {
        try await TavilyStandIn.with(keys: ["tvly-right"]) { tavily in
            if let misbehavior { tavily.server.misbehave(misbehavior) }
            return await SearchKeyChecker.tavily(client: HTTPClient(), baseURL: tavily.baseURL)
                .check(SecretString(key), for: "tavily")
        }
    }

    @Test func verifiesAKeyThatIsAccepted() async throws {
        #expect(try await check("tvly-right") == .verified)
    }

    @Test func aKeyIsInvalidOnlyIfTheUpstreamRefusesIt() async throws {
        guard case .invalid(let reason) = try await check("tvly-wrong-secret") else {
            Issue.record("a wrong key must be invalid")
            return
        }
        #expect(!reason.contains("tvly-wrong-secret"))
    }

    @Test(arguments: [
        Misbehavior.answer(TavilyStandIn.failure(500)), .answer(TavilyStandIn.failure(429, retryAfter: 1)),
        .answer(.html(status: 200)),
        .resetBeforeHeader,
    ])
    func otherAnswersAreInconclusive(misbehavior: Misbehavior) async throws {
        guard case .unknown = try await check("tvly-right", misbehavior) else {
            Issue.record("must be unknown")
            return
        }
    }
}
