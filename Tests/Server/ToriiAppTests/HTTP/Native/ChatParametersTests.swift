import AgentRuntime
import AgentWire
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The data that an app sends a model by the native dialect: instructions, parameters and images; and the model's thoughts.
@Suite(.timeLimit(.minutes(2))) struct ChatParametersTests {
    /// A `data:` URL of a PNG image with this many bytes.
    static func image(_ count: Int) -> String {
        let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        return "data:image/png;base64," + (signature + Data(count: max(0, count - 8))).base64EncodedString()
    }

    @Test func aModelReceivesWhatTheAppSends() async throws {
        try await ChatCompletionServer.with { _ in
            .text("Eine Lampe.")
        } _: { server, standIn in
            let body: JSONValue = [
                "message": "What is it?", "instructions": "Always answer in German.", "temperature": 0.25, "top_p": 0.5,
                "max_output_tokens": 77, "stop": "END", "seed": 3, "images": [["url": .string(Self.image(64))]],
            ]
            let answer = try await server.send(.post, "/v1/chat", body: body.serialized())
            #expect(answer.status == 200 && answer.json["message"]?["text"] == "Eine Lampe.")
            let request = try JSONValue(parsing: #require(standIn.requests.last).body)
            let messages = request["messages"]?.arrayValue ?? []
            #expect(messages.first?["content"]?.stringValue?.hasSuffix("Always answer in German.") == true)
            let parts = messages.last?["content"]?.arrayValue ?? []
            #expect(parts.compactMap { $0["image_url"]?["url"]?.stringValue } == [Self.image(64)])
            #expect(!parts.contains { $0["text"]?.stringValue?.contains("Reply in") == true })
            #expect(request["temperature"] == 0.25 && request["top_p"] == 0.5 && request["seed"] == 3)
            #expect(request["stop"] == ["END"])
            #expect(request["max_completion_tokens"] == 77 || request["max_tokens"] == 77)
            // The conversation keeps the image, and the next turn sends it again.
            let conversation = try #require(answer.json["conversation"]?.stringValue)
            _ = try await server.chat("And the color?", conversation: conversation)
            let next = try JSONValue(parsing: #require(standIn.requests.last).body)["messages"]?.arrayValue ?? []
            #expect(next.contains { $0.serialized().contains(Self.image(64)) })
        }
    }

    @Test func anImageFaultNamesItsPlace() async throws {
        try await ChatCompletionServer.with { _ in
            .text("no")
        } _: { server, _ in
            let url = "data:image/png;base64,AAAA"
            let body: JSONValue = [
                "message": "a", "images": [["url": .string(Self.image(64))], ["url": .string(url)]],
            ]
            let answer = try await server.send(.post, "/v1/chat", body: body.serialized())
            #expect(answer.status == 400 && answer.json["errors"]?[0]?["pointer"] == "#/images/1")
        }
    }

    /// A body for each dialect that may have images.
    private static func bodies(_ url: String, text: String = "a") -> [(path: String, body: JSONValue)] {
        let data = String(url.dropFirst("data:image/png;base64,".count))
        let (url, text) = (JSONValue.string(url), JSONValue.string(text))
        let parts: JSONValue = [["type": "input_text", "text": text], ["type": "input_image", "image_url": url]]
        return [
            ("/v1/chat", ["message": text, "images": [["url": url]]]),
            (
                "/v1/chat/completions",
                [
                    "messages": [
                        [
                            "role": "user",
                            "content": [
                                ["type": "text", "text": text], ["type": "image_url", "image_url": ["url": url]],
                            ],
                        ]
                    ]
                ]
            ),
            ("/v1/responses", ["input": [["role": "user", "content": parts]]]),
            ("/v1/conversations", ["items": [["role": "user", "content": parts]]]),
            (
                "/v1/messages",
                [
                    "model": "m", "max_tokens": 100,
                    "messages": [
                        [
                            "role": "user",
                            "content": [
                                ["type": "text", "text": text],
                                [
                                    "type": "image",
                                    "source": ["type": "base64", "media_type": "image/png", "data": .string(data)],
                                ],
                            ],
                        ]
                    ],
                ]
            ),
        ]
    }

    private static func send(
        _ part: (path: String, body: JSONValue),
        _ server: TestServer
    ) async throws -> TestServer.Answer {
        try await server.send(
            .post,
            part.path,
            body: part.body.serialized(),
            headers: [("Content-Type", "application/json"), ("anthropic-version", "2023-06-01")]
        )
    }

    /// A photo is accepted, a larger body than the limit is not, and a text is no longer than before.
    @Test func imagesHaveALimitOfTheirOwn() async throws {
        try await OpenAIStandIn.with(script: { _ in .text("ok") }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
                settings.maximumBodyBytes = 4 << 20
            } _: { server in
                for part in Self.bodies(Self.image(2_000_000)) {
                    let answer = try await Self.send(part, server)
                    #expect(answer.status == 200, "\(part.path): \(answer.text.prefix(300))")
                }
                for part in Self.bodies(Self.image(3_500_000)) {
                    let answer = try await Self.send(part, server)
                    #expect(answer.status == 413 && answer.text.contains("4194304 bytes"), "\(part.path)")
                }
                let text = String(repeating: "a", count: 1_100_000)
                for part in Self.bodies(Self.image(64), text: text) {
                    let answer = try await Self.send(part, server)
                    #expect(
                        answer.status == 413 && answer.text.contains("1048576 bytes beside its images"),
                        "\(part.path)"
                    )
                }
            }
        }
    }

    /// Whether thoughts are events of the run; readers that join later get the same events.
    @Test(arguments: [true, false]) func thoughtsAreEventsOnRequest(isShown: Bool) async throws {
        try await ChatCompletionServer.with { _ in
            ScriptedReply([.thought("Let me see", seal: "s"), .token("42")])
        } _: { server, _ in
            var body: JSONObject = ["message": "What is 6 times 7?", "stream": true, "on_disconnect": "finish"]
            if isShown { body["reasoning"] = true }
            let answer = try await server.send(.post, "/v1/chat", body: JSONValue.object(body).serialized())
            let thought = "event: reasoning.delta\ndata: {\"item\":0,\"text\":\"Let me see\"}\n\n"
            #expect(answer.text.contains(thought) == isShown && answer.text.contains("reasoning") == isShown)
            let frames = answer.text.components(separatedBy: "\n\n").filter { $0.hasPrefix("id: ") }
            let run = try #require(frames.first?.dropFirst(4).prefix { $0 != ":" })
            #expect(frames.enumerated().allSatisfy { $1.hasPrefix("id: \(run):\($0)\n") })
            for position in 0..<frames.count - 1 {
                let rest = try await server.send(.get, "/v1/runs/\(run)/events?after=\(position)")
                let later = rest.text.components(separatedBy: "\n\n").filter { $0.hasPrefix("id: ") }
                #expect(later == Array(frames.dropFirst(position + 1)))
            }
            let described = try await server.send(.get, "/v1/runs/\(run)").json
            #expect(described["event_count"] == .integer(frames.count))
        }
    }

    @Test func aClientsInstructionsAreItsOwn() async throws {
        try await ChatCompletionServer.with { _ in
            .text("ok")
        } _: { server, standIn in
            let made = try await server.admin(
                .post,
                "clients",
                ["name": "app", "instructions": "none", "scopes": ["chat"]]
            )
            let id = try #require(made.json["client"]?["id"]?.stringValue)
            let token = try #require(made.json["token"]?["secret"]?.stringValue)
            #expect(made.json["client"]?["instructions"] == "none")
            func sent() async throws -> [JSONValue] {
                let body = #"{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Hi"}]}"#
                _ = try await server.send(.post, ChatCompletionServer.path, token: token, body: body)
                return try JSONValue(parsing: #require(standIn.requests.last).body)["messages"]?.arrayValue ?? []
            }
            let bare = try await sent()
            #expect(bare.map { $0["content"] } == ["Be brief.", "Hi"])
            let change = try await server.admin(.patch, "clients/\(id)", ["instructions": "You are Momo."])
            #expect(change.json["client"]?["instructions"] == "You are Momo.")
            #expect(try await sent().first?["content"]?.stringValue?.hasPrefix("You are Momo.\n") == true)
            let back = try await server.admin(.patch, "clients/\(id)", ["instructions": "default"])
            #expect(back.status == 200 && back.json["client"]?["instructions"] == nil)
            #expect(
                try await sent().first?["content"]?.stringValue?.hasPrefix("You are the assistant of an app.") == true
            )
            let faulty = try await server.admin(.patch, "clients/\(id)", ["instructions": "  "])
            #expect(faulty.status == 400 && faulty.text.contains("default, none, or a text"))
        }
    }

    /// The address of a model's service is the operator's: it is in the log, and in no answer.
    @Test(arguments: [true, false]) func anUpstreamsFaultNamesNoAddress(isCut: Bool) async throws {
        try await ChatCompletionServer.with { _ in
            isCut ? .text("a b c", thenError: "boom") : .failure(OpenAIStandIn.failure(500, retryAfter: nil))
        } _: { server, standIn in
            let host = try #require(URL(string: standIn.baseURL)?.host())
            // A new conversation asks no model.
            for part in Self.bodies(Self.image(64)) where part.path != "/v1/conversations" {
                let answer = try await Self.send(part, server)
                #expect(answer.status >= 500 && !answer.text.contains(host), "\(part.path): \(answer.text)")
                #expect(answer.text.contains("model's"), "\(part.path): \(answer.text)")
            }
            let streamed = try await server.send(.post, "/v1/chat", body: #"{"message":"a","stream":true}"#)
            #expect(!streamed.text.contains(host) && streamed.text.contains("model's"))
            #expect(server.log.text.contains(host))
        }
    }
}
