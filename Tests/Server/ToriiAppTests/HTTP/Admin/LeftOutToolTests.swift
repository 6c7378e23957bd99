import AgentRuntime
import AgentWire
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import ToriiApp

/// The tools that requests to a model left out, as administrators see them.
@Suite(.timeLimit(.minutes(1))) struct LeftOutToolTests {
    private static let refused = ["getCurrentWeather", "find"]

    private static let script: @Sendable (StandIns.ChatRequest) -> ScriptedReply = { request in
        guard let tool = refused.first(where: request.toolNames.contains) else { return .text("Yes.") }
        let text = "Invalid schema for function '\(tool)': no."
        let error: JSONValue = [
            "message": .string(text), "type": "invalid_request_error", "param": nil,
            "code": "invalid_function_parameters",
        ]
        return .failure(.json(["error": error], status: 400))
    }

    @Test func aToolThatAProviderRefusesIsListed() async throws {
        let model = "left-out-\(UUID().uuidString)"
        try await OpenAIStandIn.with(script: Self.script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: model)]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                func leftOut() async throws -> [WireLeftOutTool] {
                    try WireToolDefinitions(jsonValue: await server.admin(.get, "tools").json)
                        .leftOut.filter { $0.model == model }
                }
                #expect(try await leftOut().isEmpty)
                for _ in 1...2 {
                    let answer = try await server.send(
                        .post,
                        "/v1/chat",
                        body: #"{"message":"hi"}"#,
                        headers: [("Content-Type", "application/json")]
                    )
                    #expect(answer.status == 200 && answer.json["message"]?["text"] == "Yes.", "\(answer.text)")
                }
                #expect(standIn.requests.count == 3)
                let expected = WireLeftOutTool(
                    tool: "getCurrentWeather",
                    model: model,
                    host: String(standIn.baseURL.dropFirst("http://".count).prefix { $0 != "/" }),
                    reason: .refused
                )
                #expect(try await leftOut() == [expected])
                // A tool that a client sends is in the log only.
                let body: JSONValue = [
                    "model": .string("openai:" + model), "tools": [ChatCompletionServer.find],
                    "messages": [["role": "user", "content": "hi"]],
                ]
                let answer = try await server.send(
                    .post,
                    ChatCompletionServer.path,
                    body: body.serialized(),
                    headers: [("Content-Type", "application/json")]
                )
                #expect(answer.status == 200, "\(answer.text)")
                #expect(standIn.requests.count == 5)
                #expect(try await leftOut() == [expected])
                // The definitions of one server are not mixed with other tools.
                #expect(try await server.admin(.get, "tools?server=shop").json == ["tools": []])
            }
        }
    }
}
