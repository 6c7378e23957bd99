import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// A server for the tests of OpenAI's Responses, whose model is a stand-in, and readers of its responses.
struct ResponseServer {
    /// The path of the endpoint.
    static let path = "/v1/responses"
    /// A tool of a client.
    static let find: JSONValue = [
        "type": "function", "name": "find", "description": "Finds",
        "parameters": ["type": "object", "properties": [:]],
    ]

    let server: TestServer
    let standIn: OpenAIStandIn

    /// Runs a server while `body` runs.
    static func with(
        _ script: @escaping @Sendable (StandIns.ChatRequest) -> ScriptedReply,
        _ body: (ResponseServer) async throws -> Void
    ) async throws {
        try await OpenAIStandIn.with(script: script) { standIn in
            try await with(standIn) { try await body($0) }
        }
    }

    /// Runs a server of a stand-in while `body` runs.
    static func with(
        _ standIn: OpenAIStandIn,
        dataDirectory: String? = nil,
        _ set: (inout Settings) -> Void = { _ in },
        _ body: (ResponseServer) async throws -> Void
    ) async throws {
        try await TestServer.with(dataDirectory: dataDirectory) { settings in
            settings.models = [ModelReference(provider: .openai, name: "m")]
            settings.addresses[.openai] = standIn.baseURL
            set(&settings)
        } _: { server in
            try await body(ResponseServer(server: server, standIn: standIn))
        }
    }

    /// A script whose answer is the texts of the messages that the model has, apart from instructions.
    static func history(_ request: StandIns.ChatRequest) -> ScriptedReply {
        .text(texts(request.json).joined(separator: "/"))
    }

    /// Returns the texts of the messages of a request to the model, apart from instructions.
    static func texts(_ request: JSONValue) -> [String] {
        (request["messages"]?.arrayValue ?? []).compactMap { message in
            ["user", "assistant"].contains(message["role"]?.stringValue)
                ? message["content"]?.stringValue.map(StandIns.ChatRequest.withoutNote) : nil
        }
    }

    // MARK: - Requests

    /// Sends an input without a stream.
    func send(
        _ input: JSONValue,
        _ more: JSONObject = [:],
        key: String? = nil,
        token: String = TestServer.clientToken
    ) async throws -> TestServer.Answer {
        var body = more
        body["input"] = input
        var headers = [("Content-Type", "application/json")]
        if let key { headers.append(("Idempotency-Key", key)) }
        return try await server.send(
            .post,
            Self.path,
            token: token,
            body: JSONValue.object(body).serialized(),
            headers: headers
        )
    }

    /// Sends an input with a stream, and reads its frames to the end.
    func frames(_ input: JSONValue, _ more: JSONObject = [:]) async throws -> [JSONValue] {
        var body = more
        (body["input"], body["stream"]) = (input, true)
        return try Self.frames(try await send(input, body))
    }

    /// Starts a stream.
    func stream(_ input: JSONValue, _ more: JSONObject = [:]) async throws -> HTTPResponse {
        var body = more
        body["input"] = input
        return try await server.stream(body, path: Self.path)
    }

    /// Reads a stored response, or what its path leads to.
    func get(
        _ id: String,
        _ rest: String = "",
        _ method: HTTPMethod = .get,
        token: String = TestServer.clientToken
    ) async throws -> TestServer.Answer {
        try await server.send(method, "\(Self.path)/\(id)\(rest)", token: token)
    }

    /// Returns the body of a request to the model.
    func asked(_ index: Int) throws -> JSONValue { try JSONValue(parsing: standIn.requests[index].body) }

    // MARK: - Answers

    /// Returns the data of a stream's frames, before its end.
    static func frames(_ answer: TestServer.Answer) throws -> [JSONValue] {
        #expect(answer.status == 200 && answer.headers["Content-Type"] == "text/event-stream")
        #expect(answer.text.hasSuffix("\n\ndata: [DONE]\n\n") || answer.text == "data: [DONE]\n\n")
        return try answer.text.components(separatedBy: "\n\n").compactMap { frame in
            guard let data = frame.components(separatedBy: "\ndata: ").last, frame.hasPrefix("event: ") else {
                return nil
            }
            return try JSONValue(parsing: data)
        }
    }

    /// Returns the text of a response's messages.
    static func text(_ response: JSONValue?) -> String {
        (response?["output"]?.arrayValue ?? []).flatMap { $0["content"]?.arrayValue ?? [] }
            .compactMap { ($0["text"] ?? $0["refusal"])?.stringValue }.joined()
    }

    /// Returns the types of a response's items.
    static func types(_ response: JSONValue?) -> [String] {
        (response?["output"]?.arrayValue ?? []).compactMap { $0["type"]?.stringValue }
    }

    /// Returns the id of the first call of the client in a response.
    static func call(_ response: JSONValue?) -> JSONValue {
        (response?["output"]?.arrayValue ?? []).first { $0["type"] == "function_call" }?["call_id"] ?? .null
    }

    /// Returns the output of a client's call.
    static func output(_ call: JSONValue, _ text: String) -> JSONValue {
        ["type": "function_call_output", "call_id": call, "output": .string(text)]
    }
}

extension TestServer.Answer {
    /// The id of a response.
    var responseID: String { json["id"]?.stringValue ?? "?" }
    /// The text of a response's messages.
    var responseText: String { ResponseServer.text(json) }
}
