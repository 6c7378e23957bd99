import ModelContextProtocol
import StreamingJSON
import Testing

@Suite(.timeLimit(.minutes(1))) struct SessionTests {
    private let server = MCPServer.test { $0.openRequests = 3 }

    /// A tool that says when it has started, and then waits until it is cancelled.
    private static func waiting(_ started: Signal, _ ended: Recorder<String> = Recorder()) -> ScriptedOffer {
        ScriptedOffer(call: { call, _ in
            started.give()
            do {
                try await Signal().wait()
            } catch {
                ended.append(call.name)
                throw error
            }
            return .text("")
        })
    }

    // MARK: - Start

    @Test(arguments: [
        ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"), ("2024-11-05", "2025-11-25"), ("1", "2025-11-25"),
    ])
    func theRevisionIsAgreed(_ wanted: String, _ agreed: String) throws {
        let request = RPCRequest(
            id: .string("i"),
            method: "initialize",
            ["protocolVersion": .string(wanted), "capabilities": [:], "clientInfo": ["name": "c", "version": "1"]]
        )
        let offer = ScriptedOffer(instructions: "Be kind.")
        let (session, response) = try server.session(for: request, id: "abc", offer: offer)
        #expect(session.revision.rawValue == agreed && session.id == "abc" && session.owner == "caller")
        let result = try response.result.get()
        #expect(response.id == .string("i") && result["protocolVersion"]?.stringValue == agreed)
        #expect(result["serverInfo"] == ["name": "scripted", "version": "1.2.3", "title": "Scripted"])
        #expect(result["instructions"] == "Be kind." && result["capabilities"]?["tools"] == ["listChanged": true])
        #expect(result["resultType"] == nil && result["_meta"] == nil)
    }

    @Test(
        arguments: [
            [:], ["capabilities": [:]], ["protocolVersion": "2025-11-25"],
            ["protocolVersion": "", "capabilities": [:]],
            ["protocolVersion": 2025, "capabilities": [:]], ["protocolVersion": "2025-11-25", "capabilities": []],
        ] as [JSONObject]
    )
    func parametersOfAStartThatDoNotFit(_ params: JSONObject) {
        let request = RPCRequest(id: .integer(1), method: "initialize", params)
        let error = #expect(throws: RPCError.self) { try server.session(for: request, id: "a", offer: ScriptedOffer()) }
        #expect(error?.code == .invalidParameters)
    }

    @Test func plainMethods() async throws {
        let session = try server.open()
        #expect(try await session.result("ping") == [:])
        let error = await #expect(throws: RPCError.self) { try await session.result("initialize") }
        #expect(error?.code == .invalidRequest)
        for method in ["tools/call", "prompts/get", "resources/read"] {
            #expect(!MCPSession.isPlain(RPCRequest(id: .integer(1), method: method)))
        }
        for method in ["tools/list", "ping", "nothing"] {
            #expect(MCPSession.isPlain(RPCRequest(id: .integer(1), method: method)))
        }
    }

    // MARK: - Streams

    @Test func aStreamHasTheReportsAndTheResponse() async throws {
        let offer = ScriptedOffer(call: { call, exchange in
            exchange.report(progress: 1)
            exchange.report(progress: 2)
            return .text(call.name)
        })
        let session = try server.open()
        let stream = try session.call(offer, "two", id: .string("x"), meta: ["progressToken": "t"])
        let all = try await stream.rest()
        #expect(all.map { $0["params"]?["progress"] } == [1, 2, nil] && stream.isFinished)
        #expect(all[2]["id"] == "x" && all[2]["result"]?["content"]?[0]?["text"] == "two")
        // It can be read again from any place.
        #expect(session.stream(stream.number) === stream && session.stream(0) === session.serverStream)
        for place in 0...3 { #expect(try await stream.rest(from: place).count == 3 - place) }
    }

    @Test func finishedStreamsAreKeptForAWhile() async throws {
        let started = Signal()
        let session = try server.open()
        let open = try session.call(Self.waiting(started), id: .string("open"))
        try await started.wait()
        var numbers: [Int] = []
        for number in 0..<40 {
            let stream = try session.call(ScriptedOffer(), id: .integer(number))
            _ = try await stream.rest()
            numbers.append(stream.number)
        }
        #expect(Set(numbers).count == 40)
        #expect(numbers.map { session.stream($0) != nil } == numbers.indices.map { $0 >= 24 })
        // A stream whose request is open stays.
        #expect(session.stream(open.number) === open)
        #expect(session.stream(9999) == nil && session.stream(-1) == nil)
        session.end()
        _ = try await open.rest()
    }

    // MARK: - Limits

    @Test func idsOfOpenRequestsAreDifferent() async throws {
        let started = Signal()
        let session = try server.open()
        let open = try session.call(Self.waiting(started), id: .integer(1))
        try await started.wait()
        #expect(throws: RPCError(.invalidRequest, "a request with this id is open; use each id once")) {
            try session.call(ScriptedOffer(), id: .integer(1))
        }
        // A number and a text are different ids.
        #expect(try await session.call(ScriptedOffer(), id: .string("1")).rest().count == 1)
        session.receive(RPCNotification("notifications/cancelled", ["requestId": 1]))
        #expect(try await open.rest().isEmpty)
        #expect(try await session.call(ScriptedOffer(), id: .integer(1)).rest().count == 1)
    }

    @Test func openRequestsAreLimited() async throws {
        let session = try server.open()
        var open: [MessageStream] = []
        for id in 0..<3 {
            let started = Signal()
            open.append(try session.call(Self.waiting(started), id: .integer(id)))
            try await started.wait()
        }
        let error = #expect(throws: RPCError.self) { try session.call(ScriptedOffer(), id: .integer(9)) }
        #expect(error?.code == .invalidRequest && error?.message.contains("too many open requests") == true)
        session.receive(RPCNotification("notifications/cancelled", ["requestId": 2]))
        #expect(try await open[2].rest().isEmpty)
        #expect(try await session.call(ScriptedOffer(), id: .integer(9)).rest().count == 1)
        session.end()
        for stream in open.prefix(2) { #expect(try await stream.rest().map { $0["error"]?["code"] } == [-32603]) }
    }

    @Test func subscriptionsOfASessionAreLimited() async throws {
        let session = try server.open()
        for number in 0..<100 {
            #expect(try await session.result("resources/subscribe", ["uri": .string("a:\(number)")]) == [:])
        }
        // One that it has counts once.
        #expect(try await session.result("resources/subscribe", ["uri": "a:7"]) == [:])
        let error = await #expect(throws: RPCError.self) {
            try await session.result("resources/subscribe", ["uri": "a:100"])
        }
        #expect(error?.code == .invalidParameters && !session.isSubscribed(to: "a:100"))
        #expect(session.isSubscribed(to: "a:7"))
        #expect(try await session.result("resources/unsubscribe", ["uri": "a:7"]) == [:])
        #expect(try await session.result("resources/unsubscribe", ["uri": "never"]) == [:])
        #expect(!session.isSubscribed(to: "a:7"))
        #expect(try await session.result("resources/subscribe", ["uri": "a:100"]) == [:])
    }

    @Test(
        arguments: [
            ("a:" + String(repeating: "x", count: 126), nil),
            ("a:" + String(repeating: "x", count: 127), .invalidParameters),
            ("b:1", .resourceNotFound),
        ] as [(String, RPCError.Code?)]
    )
    func onlyResourcesOfTheCallerAreSubscribedTo(uri: String, code: RPCError.Code?) async throws {
        let session = try server.open()
        let offer = ScriptedOffer(hasResource: { $0.hasPrefix("a:") })
        var found: RPCError.Code?
        do { _ = try await session.result("resources/subscribe", ["uri": .string(uri)], offer) } catch let error
            as RPCError
        {
            found = error.code
        }
        #expect(found == code && session.isSubscribed(to: uri) == (code == nil))
    }

    // MARK: - Cancellation

    @Test func aCancelledRequestHasNoResponse() async throws {
        let (started, ended) = (Signal(), Recorder<String>())
        let session = try server.open()
        let stream = try session.call(Self.waiting(started, ended), id: .string("a"))
        try await started.wait()
        // These name no open request.
        for id in ["b", 1, .null, [], 1.5] as [JSONValue] {
            session.receive(RPCNotification("notifications/cancelled", ["requestId": id]))
        }
        session.receive(RPCNotification("notifications/cancelled"))
        session.receive(RPCNotification("notifications/progress", ["requestId": "a"]))
        #expect(ended.all.isEmpty && !stream.isFinished)
        session.receive(RPCNotification("notifications/cancelled", ["requestId": "a", "reason": "enough"]))
        #expect(try await stream.rest().isEmpty && ended.all == ["one"])
        session.receive(RPCNotification("notifications/cancelled", ["requestId": "a"]))
    }

    @Test func aRequestThatNobodyReadsIsAbandoned() async throws {
        let started = Signal()
        let session = try server.open()
        let stream = try session.call(Self.waiting(started))
        try await started.wait()
        let reader = stream.attach()
        let generation = stream.generation
        stream.leave(reader)
        // Another reader has read since.
        session.abandon(stream, since: generation)
        #expect(!stream.isFinished)
        session.abandon(stream, since: stream.generation)
        let all = try await stream.rest()
        #expect(all.count == 1 && all[0]["error"]?["code"] == -32603)
        // Other streams belong to no request.
        session.abandon(session.serverStream, since: session.serverStream.generation)
        session.abandon(MessageStream(), since: 0)
    }

    @Test func aCancelledQuestion() async throws {
        let offer = ScriptedOffer(call: { _, _ in .ask() })
        let session = try server.open("2025-11-25", offer, capabilities: ["elicitation": [:]])
        let stream = try session.call(offer)
        let question = try await stream.message(at: 0)
        session.receive(RPCNotification("notifications/cancelled", ["requestId": 1]))
        // The client learns that its answer is no longer wanted, and gets no response.
        let rest = try await stream.rest(from: 1)
        #expect(rest.map { $0["method"] } == ["notifications/cancelled"])
        #expect(rest.first?["params"]?["requestId"] == question["id"])
        try session.reply(to: question, ["action": "accept"])
    }

    // MARK: - Answers

    @Test func answersThatNobodyWaitsFor() async throws {
        let offer = ScriptedOffer(call: { _, exchange in
            exchange.inputs["name"].map { .text("\($0["action"] ?? .null)") } ?? .ask()
        })
        let session = try server.open("2025-11-25", offer, capabilities: ["elicitation": [:]])
        let stream = try session.call(offer)
        let question = try await stream.message(at: 0)
        let ids: [RequestID?] = [
            nil, .integer(1), .string(""), .string("1"), .string("torii-"), .string("torii-0"), .string("torii-2"),
            .string("torii-x"), .string("Torii-1"), .string("torii-99999999999999999999"),
        ]
        for id in ids { session.receive(RPCResponse(id: id, .success(["action": "decline"]))) }
        try session.reply(to: question, ["action": "accept"])
        // Only the first answer counts.
        try session.reply(to: question, ["action": "decline"])
        #expect(try await stream.rest().last?["result"]?["content"]?[0]?["text"] == #""accept""#)
    }

    @Test func questionsOfRequestsAtTheSameTime() async throws {
        let offer = ScriptedOffer(call: { call, exchange in
            exchange.inputs["name"].map { .text("\(call.name) \($0["content"]?["is"]?.stringValue ?? "")") } ?? .ask()
        })
        let session = try server.open("2025-11-25", offer, capabilities: ["elicitation": [:]])
        let streams = try ["one", "two", "three"].enumerated().map { index, name in
            try session.call(offer, name, id: .integer(index))
        }
        var questions: [JSONValue] = []
        for stream in streams { questions.append(try await stream.message(at: 0)) }
        #expect(Set(questions.map { $0["id"] }).count == 3)
        // The answers come in another order.
        for index in [2, 0, 1] {
            let name = "answer \(index)"
            try session.reply(to: questions[index], ["action": "accept", "content": ["is": .string(name)]])
        }
        for (index, name) in ["one", "two", "three"].enumerated() {
            let last = try await streams[index].rest().last
            #expect(last?["result"]?["content"]?[0]?["text"]?.stringValue == "\(name) answer \(index)")
        }
    }

    // MARK: - End

    @Test func theEndOfASession() async throws {
        let (started, ended) = (Signal(), Recorder<String>())
        let asking = ScriptedOffer(call: { _, _ in .ask() })
        let session = try server.open("2025-11-25", asking, capabilities: ["elicitation": [:]])
        let waiting = try session.call(Self.waiting(started, ended), id: .integer(1))
        try await started.wait()
        let stream = try session.call(asking, id: .integer(2))
        let question = try await stream.message(at: 0)
        session.end()
        #expect(try await waiting.rest().map { $0["error"]?["code"] } == [-32603] && ended.all == ["one"])
        let rest = try await stream.rest(from: 1)
        #expect(rest.map { $0["method"] } == ["notifications/cancelled", nil])
        #expect(rest.last?["error"]?["message"]?.stringValue?.contains("the session ended") == true)
        #expect(session.serverStream.isFinished)
        #expect(try await session.serverStream.rest().isEmpty)
        #expect(throws: RPCError(.invalidRequest, "the session has ended")) { try session.call(ScriptedOffer()) }
        session.end()
        try session.reply(to: question, ["action": "accept"])
    }

    /// A request whose handler asks only after the end.
    @Test func aQuestionAfterTheEnd() async throws {
        let (started, go) = (Signal(), Signal())
        let offer = ScriptedOffer(call: { _, _ in
            started.give()
            // The handler does not notice that it was cancelled.
            await Task { try? await go.wait() }.value
            return .ask()
        })
        let session = try server.open("2025-11-25", offer, capabilities: ["elicitation": [:]])
        let stream = try session.call(offer)
        try await started.wait()
        session.end()
        go.give()
        let all = try await stream.rest()
        #expect(all.last?["error"]?["code"] == -32603, "\(all)")
    }
}
