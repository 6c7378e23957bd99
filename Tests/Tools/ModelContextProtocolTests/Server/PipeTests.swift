import ModelContextProtocol
import StreamingJSON
import Testing

/// One channel in each direction, as with standard input and output.
@Suite(.timeLimit(.minutes(1))) struct PipeTests {
    /// The client's end of a pipe.
    private struct Client: Sendable {
        private let source: AsyncStream<Result<RPCMessage, RPCError>>.Continuation
        private let output: AsyncStream<JSONValue>

        init(
            _ source: AsyncStream<Result<RPCMessage, RPCError>>.Continuation,
            _ output: AsyncStream<JSONValue>
        ) { (self.source, self.output) = (source, output) }

        /// Sends a line.
        func send(_ line: String) {
            do throws(RPCError) {
                source.yield(.success(try RPCMessage(parsing: line)))
            } catch {
                source.yield(.failure(error))
            }
        }

        /// Sends a request without a session.
        func sendStateless(_ method: String, _ params: JSONObject = [:], id: RequestID, meta: JSONObject = [:]) {
            let request = Stateless.request(method, params, id: id, capabilities: ["elicitation": [:]], meta: meta)
            source.yield(.success(.request(request)))
        }

        /// Sends a request of the session.
        func send(_ method: String, _ params: JSONObject = [:], id: RequestID) {
            source.yield(.success(.request(RPCRequest(id: id, method: method, params))))
        }

        func end() { source.finish() }

        /// Waits for the next message; `nil` after the end.
        func next() async -> JSONValue? {
            for await message in output { return message }
            return nil
        }

        func initialize(_ revision: String = "2025-11-25") async -> JSONValue? {
            let capabilities: JSONObject = ["elicitation": [:]]
            send(
                "initialize",
                ["protocolVersion": .string(revision), "capabilities": .object(capabilities)],
                id: .string("init")
            )
            return await next()
        }
    }

    private func with(
        _ offer: ScriptedOffer = ScriptedOffer(),
        _ server: MCPServer = .test(),
        _ body: (Client) async throws -> Void
    ) async throws {
        let (input, source) = AsyncStream.makeStream(of: Result<RPCMessage, RPCError>.self)
        let (output, sink) = AsyncStream.makeStream(of: JSONValue.self)
        let pipe = MCPPipe(server: server, offer: offer) { sink.yield($0.jsonValue) }
        async let running: Void = {
            await pipe.run(input)
            sink.finish()
        }()
        let client = Client(source, output)
        try await body(client)
        client.end()
        await running
    }

    // MARK: - Eras

    @Test func bothErasOverOnePipe() async throws {
        try await with { client in
            client.sendStateless("server/discover", id: .integer(1))
            #expect(await client.next()?["result"]?["supportedVersions"] == ["2026-07-28"])
            #expect(await client.initialize()?["result"]?["protocolVersion"] == "2025-11-25")
            client.send("tools/list", id: .integer(1))
            let legacy = await client.next()
            #expect(legacy?["id"] == 1 && legacy?["result"]?["resultType"] == nil)
            #expect(legacy?["result"]?["tools"]?.arrayValue?.count == 3)
            client.sendStateless("tools/call", ["name": "two"], id: .integer(1))
            let modern = await client.next()
            #expect(modern?["result"]?["resultType"] == "complete")
            #expect(modern?["result"]?["content"]?[0]?["text"] == "two")
            client.send("ping", id: .string("p"))
            #expect(await client.next() == ["jsonrpc": "2.0", "id": "p", "result": [:]])
        }
    }

    @Test func aSessionStartsWithInitialize() async throws {
        try await with { client in
            client.send("tools/list", id: .integer(1))
            let early = await client.next()
            #expect(early?["error"]?["code"] == -32600 && early?["id"] == 1)
            #expect(early?["error"]?["message"]?.stringValue?.contains("send initialize first") == true)
            client.send("initialize", id: .integer(2))
            #expect(await client.next()?["error"]?["code"] == -32602)
            // Notifications and responses without a session are ignored.
            client.send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
            client.send(#"{"jsonrpc":"2.0","id":"torii-1","result":{}}"#)
            #expect(await client.initialize("2025-06-18")?["result"]?["protocolVersion"] == "2025-06-18")
            #expect(await client.initialize()?["error"]?["code"] == -32600)
        }
    }

    @Test func linesThatAreNoMessages() async throws {
        try await with { client in
            for (line, code) in [("{", -32700), ("[]", -32600), ("{}", -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600)]
            {
                client.send(line)
                let answer = await client.next()
                #expect(answer?["error"]?["code"]?.intValue == code && answer?["id"] == nil)
            }
            client.sendStateless("tools/list", id: .integer(1), meta: [Stateless.version: "2099-01-01"])
            #expect(await client.next()?["error"]?["code"] == -32022)
            client.sendStateless("nothing", id: .integer(1))
            #expect(await client.next()?["error"]?["code"] == -32601)
        }
    }

    // MARK: - Reports and questions

    @Test func reportsComeBeforeTheResponse() async throws {
        let offer = ScriptedOffer(call: { _, exchange in
            for step in 1...3 { exchange.report(progress: Double(step)) }
            return .text("done")
        })
        try await with(offer) { client in
            _ = await client.initialize()
            for isStateless in [true, false] {
                let params: JSONObject = ["name": "one", "_meta": ["progressToken": "t"]]
                if isStateless {
                    client.sendStateless("tools/call", params, id: .integer(5), meta: ["progressToken": "t"])
                } else {
                    client.send("tools/call", params, id: .integer(5))
                }
                var steps: [JSONValue?] = []
                for _ in 0..<4 { steps.append(await client.next()?["params"]?["progress"]) }
                #expect(steps == [1, 2, 3, nil])
            }
        }
    }

    @Test func questionsInBothEras() async throws {
        let offer = ScriptedOffer(call: { _, exchange in
            exchange.inputs["name"].map { .text($0["action"]?.stringValue ?? "") } ?? .ask()
        })
        try await with(offer) { client in
            _ = await client.initialize()
            client.send("tools/call", ["name": "one"], id: .integer(1))
            let question = await client.next()
            #expect(question?["method"] == "elicitation/create")
            let id = question?["id"]?.stringValue ?? ""
            client.send(#"{"jsonrpc":"2.0","id":"\#(id)","result":{"action":"decline"}}"#)
            let legacy = await client.next()
            #expect(legacy?["id"] == 1 && legacy?["result"]?["content"]?[0]?["text"] == "decline")
            client.sendStateless("tools/call", ["name": "one"], id: .integer(2))
            #expect(await client.next()?["result"]?["resultType"] == "input_required")
            client.sendStateless(
                "tools/call",
                ["name": "one", "inputResponses": ["name": ["action": "cancel"]]],
                id: .integer(3)
            )
            #expect(await client.next()?["result"]?["content"]?[0]?["text"] == "cancel")
        }
    }

    @Test func changesOfTheLists() async throws {
        let (changes, source) = AsyncStream.makeStream(of: MCPChange.self)
        try await with(ScriptedOffer(changes: changes)) { client in
            source.yield(.tools)
            _ = await client.initialize()
            #expect(await client.next()?["method"] == "notifications/tools/list_changed")
            source.yield(.resource("a:1"))
            #expect(await client.next()?["params"] == ["uri": "a:1"])
        }
    }

    // MARK: - Open requests

    private static func waiting(_ started: Recorder<String>, _ ended: Recorder<String>) -> ScriptedOffer {
        ScriptedOffer(call: { call, exchange in
            exchange.report(progress: 1)
            started.append(call.name)
            do {
                try await Signal().wait()
            } catch {
                ended.append(call.name)
                throw error
            }
            return .text("")
        })
    }

    @Test(arguments: [true, false])
    func aRequestIsCancelled(isStateless: Bool) async throws {
        let ended = Recorder<String>()
        try await with(Self.waiting(Recorder(), ended)) { client in
            _ = await client.initialize()
            let params: JSONObject = ["name": "one", "_meta": ["progressToken": 1]]
            if isStateless {
                client.sendStateless("tools/call", params, id: .integer(7), meta: ["progressToken": 1])
            } else {
                client.send("tools/call", params, id: .integer(7))
            }
            #expect(await client.next()?["method"] == "notifications/progress")
            client.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"7"}}"#)
            client.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#)
            // There is no response to it: the next message belongs to another request.
            client.send("ping", id: .integer(8))
            #expect(await client.next()?["id"] == 8)
        }
        #expect(ended.all == ["one"])
    }

    @Test func openRequestsAreLimited() async throws {
        let server = MCPServer.test { $0.openRequests = 2 }
        try await with(Self.waiting(Recorder(), Recorder()), server) { client in
            for id in 0..<2 {
                client.sendStateless("tools/call", ["name": "one"], id: .integer(id), meta: ["progressToken": 1])
                #expect(await client.next()?["method"] == "notifications/progress")
            }
            for id in [1, 2] {
                client.sendStateless("tools/call", ["name": "one"], id: .integer(id))
                let answer = await client.next()
                #expect(answer?["error"]?["code"] == -32600 && answer?["id"]?.intValue == id)
            }
        }
    }

    /// At the end of its input, a server cancels its open requests and sends nothing more.
    @Test func theEndOfTheInput() async throws {
        let (ends, source) = AsyncStream.makeStream(of: String.self)
        let offer = ScriptedOffer(call: { call, exchange in
            exchange.report(progress: 1)
            defer { source.yield(call.name) }
            try await Signal().wait()
            return .text("")
        })
        try await with(offer) { client in
            _ = await client.initialize()
            client.send("tools/call", ["name": "one", "_meta": ["progressToken": 1]], id: .integer(1))
            _ = await client.next()
            client.sendStateless("tools/call", ["name": "two"], id: .integer(2), meta: ["progressToken": 1])
            _ = await client.next()
            client.sendStateless("subscriptions/listen", ["notifications": [:]], id: .integer(3))
            _ = await client.next()
            client.end()
            while let message = await client.next() { #expect(message["id"] != 2 && message["id"] != 3) }
        }
        var ended: Set<String> = []
        for await name in ends where ended.insert(name).inserted && ended.count == 2 { break }
        #expect(ended == ["one", "two"])
    }

    @Test func theEndWhileAQuestionIsOpen() async throws {
        try await with(ScriptedOffer(call: { _, _ in .ask() })) { client in
            _ = await client.initialize()
            client.send("tools/call", ["name": "one"], id: .integer(1))
            #expect(await client.next()?["method"] == "elicitation/create")
            client.end()
            #expect(await client.next() == nil)
        }
    }
}
