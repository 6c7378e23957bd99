import ModelContextProtocol
import StreamingJSON
import Testing

/// Questions to the client's person, model and folders: one offer, both eras.
@Suite(.timeLimit(.minutes(1))) struct InputTests {
    private let server = MCPServer.test { $0.inputRounds = 4 }
    private static let everything: JSONObject = ["elicitation": [:], "sampling": [:], "roots": [:]]

    /// A tool that asks for a name, then for an age, and then greets.
    private static let greeter = ScriptedOffer(call: { _, exchange in
        guard let name = exchange.state?["name"]?.stringValue else {
            guard let answer = exchange.inputs["name"] else { return .ask() }
            guard answer["action"] == "accept" else { return .text("nobody") }
            return .ask("age", state: ["name": answer["content"]?["name"] ?? "?"])
        }
        guard let age = exchange.inputs["age"]?["content"]?["age"]?.intValue else {
            return .ask("age", state: ["name": .string(name)])
        }
        return .text("\(name) is \(age)")
    })

    private static func accept(_ name: String, _ value: JSONValue) -> JSONObject {
        ["action": "accept", "content": [name: value]]
    }

    private func text(_ result: JSONValue?) -> String? { result?["content"]?[0]?["text"]?.stringValue }

    // MARK: - Without sessions

    private func call(
        _ offer: ScriptedOffer = greeter,
        _ more: JSONObject = [:],
        capabilities: JSONObject = everything
    ) async throws -> JSONValue {
        var params = more
        params["name"] = "one"
        return .object(try await server.result("tools/call", params, offer, capabilities: capabilities))
    }

    @Test func roundsWithoutASession() async throws {
        let first = try await call()
        #expect(first["resultType"] == "input_required" && first["requestState"] == nil && first["content"] == nil)
        let question: JSONValue = ["method": "elicitation/create", "params": ["mode": "form", "message": "Who?"]]
        #expect(first["inputRequests"] == ["name": question])
        let second = try await call(Self.greeter, ["inputResponses": ["name": .object(Self.accept("name", "Aki"))]])
        #expect(second["inputRequests"] == ["age": question])
        let state = try #require(second["requestState"])
        // Without the answer, the question is asked again.
        let again = try await call(Self.greeter, ["requestState": state, "inputResponses": ["other": [:]]])
        #expect(again["inputRequests"] == ["age": question])
        let last = try await call(
            Self.greeter,
            ["requestState": state, "inputResponses": ["age": .object(Self.accept("age", 40)), "other": [:]]]
        )
        #expect(last["resultType"] == "complete" && text(last) == "Aki is 40")
    }

    @Test(arguments: [.null, [], 1, "a"] as [JSONValue])
    func answersAreAnObject(_ answers: JSONValue) async {
        await #expect(throws: RPCError.invalid("inputResponses must be an object")) {
            _ = try await call(Self.greeter, ["inputResponses": answers])
        }
    }

    @Test(arguments: [.null, [], 1, "accept"] as [JSONValue])
    func eachAnswerIsAnObject(_ answer: JSONValue) async {
        await #expect(throws: RPCError.invalid("inputResponses must have an object for each question")) {
            _ = try await call(Self.greeter, ["inputResponses": ["other": answer]])
        }
    }

    @Test(arguments: ["decline", "cancel"])
    func aRefusalIsAnAnswer(_ action: String) async throws {
        let answer: JSONObject = ["action": .string(action)]
        #expect(text(try await call(Self.greeter, ["inputResponses": ["name": .object(answer)]])) == "nobody")
        let session = try server.open("2025-11-25", Self.greeter, capabilities: Self.everything)
        let calling = try session.call(Self.greeter)
        try session.reply(to: try await calling.message(at: 0), answer)
        #expect(text(try await calling.rest().last?["result"]) == "nobody")
    }

    // MARK: - With sessions

    @Test func roundsInASession() async throws {
        let session = try server.open("2025-11-25", Self.greeter, capabilities: Self.everything)
        let stream = try session.call(Self.greeter, id: .string("call"))
        let first = try await stream.message(at: 0)
        #expect(first["method"] == "elicitation/create")
        #expect(first["params"] == ["mode": "form", "message": "Who?"])
        try session.reply(to: first, Self.accept("name", "Aki"))
        let second = try await stream.message(at: 1)
        #expect(second["method"] == "elicitation/create" && second["id"] != first["id"])
        // An answer that does not fit is followed by the same question.
        try session.reply(to: second, Self.accept("age", "old"))
        let third = try await stream.message(at: 2)
        #expect(third["method"] == "elicitation/create")
        try session.reply(to: third, Self.accept("age", 40))
        let all = try await stream.rest()
        #expect(all.count == 4 && all.last?["id"] == "call")
        #expect(text(all.last?["result"]) == "Aki is 40")
        #expect(all.last?["result"]?["resultType"] == nil)
    }

    /// The mode of a question is named since 2025-11-25.
    @Test(arguments: [("2025-06-18", false), ("2025-11-25", true)])
    func theModeOfAQuestion(_ revision: String, isNamed: Bool) async throws {
        let session = try server.open(revision, Self.greeter, capabilities: Self.everything)
        let stream = try session.call(Self.greeter)
        let question = try await stream.message(at: 0)
        #expect((question["params"]?["mode"] != nil) == isNamed)
        session.end()
        _ = try await stream.rest()
    }

    /// A server without an end of questions does not hold a client for ever.
    @Test func roundsAreLimited() async throws {
        let offer = ScriptedOffer(call: { _, _ in .ask() })
        let session = try server.open("2025-11-25", offer, capabilities: Self.everything)
        let stream = try session.call(offer)
        for place in 0..<4 {
            try session.reply(to: try await stream.message(at: place), ["action": "decline"])
        }
        let last = try await stream.message(at: 4)
        #expect(last["error"]?["message"] == "the request asked for input too often")
    }

    /// Without a limit of time, this test would not end.
    @Test func aQuestionIsNotOpenForEver() async throws {
        let server = MCPServer.test { $0.answerSeconds = 0 }
        let offer = ScriptedOffer(call: { _, _ in .ask() })
        let session = try server.open("2025-11-25", offer, capabilities: Self.everything)
        let all = try await session.call(offer).rest()
        #expect(all.last?["error"]?["message"] == "the client did not answer elicitation/create within 0 seconds")
        // Its answer comes too late, and changes nothing.
        if all.count == 2 { try session.reply(to: all[0], ["action": "accept"]) }
    }

    @Test func anErrorOfTheClient() async throws {
        let offer = ScriptedOffer(call: { _, _ in .ask() })
        let session = try server.open("2025-11-25", offer, capabilities: Self.everything)
        let stream = try session.call(offer)
        let id = try #require(try await stream.message(at: 0)["id"].flatMap(RequestID.init))
        session.receive(RPCResponse(id: id, RPCError(.methodNotFound, "no forms here")))
        let last = try await stream.message(at: 1)
        #expect(last["error"]?["code"] == -32603)
        #expect(last["error"]?["message"] == "the client could not answer elicitation/create: no forms here")
    }

    // MARK: - Several questions

    private static let asksAll = ScriptedOffer(call: { _, exchange in
        guard exchange.inputs.isEmpty else {
            return .text(exchange.inputs.keys.sorted().map { "\($0)=\(exchange.inputs[$0] ?? .null)" }.joined())
        }
        return .inputRequired(
            MCPInputRequest([
                .init("person", .elicitation, ["message": "?"]), .init("model", .sampling, ["maxTokens": 5]),
                .init("folders", .roots),
            ])
        )
    })

    @Test func severalQuestionsAtOnce() async throws {
        let expected = #"folders={"roots":[]}model={"role":"assistant"}person={"action":"cancel"}"#
        let answers: [String: JSONObject] = [
            "elicitation/create": ["action": "cancel"], "sampling/createMessage": ["role": "assistant"],
            "roots/list": ["roots": []],
        ]
        let first = try await call(Self.asksAll)
        let asked = try #require(first["inputRequests"]?.objectValue)
        let methods = asked.map { $0.value["method"]?.stringValue ?? "" }
        #expect(Set(methods) == Set(answers.keys))
        let responses = asked.map { ($0.key, JSONValue.object(answers[$0.value["method"]?.stringValue ?? ""] ?? [:])) }
        let result = try await call(Self.asksAll, ["inputResponses": .object(JSONObject(responses))])
        #expect(text(result) == expected)

        let session = try server.open("2025-11-25", Self.asksAll, capabilities: Self.everything)
        let stream = try session.call(Self.asksAll)
        for place in 0..<3 {
            let question = try await stream.message(at: place)
            try session.reply(to: question, try #require(answers[question["method"]?.stringValue ?? ""]))
        }
        #expect(text(try await stream.message(at: 3)["result"]) == expected)
    }

    /// Without a session, a client is asked what it can answer; the rest is missing then.
    @Test func onlyDeclaredQuestionsAreAsked() async throws {
        let some = try await call(Self.asksAll, capabilities: ["roots": [:]])
        #expect(some["inputRequests"]?.objectValue?.keys == ["folders"])
        let missing = RPCError.missing(capabilities: ["elicitation": [:], "sampling": [:], "roots": [:]])
        await #expect(throws: missing) { _ = try await call(Self.asksAll, capabilities: [:]) }
        let session = try server.open("2025-11-25", Self.asksAll, capabilities: ["roots": [:]])
        let all = try await session.call(Self.asksAll).rest()
        #expect(all.map { $0["error"]?["code"] } == [-32602])
        #expect(all[0]["error"]?["message"] == "this request needs the capability elicitation of the client")
    }

    @Test func aStateWithoutQuestions() async throws {
        let offer = ScriptedOffer(call: { _, exchange in
            exchange.state == 1 ? .text("done") : .inputRequired(MCPInputRequest([], state: 1))
        })
        let first = try await call(offer, capabilities: [:])
        #expect(first["resultType"] == "input_required" && first["inputRequests"] == nil)
        let state = try #require(first["requestState"])
        #expect(text(try await call(offer, ["requestState": state], capabilities: [:])) == "done")
        // In a session the server goes on by itself.
        #expect(text(try await server.open().call(offer).rest().last?["result"]) == "done")
    }
}
