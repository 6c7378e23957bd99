import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Replies with a schema, through a whole server and each way of a provider to support schemas.
@Suite(.timeLimit(.minutes(2))) struct StructuredAnswerTests {
    private static let person: JSONValue = [
        "type": "object",
        "properties": ["name": ["type": "string"], "age": ["type": "integer", "minimum": 18]],
        "required": ["name", "age"], "additionalProperties": false,
    ]
    private static let answer = #"{"name":"Ada","age":36}"#

    private func withModel(
        _ conduct: SchemaBehavior,
        _ body: @Sendable (TestServer, OpenAIStandIn) async throws -> Void
    ) async throws {
        let script = OpenAIStandIn.script(answer: Self.answer, violation: #"{"name":"Ada","age":6}"#, conduct)
        try await withScript(script, body)
    }

    private func withScript(
        dataDirectory: String? = nil,
        _ script: @escaping OpenAIStandIn.Script,
        _ body: @Sendable (TestServer, OpenAIStandIn) async throws -> Void
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

    private static func body(_ more: JSONObject = [:]) -> String {
        var body: JSONObject = ["message": "Who?", "response_format": person]
        for (name, value) in more { body[name] = value }
        return JSONValue.object(body).serialized()
    }

    @Test(arguments: [
        SchemaBehavior.obeys, .refusesKeywords, .refusesSchemas, .ignoresForProse, .fences, .violatesGuide,
    ])
    func aReplyFollowsItsSchemaWhateverTheProviderSupports(conduct: SchemaBehavior) async throws {
        try await withModel(conduct) { server, _ in
            let reply = try await server.send(.post, "/v1/chat", body: Self.body()).json
            #expect(reply["object"] == ["name": "Ada", "age": 36])
            #expect(reply["message"]?["text"]?.stringValue == Self.answer)
            let conversation = try #require(reply["conversation"]?.stringValue)
            let events = try await server.stream(
                ["message": "And?", "response_format": Self.person, "conversation": .string(conversation)]
            ).events()
            #expect(events.suffix(3).map(\.type) == ["object.completed", "message.completed", "run.completed"])
            #expect(events.dropLast(2).last?.json["object"] == ["name": "Ada", "age": 36])
            #expect(!events.contains { $0.type == "message.delta" })
        }
    }

    @Test func aRepairedReplyIsStreamedAgain() async throws {
        try await withModel(.violatesGuide) { server, _ in
            let events = try await server.stream(["message": "Who?", "response_format": Self.person]).events()
            let restart = try #require(events.firstIndex { $0.json["restarted"] == true })
            #expect(events[1..<restart].allSatisfy { $0.type == "object.delta" })
            #expect(events[restart - 1].json["object"] == ["name": "Ada", "age": 6])
            #expect(events[restart].json["object"] == .null)
            #expect(events[(restart + 1)...].first?.type == "object.delta")
            #expect(events.dropLast(2).last?.json["object"] == ["name": "Ada", "age": 36])
        }
    }

    @Test func aReplyThatCannotBeRepairedHasItsOwnProblem() async throws {
        try await withModel(.insists) { server, _ in
            let answer = try await server.send(.post, "/v1/chat", body: Self.body())
            #expect(answer.status == 502)
            #expect(answer.json["type"] == "urn:torii:problem:structured-output-invalid")
            let events = try await server.stream(["message": "Who?", "response_format": Self.person]).events()
            #expect(events.last?.type == "run.failed")
            #expect(events.last?.json["problem"]?["type"] == "urn:torii:problem:structured-output-invalid")
            #expect(!events.contains { $0.type == "object.completed" })
        }
    }

    @Test func aModelWithoutSupportIsReportedBeforeTheRun() async throws {
        try await TestServer.with { server in
            for (path, body, pointer) in [
                ("/v1/chat", Self.body(["stream": true]), "#/response_format"),
                ("/v1/extract", #"{"text":"Ada","schema":{"type":"object"}}"#, "#/schema"),
            ] {
                let answer = try await server.send(.post, path, body: body)
                #expect(answer.status == 400)
                #expect(answer.json["detail"]?.stringValue?.contains("phrasebook") == true)
                #expect(answer.json["errors"]?[0]?["pointer"]?.stringValue == pointer)
            }
        }
    }

    @Test func aFailureIsReportedBeforeALackOfSupport() async throws {
        try await OpenAIStandIn.with(script: { _ in .failure(OpenAIStandIn.failure(503)) }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m"), .phrasebook]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let answer = try await server.send(.post, "/v1/chat", body: Self.body())
                #expect(answer.status == 502)
                #expect(answer.json["type"] == "urn:torii:problem:upstream-failed")
            }
        }
    }

    @Test(arguments: [
        ("/v1/chat", #"{"message":"a","response_format":{"type":"object","properties":{"a":{"type":"text"}}}}"#),
        ("/v1/extract", #"{"text":"a","schema":{"type":"object","properties":{"a":{"type":"text"}}}}"#),
    ])
    func anInvalidSchemaIsRefused(path: String, body: String) async throws {
        try await withModel(.obeys) { server, standIn in
            let answer = try await server.send(.post, path, body: body)
            #expect(answer.status == 400)
            #expect(answer.json["errors"]?[0]?["pointer"]?.stringValue?.contains("/properties/a") == true)
            #expect(standIn.requests.isEmpty)
        }
    }

    @Test func aStreamIsResumedInTheMiddleOfAValue() async throws {
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { _ in
            ScriptedReply([.token(#"{"items":[{"n":1},"#), .wait(.gate(gate)), .token(#"{"n":2}]}"#)])
        }
        let schema: JSONValue = [
            "type": "object",
            "properties": [
                "items": ["type": "array", "items": ["type": "object", "properties": ["n": ["type": "integer"]]]]
            ],
        ]
        try await withScript(script) { server, _ in
            let body: JSONObject = ["message": "a", "response_format": schema, "on_disconnect": "finish"]
            var reader = EventReader(try await server.stream(body))
            let shown = try await reader.next(3)
            #expect(shown.map(\.type) == ["run.started", "object.element", "object.delta"])
            let run = try #require(shown.first?.json["run"]?.stringValue)
            let again = try await server.reattach(run, lastEventID: shown[1].id)
            gate.open()
            let rest = try await again.events()
            #expect(rest.first?.data == shown[2].data)
            #expect(
                rest.map(\.type) == [
                    "object.delta", "object.element", "object.delta", "object.completed", "message.completed",
                    "run.completed",
                ]
            )
            #expect(rest[1].json == ["path": "/items", "index": 1, "value": ["n": 2]])
            #expect(try await reader.rest().map(\.data) == rest.dropFirst().map(\.data))
            let description = try await server.send(.get, "/v1/runs/\(run)").json
            #expect(description["object"] == ["items": [["n": 1], ["n": 2]]])
        }
    }

    @Test func aSchemaSurvivesARestartWhileTheRunWaits() async throws {
        let folder = NSTemporaryDirectory() + "torii-structured-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script: OpenAIStandIn.Script = { request in
            guard request.json["response_format"]?["type"] == "json_schema" else { return .text("no shape") }
            if request.toolOutputs.isEmpty {
                return .toolCalls([ScriptedToolCall("findPeople", arguments: "{}", id: "call")])
            }
            return .text(Self.answer)
        }
        let tool: JSONValue = ["name": "findPeople", "description": "Looks up", "parameters": ["type": "object"]]
        let body: JSONObject = ["message": "a", "response_format": Self.person, "client_tools": [tool]]
        let key = [("Idempotency-Key", "k")]
        try await withScript(script) { server, _ in
            var reader = EventReader(try await server.stream(body, headers: key))
            #expect(try await reader.next(2).last?.type == "action.required")
            try FileManager.default.copyItem(atPath: server.dataDirectory, toPath: folder)
        }
        try await withScript(dataDirectory: folder, script) { server, _ in
            var reader = EventReader(try await server.stream(body, headers: key))
            let run = try #require(try await reader.next(2).first?.json["run"]?.stringValue)
            let output = #"{"outputs":[{"call":"call","output":"Ada"}],"stream":false}"#
            let reply = try await server.send(.post, "/v1/runs/\(run)/outputs", body: output).json
            #expect(reply["object"] == ["name": "Ada", "age": 36])
            #expect(try await reader.rest().contains { $0.type == "object.completed" })
        }
    }

    @Test func aKilledExtractionIsInterruptedAndLeavesNoConversation() async throws {
        let folder = NSTemporaryDirectory() + "torii-extraction-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { _ in ScriptedReply([.wait(.gate(gate)), .token(Self.answer)]) }
        let body: JSONObject = ["text": "Ada is 36.", "schema": Self.person, "on_disconnect": "finish"]
        let text = JSONValue.object(body).serialized()
        let key = [("Content-Type", "application/json"), ("Idempotency-Key", "k")]
        try await withScript(script) { server, standIn in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    let reply = try await server.send(.post, "/v1/extract", body: text, headers: key)
                    #expect(reply.json["object"] == ["name": "Ada", "age": 36])
                }
                _ = await standIn.server.requests(atLeast: 1)
                try FileManager.default.copyItem(atPath: server.dataDirectory, toPath: folder)
                gate.open()
                try await group.waitForAll()
            }
        }
        try await withScript(dataDirectory: folder, script) { server, standIn in
            let again = try await server.send(.post, "/v1/extract", body: text, headers: key)
            #expect(again.status == 409 && again.json["type"] == "urn:torii:problem:run-interrupted")
            #expect(again.json["run"]?.stringValue != nil)
            #expect(again.json.objectValue?.keys.contains("conversation") == false)
            #expect(try await server.send(.get, "/v1/conversations").json["conversations"] == [])
            #expect(standIn.requests.isEmpty)
        }
    }

    @Test func aValueIsReadFromAText() async throws {
        try await withModel(.obeys) { server, standIn in
            var body: JSONObject = ["text": "Ada is 36.", "schema": Self.person]
            let key = [("Content-Type", "application/json"), ("Idempotency-Key", "k")]
            let text = JSONValue.object(body).serialized()
            let reply = try await server.send(.post, "/v1/extract", body: text, headers: key).json
            #expect(reply["status"] == "completed")
            #expect(reply["object"] == ["name": "Ada", "age": 36])
            #expect(reply["usage"]?["total_tokens"]?.intValue != 0)
            #expect(reply.objectValue?.keys.contains("conversation") == false)
            let run = try #require(reply["run"]?.stringValue)
            #expect(
                try await server.send(.post, "/v1/extract", body: text, headers: key).json["run"]?.stringValue == run
            )
            #expect(standIn.requests.count == 1)
            #expect(try await server.send(.get, "/v1/runs/\(run)").json["object"] == reply["object"])
            #expect(try await server.send(.get, "/v1/conversations").json["conversations"] == [])
            body["stream"] = true
            let stream = try await server.send(.post, "/v1/extract", body: JSONValue.object(body).serialized()).text
            #expect(stream.contains("\nevent: object.completed\ndata: {\"object\":{\"name\":\"Ada\",\"age\":36}}\n\n"))
            #expect(stream.contains("\nevent: run.completed\n"))
            let wrong = try await server.send(.get, "/v1/extract")
            #expect(wrong.status == 405)
        }
    }
}
