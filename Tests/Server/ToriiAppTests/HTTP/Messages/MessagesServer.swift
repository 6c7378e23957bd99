import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Transport

@testable import AgentServer
@testable import ToriiApp

/// A server for the tests of Anthropic's Messages, whose model is a stand-in for Anthropic, and readers of its responses.
struct MessagesServer {
    /// The path of the endpoint.
    static let path = "/v1/messages"
    /// The header of a request.
    static let headers = [("Content-Type", "application/json"), ("anthropic-version", "2023-06-01")]
    /// A tool of a client.
    static let find: JSONValue = [
        "name": "find", "description": "Finds", "input_schema": ["type": "object", "properties": [:]],
    ]

    let server: TestServer
    let standIn: AnthropicStandIn

    /// Runs a server while `body` runs.
    static func with(
        model: String = "claude-sonnet-4-5",
        _ script: @escaping @Sendable (StandIns.ChatRequest) -> ScriptedReply,
        _ body: (MessagesServer) async throws -> Void
    ) async throws {
        try await AnthropicStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .anthropic, name: model)]
                settings.addresses[.anthropic] = standIn.baseURL
            } _: { server in
                try await body(MessagesServer(server: server, standIn: standIn))
            }
        }
    }

    /// Returns a body with these messages.
    static func body(_ messages: [JSONValue], _ more: JSONObject = [:]) -> JSONObject {
        var body: JSONObject = [
            "model": "anthropic:claude-sonnet-4-5", "max_tokens": 4096, "messages": .array(messages),
        ]
        for (name, value) in more { body[name] = value }
        return body
    }

    /// Returns a message of the user.
    static func user(_ text: String) -> JSONValue { ["role": "user", "content": .string(text)] }

    /// Sends messages without a stream.
    func send(_ messages: [JSONValue], _ more: JSONObject = [:]) async throws -> TestServer.Answer {
        try await server.send(
            .post,
            Self.path,
            body: JSONValue.object(Self.body(messages, more)).serialized(),
            headers: Self.headers
        )
    }

    /// Sends messages with a stream.
    func stream(_ messages: [JSONValue], _ more: JSONObject = [:]) async throws -> HTTPResponse {
        try await server.stream(
            Self.body(messages, more),
            path: Self.path,
            headers: [("anthropic-version", "2023-06-01")]
        )
    }

    /// Sends messages with a stream, and reads it to its end.
    func frames(_ messages: [JSONValue], _ more: JSONObject = [:]) async throws -> [JSONValue] {
        try await stream(messages, more).events().map { try JSONValue(parsing: $0.data) }
    }

    /// Returns the body of a request to the model.
    func asked(_ index: Int) throws -> JSONValue { try JSONValue(parsing: standIn.requests[index].body) }

    /// Returns the text of a stream's deltas.
    static func text(_ frames: [JSONValue], _ member: String = "text") -> String {
        frames.compactMap { $0["delta"]?[member]?.stringValue }.joined()
    }
}
