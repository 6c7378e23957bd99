import AgentRuntime
import Foundation
import Secrets
import StandIns
import StreamingJSON
import Synchronization
import Testing
import Transport

@testable import ToriiApp

/// A limit of output tokens that the provider refuses as too large: the request is repeated with a lower one, which a header names.
@Suite(.timeLimit(.minutes(1))) struct LoweredLimitTests {
    private static let headers = [("Content-Type", "application/json"), ("anthropic-version", "2023-06-01")]

    private static let script: @Sendable (StandIns.ChatRequest) -> ScriptedReply = { request in
        let limit = (request.json["max_completion_tokens"] ?? request.json["max_tokens"])?.intValue ?? 0
        guard limit > 16384 else { return .text("Yes.") }
        let text =
            "max_tokens is too large: \(limit). This model supports at most 16384 completion tokens, whereas you provided \(limit)."
        let error: JSONValue = [
            "message": .string(text), "type": "invalid_request_error", "param": "max_tokens", "code": "invalid_value",
        ]
        return .failure(.json(["error": error], status: 400))
    }

    private static let messages = #""messages":[{"role":"user","content":"hi"}]"#

    /// A route of each dialect, its request without the model, and the field of its limit.
    @Test(arguments: [
        ("/v1/chat/completions", messages, "max_completion_tokens"), ("/v1/chat/completions", messages, "max_tokens"),
        ("/v1/responses", #""input":"hi""#, "max_output_tokens"), ("/v1/messages", messages, "max_tokens"),
    ])
    func aReplyNamesTheLoweredLimit(route: String, input: String, field: String) async throws {
        let model = "lowered-\(UUID().uuidString)"
        try await OpenAIStandIn.with(script: Self.script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: model)]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                func ask(_ limit: Int, _ more: String = "") async throws -> TestServer.Answer {
                    let body = #"{"model":"openai:\#(model)",\#(input),"\#(field)":\#(limit)\#(more)}"#
                    let answer = try await server.send(.post, route, body: body, headers: Self.headers)
                    #expect(answer.status == 200, "\(answer.text)")
                    return answer
                }
                let within = try await ask(16384)
                #expect(within.headers["Torii-Lowered"] == nil && standIn.requests.count == 1)
                let lowered = try await ask(32000)
                #expect(lowered.headers["Torii-Lowered"] == "\(field)=16384")
                #expect(lowered.text.contains("Yes."))
                #expect(standIn.requests.count == 3)
                // The next request is fitted before it is sent, and its reply has the header as well.
                #expect(try await ask(32000).headers["Torii-Lowered"] == "\(field)=16384")
                #expect(standIn.requests.count == 4)
                // The header of a stream is sent before the answer.
                #expect(try await ask(32000, #","stream":true"#).headers["Torii-Lowered"] == nil)
            }
        }
    }

    @Test func aNativeReplyNamesTheLoweredLimit() async throws {
        // The request in the form of chat completions does not have this dialect's limit.
        let isAnswer = Atomic(false)
        let script: @Sendable (StandIns.ChatRequest) -> ScriptedReply = { _ in
            guard !isAnswer.exchange(true, ordering: .relaxed) else { return .text("Yes.") }
            let text = "max_tokens: 64000 > 1000, which is the maximum allowed number of output tokens for this model"
            let error: JSONValue = ["type": "invalid_request_error", "message": .string(text)]
            return .failure(.json(["type": "error", "error": error], status: 400))
        }
        try await AnthropicStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .anthropic, name: "lowered-\(UUID().uuidString)")]
                settings.addresses[.anthropic] = standIn.baseURL
                settings.keys = [.anthropic: SecretString("sk-ant-test-0123456789")]
            } _: { server in
                let answer = try await server.send(
                    .post,
                    "/v1/chat",
                    body: #"{"message":"hi"}"#,
                    headers: Self.headers
                )
                #expect(answer.status == 200, "\(answer.text)")
                #expect(answer.headers["Torii-Lowered"] == "max_tokens=1000")
                let limits = standIn.requests.map { (try? JSONValue(parsing: $0.body))?["max_tokens"]?.intValue ?? 0 }
                #expect(limits.count == 2 && limits[0] > 1000 && limits[1] == 1000)
            }
        }
    }
}
