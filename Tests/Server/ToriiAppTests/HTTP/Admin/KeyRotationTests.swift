import EventStreams
import Foundation
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentRuntime
@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(2))) struct KeyRotationTests {
    private static let oldKey = "sk-old-0123456789abcdef"
    private static let newKey = "sk-new-fedcba9876543210"

    /// Runs a server with the old key and an upstream that accepts both keys.
    ///
    /// `hold` keeps the stream of the message "long" open.
    private func withServer(
        hold: StandInGate,
        _ body: @Sendable (TestServer, OpenAIStandIn) async throws -> Void
    ) async throws {
        let script: OpenAIStandIn.Script = { request in
            guard request.lastUserText == "long" else { return .text("short") }
            var reply = ScriptedReply.tokens(["first"])
            reply.steps.append(.wait(.gate(hold)))
            reply.steps += ScriptedReply.tokens([" second", " third"]).steps
            return reply
        }
        try await OpenAIStandIn.with(keys: [Self.oldKey, Self.newKey], script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
                settings.keys = [.openai: SecretString(Self.oldKey)]
            } _: { server in
                try await body(server, standIn)
            }
        }
    }

    private func rotate(_ server: TestServer, to key: String) async throws -> TestServer.Answer {
        let body: JSONValue = ["secret": .string(key)]
        return try await server.send(
            .post,
            "/admin/upstreams/openai/rotations",
            token: TestServer.adminToken,
            body: body.serialized()
        )
    }

    @Test func anOpenStreamIsNotAffected() async throws {
        let hold = StandInGate()
        try await withServer(hold: hold) { server, standIn in
            var texts: [String] = []
            var types: [String] = []
            for try await event in try await server.stream("long").body.serverSentEvents {
                types.append(event.type)
                guard event.type == "message.delta" else { continue }
                texts.append(event.json["text"]?.stringValue ?? "")
                guard texts.count == 1 else { continue }
                let refused = try await rotate(server, to: "sk-wrong-key-0000000000")
                #expect(refused.status == 422)
                #expect(refused.json["type"] == "urn:torii:problem:key-refused")
                let taken = try await rotate(server, to: Self.newKey)
                #expect(taken.status == 201)
                #expect(taken.json["last_four"] == "3210")
                #expect(taken.json["state"] == "draining")
                #expect(taken.json["check"]?["result"] == "verified")
                // From here on the upstream refuses the old key.
                standIn.accept(keys: [Self.newKey])
                #expect(try await server.chat("short")["message"]?["text"] == "short")
                hold.open()
            }
            #expect(texts.joined() == "first second third")
            #expect(types.last == "run.completed")
            try await expectNoKeyAnywhere(server)
        }
    }

    /// Checks that neither key is in the data folder, the log, or the list of keys.
    private func expectNoKeyAnywhere(_ server: TestServer) async throws {
        let list = try await server.send(.get, "/admin/upstreams/openai/keys", token: TestServer.adminToken)
        #expect(list.json["keys"]?.arrayValue?.map { $0["state"] } == ["retired", "active"])
        var places = [list.text, server.log.text]
        let files = try FileManager.default.contentsOfDirectory(atPath: server.dataDirectory)
        #expect(files.contains("torii.sqlite"))
        let journal = try FileManager.default.contentsOfDirectory(atPath: server.dataDirectory + "/journal")
        for file in files.filter({ $0 != "journal" }) + journal.map({ "journal/\($0)" }) {
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(server.dataDirectory)/\(file)"))
            places.append(String(decoding: data, as: UTF8.self))
        }
        for key in [Self.oldKey, Self.newKey] {
            #expect(places.allSatisfy { !$0.contains(key) })
        }
    }

    @Test func aFirstKeyChangesTheModelWithoutARestart() async throws {
        try await OpenAIStandIn.with(keys: [Self.newKey], script: { _ in .text("from the model") }) { standIn in
            try await TestServer.with { settings in
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let before = try await server.chat("hello")
                #expect(before["model"] == "phrasebook")
                let body: JSONValue = ["secret": .string(Self.newKey)]
                let path = "/admin/upstreams/openai/keys"
                let added = try await server.send(.post, path, token: TestServer.adminToken, body: body.serialized())
                #expect(added.status == 201)
                let after = try await server.chat("hello")
                #expect(after["model"] == "openai:gpt-6.1-terra")
                #expect(after["message"]?["text"] == "from the model")
            }
        }
    }

    @Test func aKeyIsAddedListedAndRemoved() async throws {
        let gate = StandInGate()
        try await withServer(hold: gate) { server, _ in
            let body: JSONValue = ["secret": .string(Self.newKey), "label": "second"]
            let path = "/admin/upstreams/openai/keys"
            let added = try await server.send(.post, path, token: TestServer.adminToken, body: body.serialized())
            #expect(added.status == 201)
            let id = try #require(added.json["key"]?["id"]?.stringValue)
            let again = try await server.send(.post, path, token: TestServer.adminToken, body: body.serialized())
            #expect(again.status == 409)
            let wrong = try await server.send(
                .post,
                path,
                token: TestServer.adminToken,
                body: #"{"secret":"sk-wrong-key-1"}"#
            )
            #expect(wrong.status == 422)
            #expect(try await server.send(.delete, "\(path)/\(id)", token: TestServer.adminToken).status == 204)
            #expect(try await server.send(.delete, "\(path)/nope", token: TestServer.adminToken).status == 404)
            let upstreams = try await server.send(.get, "/admin/upstreams", token: TestServer.adminToken)
            #expect(upstreams.json["upstreams"]?[0]?["name"] == "anthropic")
            #expect(upstreams.json["upstreams"]?[0]?["active_keys"] == 0)
            let openAI = upstreams.json["upstreams"]?.arrayValue?.first { $0["name"] == "openai" }
            #expect(openAI?["active_keys"] == 1)
        }
    }

    @Test func aKeyOfAnthropicIsCheckedAndUsed() async throws {
        let script: AnthropicStandIn.Script = { _ in .text("from the model") }
        try await AnthropicStandIn.with(keys: ["sk-ant-good-1"], script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .anthropic, name: "stand-in")]
                settings.addresses[.anthropic] = standIn.baseURL
            } _: { server in
                let path = "/admin/upstreams/anthropic/keys"
                let wrong = try await server.send(
                    .post,
                    path,
                    token: TestServer.adminToken,
                    body: #"{"secret":"sk-ant-wrong-1"}"#
                )
                #expect(wrong.status == 422)
                let added = try await server.send(
                    .post,
                    path,
                    token: TestServer.adminToken,
                    body: #"{"secret":"sk-ant-good-1"}"#
                )
                #expect(added.status == 201)
                let answer = try await server.send(.post, "/v1/chat", body: #"{"message":"Well?"}"#)
                #expect(answer.status == 200)
                let request = try #require(standIn.requests.last)
                #expect(request.path == "/v1/messages")
                #expect(request.header("x-api-key") == "sk-ant-good-1")
            }
        }
    }

    @Test func aKeyOfGeminiIsCheckedAndUsed() async throws {
        try await GeminiStandIn.with(keys: ["gm-good-key-1"], script: { _ in .text("from the model") }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .gemini, name: "stand-in")]
                settings.addresses[.gemini] = standIn.baseURL
            } _: { server in
                let path = "/admin/upstreams/gemini/keys"
                let wrong = try await server.send(
                    .post,
                    path,
                    token: TestServer.adminToken,
                    body: #"{"secret":"gm-wrong-key-1"}"#
                )
                #expect(wrong.status == 422)
                let added = try await server.send(
                    .post,
                    path,
                    token: TestServer.adminToken,
                    body: #"{"secret":"gm-good-key-1"}"#
                )
                #expect(added.status == 201)
                let answer = try await server.send(.post, "/v1/chat", body: #"{"message":"Well?"}"#)
                #expect(answer.status == 200)
                let request = try #require(standIn.requests.last)
                #expect(request.path == "/v1beta/models/stand-in:streamGenerateContent")
                #expect(request.header("x-goog-api-key") == "gm-good-key-1")
            }
        }
    }
}
