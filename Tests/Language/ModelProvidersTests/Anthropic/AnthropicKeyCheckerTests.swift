import KeyLeasing
import ModelProviders
import Secrets
import StandIns
import Testing
import Transport

@Suite(.timeLimit(.minutes(1))) struct AnthropicKeyCheckerTests {
    @Test(arguments: ["", "/v1", "/v1/"]) func aKeyIsAcceptedOrRefused(suffix: String) async throws {
        try await AnthropicStandIn.with(keys: ["sk-ant-good"]) { server in
            let checker = AnthropicKeyChecker(baseURL: server.baseURL + suffix, client: HTTPClient())
            #expect(await checker.check(SecretString("sk-ant-good"), for: "anthropic") == .verified)
            let request = try #require(server.requests.first)
            #expect(request.path == "/v1/models")
            #expect(request.header("x-api-key") == "sk-ant-good")
            #expect(request.header("anthropic-version") == "2026-10-21")
            let refused = await checker.check(SecretString("sk-ant-bad"), for: "anthropic")
            #expect(refused == .invalid(reason: "127.0.0.1:\(server.server.port) answered with status 401"))
        }
    }

    @Test func allElseLeavesItOpen() async throws {
        try await AnthropicStandIn.with(keys: ["sk-ant-good"]) { server in
            server.server.misbehave(.answer(AnthropicStandIn.failure(529)), times: nil)
            let checker = AnthropicKeyChecker(baseURL: server.baseURL, client: HTTPClient())
            let reason = "127.0.0.1:\(server.server.port) answered with status 529"
            #expect(await checker.check(SecretString("sk-ant-good"), for: "anthropic") == .unknown(reason: reason))
        }
    }
}
