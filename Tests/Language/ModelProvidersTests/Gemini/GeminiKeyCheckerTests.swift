import KeyLeasing
import ModelProviders
import Secrets
import StandIns
import Testing
import Transport

@Suite(.timeLimit(.minutes(1))) struct GeminiKeyCheckerTests {
    @Test(arguments: [("", "/v1beta"), ("/", "/v1beta"), ("/v1beta", "/v1beta"), ("/v1/", "/v1")])
    func aKeyIsAcceptedOrRefused(suffix: String, version: String) async throws {
        try await GeminiStandIn.with(keys: ["gm-good"]) { server in
            let checker = GeminiKeyChecker(baseURL: server.baseURL + suffix, client: HTTPClient())
            #expect(await checker.check(SecretString("gm-good"), for: "gemini") == .verified)
            let request = try #require(server.requests.first)
            #expect(request.path == "\(version)/models")
            #expect(request.queryItem("pageSize") == "1")
            #expect(request.header("x-goog-api-key") == "gm-good")
            let refused = await checker.check(SecretString("gm-bad"), for: "gemini")
            #expect(refused == .invalid(reason: "127.0.0.1:\(server.server.port) answered with status 400"))
        }
    }

    @Test(arguments: [400, 404, 429, 503]) func allElseLeavesItOpen(status: Int) async throws {
        try await GeminiStandIn.with(keys: ["gm-good"]) { server in
            server.server.misbehave(.answer(GeminiStandIn.failure(status)), times: nil)
            let checker = GeminiKeyChecker(baseURL: server.baseURL, client: HTTPClient())
            let reason = "127.0.0.1:\(server.server.port) answered with status \(status)"
            #expect(await checker.check(SecretString("gm-good"), for: "gemini") == .unknown(reason: reason))
        }
    }

    /// A service account without permission for the models may list them.
    @Test(arguments: [(401, false), (403, false), (404, true), (429, true), (503, true)])
    func aKeyThatMayOnlyListIsRefused(status: Int, isAccepted: Bool) async throws {
        try await GeminiStandIn.with(keys: ["gm-good"]) { server in
            server.server.misbehave(.answer(GeminiStandIn.failure(status)), times: nil) {
                $0.path.hasSuffix(":countTokens")
            }
            let checker = GeminiKeyChecker(baseURL: server.baseURL, client: HTTPClient())
            let check = await checker.check(SecretString("gm-good"), for: "gemini")
            #expect((check == .verified) == isAccepted)
            #expect(server.requests.last?.path == "/v1beta/models/gemini-flash-latest:countTokens")
        }
    }

    @Test func aListThatAnybodyMaySeeLeavesItOpen() async throws {
        try await GeminiStandIn.with { server in
            let checker = GeminiKeyChecker(baseURL: server.baseURL, client: HTTPClient())
            guard case .unknown(let reason) = await checker.check(SecretString("gm-good"), for: "gemini") else {
                Issue.record("A list that anybody may see decided the matter.")
                return
            }
            #expect(reason.contains("without a key"))
        }
    }
}
