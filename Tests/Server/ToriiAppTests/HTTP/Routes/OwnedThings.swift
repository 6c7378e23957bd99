import Foundation
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The ids of one thing of each kind that a client owns.
struct OwnedThings: Sendable {
    static let scopes: JSONValue = ["chat", "extract", "tools:*", "devices"]

    var run: String
    var waiting: String
    var conversation: String
    var thread: String
    var item: String
    var response: String
    /// The id of a call of a client's tool, in an answer of the chat completions and of the messages.
    var toolCall: String
    /// The id of a call on the device `phone`, which each client has.
    var deviceCall: String
    /// A device that only this client has.
    var device: String
    var session: String
    /// A tool's output that was cut.
    var output: String

    /// The same with ids of things that never existed, in the same form.
    var missing: OwnedThings {
        func other(_ id: String) -> String {
            String(id.map { $0.isHexDigit && $0.isNumber ? ($0 == "9" ? "0" : "9") : $0 })
        }
        return OwnedThings(
            run: other(run),
            waiting: other(waiting),
            conversation: other(conversation),
            thread: other(thread),
            item: other(item),
            response: other(response),
            toolCall: other(toolCall),
            deviceCall: other(deviceCall),
            device: "missing-tablet",
            session: other(session),
            output: "00000000"
        )
    }

    var ids: [String] {
        [run, waiting, conversation, thread, item, response, toolCall, deviceCall, session, output]
    }

    /// Makes one thing of each kind, with a word in all texts.
    static func make(on server: TestServer, token: String, word: String) async throws -> OwnedThings {
        func send(_ method: HTTPMethod, _ path: String, _ body: JSONValue) async throws -> TestServer.Answer {
            let answer = try await server.send(method, path, token: token, body: body.serialized())
            #expect(answer.status < 300, "\(path) \(answer.text)")
            return answer
        }
        func id(_ answer: TestServer.Answer, _ member: String = "id") throws -> String {
            try #require(answer.json[member]?.stringValue, "\(answer.text)")
        }
        let chat = try await send(.post, "/v1/chat", ["message": .string("What is 2 plus 3, \(word)?")])
        let waiting = try await send(
            .post,
            "/v1/chat",
            [
                "message": "Which of my contacts were born in December?",
                "client_tools": [["name": "findContacts", "description": .string(word)]],
            ]
        )
        let thread = try await send(
            .post,
            "/v1/conversations",
            ["metadata": ["topic": .string(word)], "items": [message(word)]]
        )
        let items = try await server.send(.get, "/v1/conversations/\(try id(thread))/items", token: token)
        let response = try await send(.post, "/v1/responses", ["input": .string("What is 2 plus 4, \(word)?")])
        let question: JSONValue = ["role": "user", "content": "Which of my contacts were born in December?"]
        let called = try await send(.post, "/v1/chat/completions", ["messages": [question], "tools": [findContacts]])
        let samples: JSONValue = [
            "data": [
                "metrics": [
                    [
                        "name": "step_count", "units": "count",
                        "data": [
                            [
                                "date": .string("\(Date().ISO8601Format().prefix(10)) 00:00:00 +0000"), "qty": 8000,
                                "source": .string(word),
                            ]
                        ],
                    ]
                ]
            ]
        ]
        _ = try await send(.post, "/v1/health/samples", samples)
        let device = AlbumDevice(server: server, id: "tablet-\(word.lowercased())", token: token)
        _ = try await send(.put, "/v1/devices/\(device.id)/toolbox", device.registration())
        _ = try await send(.delete, "/v1/devices/\(device.id)/toolbox", .null)
        _ = try await send(.put, "/v1/devices/phone/toolbox", AlbumDevice(server: server).registration())
        _ = try await send(.patch, "/v1/devices/phone", ["name": .string("phone of \(word)")])
        let call = try await deviceCall(on: server, token: token, word: word)
        let started = try await server.send(
            .post,
            "/mcp",
            token: token,
            body: initialize.serialized(),
            headers: mcpHeaders
        )
        return OwnedThings(
            run: try id(chat, "run"),
            waiting: try id(waiting, "run"),
            conversation: try id(chat, "conversation"),
            thread: try id(thread),
            item: try #require(items.json["data"]?[0]?["id"]?.stringValue),
            response: try id(response),
            toolCall: try #require(
                called.json["choices"]?[0]?["message"]?["tool_calls"]?[0]?["id"]?.stringValue,
                "\(called.text)"
            ),
            deviceCall: call,
            device: device.id,
            session: try #require(started.headers["Mcp-Session-Id"]),
            output: try await longOutput(on: server, token: token)
        )
    }

    /// Calls a tool whose output is cut, which is the list of the inventory that all clients share; returns the output's id.
    private static func longOutput(on server: TestServer, token: String) async throws -> String {
        func list() async throws -> Substring? {
            let answer = try await server.send(.post, "/mcp/tools/getInventoryList", token: token, body: "{}")
            return answer.text.firstMatch(of: /with the id \\?"([0-9a-v]+)-2/)?.1
        }
        if try await list() == nil {
            let item = JSONValue.object(["title": .string(String(repeating: "long title ", count: 18))]).serialized()
            for _ in 0..<70 {
                let made = try await server.send(.post, "/mcp/tools/createInventory", token: token, body: item)
                #expect(made.status == 200, "\(made.text)")
            }
        }
        return String(try #require(try await list()))
    }

    /// Starts a turn that waits for a call on the phone; returns the call's id.
    private static func deviceCall(on server: TestServer, token: String, word: String) async throws -> String {
        let phone = AlbumDevice(server: server, token: token)
        var events = try await phone.events()
        _ = try await server.stream(
            ["message": .string("Create an album called \(word)"), "on_disconnect": "finish"],
            token: token
        )
        return try #require(try await events.next("intent.requested")["callId"]?.stringValue)
    }

    /// Returns everything that the owner can read, without what changes with time.
    func contents(on server: TestServer, token: String) async throws -> [String] {
        var texts: [String] = []
        for path in [
            "runs/\(run)", "runs/\(waiting)", "runs", "conversations/\(conversation)", "conversations/\(thread)",
            "conversations/\(thread)/items", "conversations/\(conversation)/messages", "conversations",
            "responses/\(response)",
            "devices/phone/toolbox", "devices/phone/calls?app=com.example.album",
        ] {
            let answer = try await server.send(.get, "/v1/\(path)", token: token)
            texts.append("\(path) \(answer.status) \(answer.text)")
        }
        let health = try await server.send(
            .post,
            "/mcp/tools/fetch-health-data",
            token: token,
            body: #"{"type":"weekly"}"#
        )
        return texts + [health.text.replacing(/torii_[0-9a-f]+|run_[0-9a-f]+/, with: "")]
    }
}
