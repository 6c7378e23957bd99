import KeyLeasing
import ModelProviders
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

@Suite(.timeLimit(.minutes(1))) struct OpenAIKeyCheckerTests {
    private func check(
        _ key: String,
        _ server: OpenAIStandIn,
        patience: Duration = .seconds(30)
    ) async -> KeyCheck {
        let timeouts = HTTPTimeouts(firstByte: patience)
        let checker = OpenAIKeyChecker(baseURL: server.baseURL, client: HTTPClient(), timeouts: timeouts)
        return await checker.check(SecretString(key), for: "openai")
    }

    @Test func aKeyIsAcceptedOrRefused() async throws {
        try await OpenAIStandIn.with(keys: ["sk-good"]) { server in
            #expect(await check("sk-good", server) == .verified)
            #expect(server.requests.last?.path == "/v1/models")
            let port = server.server.port
            #expect(await check("sk-bad", server) == .invalid(reason: "127.0.0.1:\(port) answered with status 401"))
        }
    }

    @Test func allElseLeavesItOpen() async throws {
        let rows: [(Misbehavior, String)] = [
            (.answer(OpenAIStandIn.failure(500)), "status 500"), (.answer(OpenAIStandIn.failure(429)), "status 429"),
            (.answer(.html(status: 200)), "HTML page"), (.resetBeforeHeader, "closed the connection"),
        ]
        for (misbehavior, words) in rows {
            try await OpenAIStandIn.with(keys: ["sk-good"]) { server in
                server.server.misbehave(misbehavior, times: nil)
                guard case .unknown(let reason) = await check("sk-good", server) else {
                    Issue.record("\(misbehavior) decided the matter.")
                    return
                }
                #expect(reason.contains(words), "\(reason)")
                #expect(!reason.contains("sk-"))
            }
        }
    }

    @Test func aListThatAnybodyMaySeeLeavesItOpen() async throws {
        try await OpenAIStandIn.with { server in
            let reason =
                "127.0.0.1:\(server.server.port) lists its models without a key, "
                + "so the key could not be checked"
            #expect(await check("sk-good", server) == .unknown(reason: reason))
            #expect(server.requests.map(\.bearerToken) == ["sk-good", "sk-torii-key-check"])
        }
    }

    @Test func theAnswerToAWrongKeyCounts() async throws {
        let rows: [(StandInReply, KeyCheck?)] = [
            (OpenAIStandIn.failure(400), .verified), (OpenAIStandIn.failure(401), .verified),
            (.json([:], status: 403), .verified), (OpenAIStandIn.failure(429), nil), (OpenAIStandIn.failure(503), nil),
        ]
        for (reply, expected) in rows {
            try await OpenAIStandIn.with { server in
                server.server.misbehave(.answer(reply)) { $0.bearerToken == "sk-torii-key-check" }
                let check = await check("sk-good", server)
                if let expected {
                    #expect(check == expected)
                } else if case .unknown(let reason) = check {
                    #expect(reason.contains("status \(reply.status)"), "\(reason)")
                } else {
                    Issue.record("\(reply.status) decided the matter.")
                }
            }
        }
    }

    @Test func silenceLeavesItOpen() async throws {
        try await OpenAIStandIn.with(keys: ["sk-good"]) { server in
            server.server.misbehave(.stallBeforeHeader, times: nil)
            guard case .unknown(let reason) = await check("sk-good", server, patience: .milliseconds(50)) else {
                Issue.record("Silence decided the matter.")
                return
            }
            #expect(reason.contains("did not answer"), "\(reason)")
        }
    }
}
