import AgentRuntime
import AgentTools
import DeclaredTools
import Foundation
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// A key that an upstream returns reaches neither a client nor the store.
@Suite(.timeLimit(.minutes(1))) struct EchoedKeyTests {
    private static let key = "sk-CANARY0123456789abcdef"

    /// Runs a service while `body` runs.
    private static func withService(
        _ respond: @escaping StandInServer.Responder,
        _ body: (StandInServer) async throws -> Void
    ) async throws {
        let server = StandInServer(name: "echo", respond: respond)
        try await server.start()
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// The words of the key that may be in no answer and in no file.
    private static func traces(_ bytes: some Sequence<UInt8>) -> Bool {
        let text = String(decoding: Array(bytes), as: UTF8.self)
        return ["CANARY0123456789", Data("u:\(key)".utf8).base64EncodedString()].contains { text.contains($0) }
    }

    private static func expectNothingStored(in folder: String) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
            #expect(!traces(bytes), "\(name)")
        }
    }

    @Test func aDeclaredServiceThatReturnsItsRequest() async throws {
        let folder = NSTemporaryDirectory() + "torii-tools-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let hosts = try AllowedHosts(parsing: "127.0.0.1")
        let respond: StandInServer.Responder = { request in
            let key = request.header("X-Api-Key") ?? ""
            let escaped = key.unicodeScalars.map { "\\u00" + String($0.value, radix: 16) }.joined()
            let pair = Data("u:\(key)".utf8).base64EncodedString()
            return .text(
                #"{"plain": "\#(key)", "escaped": "\#(escaped)", "pair": "\#(pair)", "\#(key)": [1]}"#,
                contentType: "application/json"
            )
        }
        try await Self.withService(respond) { service in
            try await TestServer.with { settings in
                settings.toolsFolder = folder
                settings.toolsHosts = hosts
            } _: { server in
                let text = """
                    torii: 1
                    upstream: orders
                    base: \(service.baseURL)
                    auth: {header: {X-Api-Key: "{key}"}}
                    tools:
                      - {name: read, description: a, effect: reads, request: {get: /}, answer: {artifact: x.y}}

                    """
                #expect(try await server.admin(.put, "tool-files/orders.yaml", ["text": .string(text)]).status == 200)
                #expect(
                    try await server.admin(.post, "upstreams/orders/keys", ["secret": .string(Self.key)]).status == 201
                )
                var events = try await server.adminEvents()
                let called = try await server.send(.post, "/v1/tools/read", body: "{}")
                #expect(called.json["status"] == "completed" && called.text.contains("••••"), "\(called.text)")
                #expect(!Self.traces(called.bytes))
                while let event = try await events.next(), event.json["key"]?["exposed_at"]?.stringValue == nil {}
                let key = try await server.admin(.get, "upstreams/orders/keys").json["keys"]?[0]
                #expect(key?["exposed_at"]?.stringValue != nil)
                try await server.log.eventually { _ in server.log.text.contains("contained its key") }
                #expect(!Self.traces(server.log.text.utf8))
                try Self.expectNothingStored(in: server.dataDirectory)
            }
        }
    }

    private static let turns = [
        ("/v1/chat", #""message": "key?""#),
        ("/v1/chat/completions", #""model": "openai:m", "messages": [{"role": "user", "content": "key?"}]"#),
        ("/v1/responses", #""model": "openai:m", "input": "key?""#),
        ("/v1/messages", #""model": "openai:m", "max_tokens": 99, "messages": [{"role": "user", "content": "key?"}]"#),
    ]

    @Test(arguments: turns.indices, [1, 7, 1000])
    func aModelThatReturnsItsKey(_ turn: Int, _ width: Int) async throws {
        let reference = try #require(ModelReference("openai:m"))
        let respond: StandInServer.Responder = { request in
            let text = Array("your key is \(request.header("Authorization") ?? ""), it is")
            let pieces = stride(from: 0, to: text.count, by: width).map { start -> String in
                let delta = String(text[start..<min(start + width, text.count)])
                let chunk: JSONValue = [
                    "id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m",
                    "choices": [["index": 0, "delta": ["content": .string(delta)], "finish_reason": .null]],
                ]
                return "data: \(chunk.serialized())\n\n"
            }
            let end =
                #"data: {"id":"c1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"# + "\n\ndata: [DONE]\n\n"
            return .eventStream((pieces + [end]).map { StandInReply.Piece($0) })
        }
        try await Self.withService(respond) { service in
            try await TestServer.with { settings in
                settings.addresses[.openai] = service.baseURL
                settings.keys[.openai] = SecretString(Self.key)
                settings.models = [reference]
            } _: { server in
                let (path, fields) = Self.turns[turn]
                for stream in [true, false] {
                    let body = #"{\#(fields), "stream": \#(stream)}"#
                    let answer = try await server.send(
                        .post,
                        path,
                        body: body,
                        headers: [("Content-Type", "application/json"), ("anthropic-version", "2023-06-01")]
                    )
                    #expect(answer.status == 200 && Self.joined(answer.text).contains("your key is"), "\(answer.text)")
                    #expect(!Self.traces(Self.joined(answer.text).utf8), "\(answer.text)")
                    #expect(Self.joined(answer.text).contains("••••"))
                }
                try Self.expectNothingStored(in: server.dataDirectory)
            }
        }
    }

    /// The texts of all deltas of a stream together, or the whole answer.
    private static func joined(_ answer: String) -> String {
        let frames = answer.split(separator: "\n").filter { $0.hasPrefix("data: {") }
            .compactMap { try? JSONValue(parsing: String($0.dropFirst(6))) }
        let deltas = frames.compactMap { frame in
            frame["choices"]?[0]?["delta"]?["content"]?.stringValue ?? frame["delta"]?["text"]?.stringValue
                ?? frame["delta"]?.stringValue ?? frame["text"]?.stringValue
        }
        return answer + deltas.joined()
    }
}
