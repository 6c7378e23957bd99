import AgentRuntime
import Foundation
import StandIns
import StreamingJSON
import Transport

@testable import AgentServer
@testable import ToriiApp

/// A server for the tests of chat completions, and readers of its responses.
enum ChatCompletionServer {
    /// The path of the endpoint.
    static let path = "/v1/chat/completions"
    /// A tool of a client.
    static let find: JSONValue = [
        "type": "function",
        "function": [
            "name": "find", "description": "Finds", "parameters": ["type": "object", "properties": [:]],
        ],
    ]

    /// Runs a server whose model is a stand-in for OpenAI, while `body` runs.
    static func with(
        _ script: @escaping @Sendable (StandIns.ChatRequest) -> ScriptedReply,
        dataDirectory: String? = nil,
        _ body: (TestServer, OpenAIStandIn) async throws -> Void
    ) async throws {
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with(dataDirectory: dataDirectory) { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                try await body(server, standIn)
            }
        }
    }

    /// Returns the data of a stream's frames.
    static func frames(_ answer: TestServer.Answer) -> [String] {
        answer.text.components(separatedBy: "\n\n").compactMap { frame in
            frame.hasPrefix("data: ") ? String(frame.dropFirst(6)) : nil
        }
    }

    /// Returns the text of a stream's chunks.
    static func text(_ answer: TestServer.Answer) throws -> String {
        try frames(answer).dropLast().map { frame in
            try JSONValue(parsing: frame.utf8)["choices"]?[0]?["delta"]?["content"]?.stringValue ?? ""
        }
        .joined()
    }
}
