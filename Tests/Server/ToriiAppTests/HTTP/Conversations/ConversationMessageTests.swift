import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentRuntime
@testable import AgentServer
@testable import ToriiApp

/// Conversations as a page shows them: messages with their calls, titles, search, replaced turns, and runs that are known at once.
@Suite(.timeLimit(.minutes(2))) struct ConversationMessageTests {
    /// Runs a server whose model says how many messages it received.
    private func withCountingModel(_ body: @Sendable (TestServer) async throws -> Void) async throws {
        let script: OpenAIStandIn.Script = { request in
            if request.lastUserText == "fail" { return .failure(.json(["error": ["message": "no"]], status: 400)) }
            return .tokens(["\(request.lastUserText) after \(request.messages.count - 2)"])
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                try await body(server)
            }
        }
    }

    private func chat(_ server: TestServer, _ body: JSONObject) async throws -> TestServer.Answer {
        try await server.send(.post, "/v1/chat", body: JSONValue.object(body).serialized())
    }

    private func messages(_ server: TestServer, _ conversation: String, _ query: String = "") async throws -> JSONValue
    {
        try await server.send(.get, "/v1/conversations/\(conversation)/messages\(query)").json
    }

    private func texts(_ page: JSONValue) -> [String] {
        (page["messages"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }
    }

    @Test func aMessageHasItsRunItsCallsAndTheirArtifacts() async throws {
        try await TestServer.with { server in
            let reply = try await server.chat("Add \"A4 paper\" to the inventory, quantity 10")
            let conversation = try #require(reply["conversation"]?.stringValue)
            let page = try await messages(server, conversation)
            let shown = try #require(page["messages"]?.arrayValue)
            #expect(shown.count == 2)
            #expect(shown.map { $0["run"] } == [reply["run"], reply["run"]])
            #expect(shown[0]["text"] == "Add \"A4 paper\" to the inventory, quantity 10")
            #expect(shown[1]["text"] == reply["message"]?["text"])
            #expect(shown[1]["status"] == "completed")
            #expect(shown[1]["tool_calls"] == reply["tool_calls"])
            #expect(shown[1]["tool_calls"]?[0]?["artifacts"]?[0] != nil)
            #expect(page["previous"] == .null)
            #expect(page["active_runs"] == [])
        }
    }

    @Test func pagesGoBackToTheFirstMessage() async throws {
        try await withCountingModel { server in
            var conversation = JSONValue.null
            for number in 1...5 {
                var body: JSONObject = ["message": .string("m\(number)")]
                if conversation != .null { body["conversation"] = conversation }
                conversation = try #require(try await chat(server, body).json["conversation"])
            }
            let id = try #require(conversation.stringValue)
            var (query, found) = ("?limit=4", [[String]]())
            while found.count < 9 {
                let page = try await messages(server, id, query)
                found.append(texts(page).filter { !$0.contains(" ") })
                guard let previous = page["previous"]?.stringValue else { break }
                query = "?limit=4&before=\(previous)"
            }
            #expect(found == [["m4", "m5"], ["m2", "m3"], ["m1"]])
            for query in ["?limit=1", "?limit=201", "?before=0", "?before=x"] {
                #expect(try await server.send(.get, "/v1/conversations/\(id)/messages\(query)").status == 400)
            }
        }
    }

    @Test func aReplacedTurnIsNeitherShownNorSentToTheModel() async throws {
        try await withCountingModel { server in
            let first = try await chat(server, ["message": "one"]).json
            let conversation = try #require(first["conversation"])
            let id = try #require(conversation.stringValue)
            let second = try await chat(server, ["message": "two", "conversation": conversation]).json
            let third = try await chat(server, ["message": "three", "conversation": conversation]).json
            #expect(third["message"]?["text"] == "three after 4")
            let run = try #require(second["run"])
            let edited: JSONObject = ["message": "zwei", "conversation": conversation, "replaces": run]
            let fourth = try await chat(server, edited).json
            #expect(fourth["message"]?["text"] == "zwei after 2")
            #expect(try await texts(messages(server, id)) == ["one", "one after 0", "zwei", "zwei after 2"])
            let fifth = try await chat(server, ["message": "drei", "conversation": conversation]).json
            #expect(fifth["message"]?["text"] == "drei after 4")
            let export = try await server.send(.get, "/v1/conversations/\(id)").json
            let kept = try #require(export["transcript"]?.arrayValue)
            #expect(kept.count == 10)
            #expect(kept.filter { $0["superseded"] == true }.count == 4)
            #expect(texts(export) == ["one", "one after 0", "zwei", "zwei after 2", "drei", "drei after 4"])
            // A run that was replaced cannot be replaced again, and neither can the run of another conversation.
            let gone: [JSONValue] = [run, third["run"] ?? .null, "run_unknown"]
            for run in gone {
                let request: JSONObject = ["message": "x", "conversation": conversation, "replaces": run]
                #expect(try await chat(server, request).status == 400)
            }
            #expect(try await chat(server, ["message": "x", "replaces": run]).status == 400)
        }
    }

    @Test func aFailedTurnIsShownWithItsReasonAndCanBeReplaced() async throws {
        try await withCountingModel { server in
            let first = try await chat(server, ["message": "one"]).json
            let conversation = try #require(first["conversation"])
            let id = try #require(conversation.stringValue)
            #expect(try await chat(server, ["message": "fail", "conversation": conversation]).status >= 400)
            let shown = try await messages(server, id)["messages"]?.arrayValue ?? []
            #expect(shown.map { $0["text"] } == ["one", "one after 0", "fail", ""])
            #expect(shown.last?["status"] == "failed")
            #expect(shown.last?["problem"]?["type"] != nil)
            let run = try #require(shown.last?["run"])
            let again: JSONObject = ["message": "two", "conversation": conversation, "replaces": run]
            #expect(try await chat(server, again).json["message"]?["text"] == "two after 2")
            #expect(try await texts(messages(server, id)) == ["one", "one after 0", "two", "two after 2"])
        }
    }

    @Test func aConversationIsRenamedAndFound() async throws {
        try await withCountingModel { server in
            var ids: [String] = []
            for text in ["Where is the tea?", "東京の天気は", "A4 paper"] {
                ids.append(
                    try #require(try await chat(server, ["message": .string(text)]).json["conversation"]?.stringValue)
                )
            }
            let path = "/v1/conversations/\(ids[0])"
            let renamed = try await server.send(.patch, path, body: #"{"title":"  Ｔｅａ\nand biscuits "}"#)
            #expect(renamed.status == 200)
            #expect(renamed.json["title"] == "Ｔｅａ and biscuits")
            #expect(renamed.json["status"] == "completed")
            #expect(try await server.send(.patch, path, body: #"{"title":""}"#).status == 400)
            #expect(try await server.send(.patch, "/v1/conversations/x", body: #"{"title":"a"}"#).status == 404)
            let searches: [(String, [String])] = [
                ("BISCUIT", [ids[0]]), ("tea", [ids[0]]), ("%E6%9D%B1%E4%BA%AC", [ids[1]]), ("%E5%A4%A9", [ids[1]]),
                ("after%200", [ids[2], ids[1], ids[0]]), ("%EF%BC%A1%EF%BC%94", [ids[2]]), ("nothing", []), ("%25", []),
            ]
            for (text, expected) in searches {
                let page = try await server.send(.get, "/v1/conversations?q=\(text)").json
                let found = page["conversations"]?.arrayValue?.compactMap { $0["conversation"]?.stringValue }
                #expect(found == expected, "\(text)")
            }
        }
    }

    @Test func aRunIsKnownBeforeItsFirstWord() async throws {
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { _ in
            var reply = ScriptedReply.tokens(["first "])
            reply.steps.insert(.wait(.gate(gate)), at: 0)
            reply.steps.append(.token("second"))
            return reply
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let body = #"{"message":"hello","on_disconnect":"finish"}"#
                let answer = try await server.send(
                    .post,
                    "/v1/chat",
                    body: body,
                    headers: [("Content-Type", "application/json"), ("Prefer", "wait=5, Respond-Async")]
                )
                #expect(answer.status == 202)
                #expect(answer.headers["Preference-Applied"] == "respond-async")
                let run = try #require(answer.json["run"]?.stringValue)
                #expect(answer.headers["Location"] == "/v1/runs/\(run)")
                let conversation = try #require(answer.json["conversation"]?.stringValue)
                let page = try await messages(server, conversation)
                #expect(page["active_runs"] == [.string(run)])
                #expect(texts(page) == ["hello"])
                let list = try await server.send(.get, "/v1/conversations").json["conversations"]
                #expect(["queued", "running"].contains(list?[0]?["status"]))
                gate.open()
                let events = try await server.send(.get, "/v1/runs/\(run)/events").text
                #expect(events.contains("run.completed"))
                #expect(try await texts(messages(server, conversation)) == ["hello", "first second"])
            }
        }
    }
}
