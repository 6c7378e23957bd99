import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Tools of the server whose calls a client makes, because the client has the data.
@Suite(.timeLimit(.minutes(2))) struct ClientExecutedToolTests {
    private static let offer: JSONValue = [
        ["name": "findContacts", "description": "contacts of the phone"],
        ["name": "getCalendarEvents", "description": "calendar of the phone"],
    ]

    private func ask(
        _ server: TestServer,
        _ message: String,
        _ more: JSONObject = [:]
    ) async throws -> TestServer.Answer {
        var body: JSONObject = ["message": .string(message), "client_tools": Self.offer, "time_zone": "Asia/Tokyo"]
        for (name, value) in more { body[name] = value }
        return try await server.send(.post, "/v1/chat", body: JSONValue.object(body).serialized())
    }

    private func post(
        _ server: TestServer,
        to waiting: TestServer.Answer,
        _ answer: JSONObject
    ) async throws -> TestServer.Answer {
        var output = answer
        output["call"] = waiting.json["actions"]?[0]?["call"]
        let body: JSONValue = ["outputs": [.object(output)], "stream": false]
        let run = waiting.json["run"]?.stringValue ?? ""
        return try await server.send(.post, "/v1/runs/\(run)/outputs", body: body.serialized())
    }

    private static let december: JSONObject = [
        "output": [
            "contacts": [
                ["givenName": "Hanako", "birthday": "--12-03", "phone": "+81-90-0000-0001"],
                ["givenName": "Marisol", "birthday": "--07-19"],
            ]
        ]
    ]

    @Test func theClientMakesTheCallAndTheServerWordsItsOutput() async throws {
        try await TestServer.with { server in
            let waiting = try await ask(server, "Which of my contacts were born in December?")
            #expect(waiting.status == 202)
            let action = try #require(waiting.json["actions"]?[0])
            #expect(action["kind"] == "client_tool" && action["name"] == "findContacts")
            #expect(action["arguments"] == ["month": 12])
            let reply = try await post(server, to: waiting, Self.december)
            #expect(reply.status == 200)
            #expect(reply.json["message"]?["text"] == "Hanako (December 3)")
            // A request can be repeated after a lost reply; another output is refused.
            #expect(try await post(server, to: waiting, Self.december).status == 202)
            let other: JSONObject = ["output": ["contacts": [["givenName": "Ben"]]]]
            #expect(try await post(server, to: waiting, other).status == 409)
            // Nothing else of the address book is stored anywhere.
            let files = try FileManager.default.subpathsOfDirectory(atPath: server.dataDirectory)
            for file in files {
                guard let data = FileManager.default.contents(atPath: "\(server.dataDirectory)/\(file)") else {
                    continue
                }
                let text = String(decoding: data, as: UTF8.self)
                #expect(!text.contains("+81-90-0000-0001") && !text.contains("Marisol"), "\(file)")
            }
        }
    }

    @Test func aCalendarIsWordedInTheCallersLanguage() async throws {
        try await TestServer.with { server in
            let waiting = try await ask(server, "2026年11月24日のBen Ortizさんとの予定を教えて")
            let action = try #require(waiting.json["actions"]?[0])
            #expect(action["arguments"] == ["attendee": "Ben Ortiz", "date": "2026-11-24"])
            let reply = try await post(
                server,
                to: waiting,
                [
                    "output": [
                        "events": [
                            ["title": "Tea", "start": "2026-11-24T10:00:00+09:00", "attendees": ["Ben Ortiz"]],
                            ["title": "Secret", "start": "2026-11-24T12:00:00+09:00"],
                        ]
                    ]
                ]
            )
            #expect(reply.json["message"]?["text"] == "2026-11-24 のBen Ortizさんとの予定:\n10:00: Tea")
        }
    }

    @Test(
        arguments: [
            ["error": "permission denied"], ["output": ["contacts": []]], ["output": "  "],
        ] as [JSONObject]
    )
    func aClientWithoutContactsReceivesTheFallbackName(answer: JSONObject) async throws {
        try await TestServer.with { server in
            let waiting = try await ask(server, "Who was born in December?")
            #expect(waiting.status == 202)
            let reply = try await post(server, to: waiting, answer)
            #expect(reply.json["message"]?["text"] == "Naomi")
            #expect(reply.json["tool_calls"]?[0]?["status"] == "completed")
            #expect(!reply.text.contains("permission denied"))
        }
    }

    @Test(
        arguments: [
            (5, "#/outputs/0/output"), (["people": ["A"]], "#/outputs/0/output"),
            (["contacts": [["givenName": "A"], ["given": "B"]]], "#/outputs/0/output/contacts/1"),
            (["contacts": [["givenName": 1]]], "#/outputs/0/output/contacts/0/givenName"),
        ] as [(JSONValue, String)]
    )
    func anInvalidOutputIsRefusedAndTheRunKeepsWaiting(output: JSONValue, pointer: String) async throws {
        try await TestServer.with { server in
            let waiting = try await ask(server, "Who was born in December?")
            let refused = try await post(server, to: waiting, ["output": output])
            #expect(refused.status == 400, "\(refused.text)")
            #expect(refused.json["errors"]?[0]?["pointer"] == .string(pointer), "\(refused.text)")
            let run = waiting.json["run"]?.stringValue ?? ""
            #expect(try await server.send(.get, "/v1/runs/\(run)").json["status"] == "waiting")
            let reply = try await post(server, to: waiting, Self.december)
            #expect(reply.json["message"]?["text"] == "Hanako (December 3)")
        }
    }

    @Test func aCalendarWithoutPermissionIsReported() async throws {
        try await TestServer.with { server in
            let waiting = try await ask(server, "What meetings do I have with Ben Ortiz today?")
            let reply = try await post(server, to: waiting, ["error": "denied by the person"])
            #expect(reply.json["message"]?["text"] == "Sorry, I can't see your calendar.")
            #expect(reply.json["tool_calls"]?[0]?["status"] == "failed")
        }
    }

    @Test func aClientThatDoesNotAnswerReceivesTheFallbackName() async throws {
        try await TestServer.with { settings in
            settings.runLimits.actionDeadline = .zero
        } _: { server in
            let body: JSONObject = ["message": "Who was born in December?", "client_tools": Self.offer]
            let events = try await server.stream(body).events()
            #expect(events.first { $0.type == "message.completed" }?.json["text"] == "Naomi")
            #expect(events.last?.type == "run.completed")
            // The call went to the client.
            let run = try #require(events.first?.json["run"]?.stringValue)
            let call = try #require(events.first { $0.type == "tool.finished" }?.json["call"])
            let late: JSONValue = ["outputs": [["call": call, "output": "Hanako"]]]
            let answer = try await server.send(.post, "/v1/runs/\(run)/outputs", body: late.serialized())
            #expect(answer.status == 409 && answer.json["detail"]?.stringValue?.contains("deadline") == true)
        }
    }

    @Test func withoutAnOfferThereIsNoFallbackName() async throws {
        try await TestServer.with { server in
            let contacts = try await server.chat("Who was born in December?")
            #expect(contacts["message"]?["text"]?.stringValue?.hasPrefix("No address book is set up") == true)
            #expect(contacts["tool_calls"]?[0]?["status"] == "failed")
            let calendar = try await server.chat("What meetings do I have with Ben Ortiz today?")
            #expect(calendar["message"]?["text"] == "Sorry, I can't see your calendar.")
        }
    }

    @Test func aServerWithAnAccountUsesItInsteadOfTheClient() async throws {
        let card = "BEGIN:VCARD\nVERSION:3.0\nFN:Ben X\nN:X;Ben;;;\nBDAY:--1224\nEND:VCARD\n"
        try await DAVStandIn.with(cards: [card]) { standIn in
            try await TestServer.with { settings in
                settings[account: .carddav].baseURL = standIn.baseURL
            } _: { server in
                let reply = try await ask(server, "Who was born in December?")
                #expect(reply.status == 200)
                #expect(reply.json["message"]?["text"] == "Ben (December 24)")
            }
        }
    }

    @Test func aRunWaitsForAnApprovalAndAClientAndNotForAnInvalidCall() async throws {
        let script: OpenAIStandIn.Script = { request in
            guard request.toolOutputs.isEmpty else {
                return .text(request.toolOutputs.map(\.text).joined(separator: "|"))
            }
            return .toolCalls([
                ScriptedToolCall("findContacts", arguments: #"{"month":12}"#, id: "contacts"),
                ScriptedToolCall("findContacts", arguments: #"{"month":13}"#, id: "wrong"),
                ScriptedToolCall("deleteInventory", arguments: #"{"id":1}"#, id: "delete"),
            ])
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                _ = try await server.send(.post, "/mcp/tools/create-inventory", body: #"{"title":"lamp"}"#)
                let waiting = try await ask(server, "go")
                #expect(waiting.json["actions"]?.arrayValue?.map { $0["call"] } == ["contacts", "delete"])
                // The model receives the server's description of the tool, not the client's.
                let offered = standIn.requests.first?.bodyText ?? ""
                #expect(
                    offered.contains("Finds contacts born in a month") && !offered.contains("contacts of the phone")
                )
                let run = waiting.json["run"]?.stringValue ?? ""
                let body: JSONValue = [
                    "outputs": [["call": "contacts", "output": "Hanako"]],
                    "decisions": [["call": "delete", "decision": "approve"]], "stream": false,
                ]
                let reply = try await server.send(.post, "/v1/runs/\(run)/outputs", body: body.serialized())
                let parts = reply.json["message"]?["text"]?.stringValue?.split(separator: "|") ?? []
                #expect(parts.count == 3)
                let names = parts.first?.split(separator: "\n") ?? []
                #expect(names.count == 3 && names[0].hasPrefix("--- begin quoted text ") && names[1] == "Hanako")
                #expect(parts.last?.hasPrefix("Deleted:") == true)
                #expect(parts.dropFirst().first?.contains("13 is not a month") == true)
            }
        }
    }
}
