import Accounts
import AgentRuntime
import EventStreams
import Foundation
import StandIns
import Storage
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Direct calls are runs: they can be listed, cancelled, streamed, repeated and resumed.
@Suite(.timeLimit(.minutes(2))) struct DirectCallRunTests {
    private static let body = #"{"city":"Kyoto"}"#

    /// Runs a server with a weather service that responds after the gate opens, so that its tool is slow.
    private func withSlowTool(
        dataDirectory: String? = nil,
        _ set: @Sendable (inout Settings) -> Void = { _ in },
        _ body: @Sendable (TestServer, OpenMeteoStandIn, StandInGate) async throws -> Void
    ) async throws {
        let gate = StandInGate()
        try await OpenMeteoStandIn.with { weather in
            weather.server.misbehave(.hold(gate), times: nil)
            try await TestServer.with(dataDirectory: dataDirectory) { settings in
                settings.addresses[.openMeteo] = weather.baseURL
                settings.addresses[.openMeteoGeocoding] = weather.baseURL
                set(&settings)
            } _: { server in
                try await body(server, weather, gate)
            }
        }
    }

    private func call(
        _ server: TestServer,
        _ side: String = "/v1",
        query: String = "",
        token: String = TestServer.clientToken,
        key: String? = nil
    ) async throws -> TestServer.Answer {
        try await server.send(
            .post,
            "\(side)/tools/getCurrentWeather\(query)",
            token: token,
            body: Self.body,
            headers: [("Content-Type", "application/json")] + (key.map { [("Idempotency-Key", $0)] } ?? [])
        )
    }

    /// Starts a call with a stream of events.
    private func stream(_ server: TestServer, query: String = "") async throws -> HTTPResponse {
        let headers: HTTPHeaders = [
            "Authorization": .plain("Bearer \(TestServer.clientToken)"), "Content-Type": "application/json",
            "Accept": "text/event-stream",
        ]
        return try await server.client.send(
            HTTPRequest(
                .post,
                server.baseURL + "/v1/tools/getCurrentWeather\(query)",
                headers: headers,
                body: Array(Self.body.utf8),
                isTrusted: true
            )
        )
    }

    /// Returns the only unfinished run of a client.
    private func run(_ server: TestServer, token: String = TestServer.clientToken) async throws -> JSONValue {
        let runs = try #require(try await server.send(.get, "/v1/runs", token: token).json["runs"]?.arrayValue)
        return try #require(runs.count == 1 ? runs.first : nil)
    }

    @Test(arguments: ["/v1", "/mcp"])
    func aCallIsListedAndCancelled(side: String) async throws {
        try await withSlowTool { server, weather, _ in
            async let calling = call(server, side)
            _ = await weather.server.requests(atLeast: 1)
            let listed = try await run(server)
            #expect(listed["tool"] == "getCurrentWeather" && listed["status"] == "running" && listed["model"] == nil)
            let id = try #require(listed["run"]?.stringValue)
            #expect(try await server.send(.post, "/v1/runs/\(id)/cancel").status == 200)
            let answer = try await calling
            if side == "/v1" {
                #expect(answer.status == 409 && answer.json["type"] == "urn:torii:problem:run-cancelled")
                #expect(answer.json["run"]?.stringValue == id)
            } else {
                #expect(answer.status == 200 && answer.json["isError"] == true)
                #expect(answer.text.contains("its client requested it"))
            }
            #expect(await weather.server.ending(of: 1)?.kind == .closedByPeer)
            let types = try await server.reattach(id).events().map(\.type)
            #expect(types == ["run.started", "tool.started", "run.cancelled"])
            let told = try await server.send(.get, "/v1/runs/\(id)").json
            #expect(told["status"] == "cancelled" && told["reason"] == "requested")
            #expect(told["tool"] == "getCurrentWeather")
            #expect(try await server.send(.get, "/v1/runs").json["runs"] == [])
        }
    }

    @Test func theEventsOfACallAreStreamed() async throws {
        try await withSlowTool { server, weather, gate in
            let response = try await stream(server)
            #expect(response.status == 200 && response.headers["Content-Type"] == "text/event-stream")
            let run = try #require(response.headers["Torii-Run"])
            var reader = EventReader(response)
            var events = try await reader.next(2)
            #expect(events.map(\.type) == ["run.started", "tool.started"])
            #expect(events.first?.json == ["run": .string(run)])
            _ = await weather.server.requests(atLeast: 1)
            gate.open()
            events += try await reader.rest()
            #expect(events.map(\.type) == ["run.started", "tool.started", "tool.finished", "run.completed"])
            #expect(events.map(\.id) == (0..<4).map { "\(run):\($0)" })
            #expect(events[2].json["status"] == "completed")
            #expect(events[2].json["summary"]?.stringValue?.contains("Kyoto") == true)
            // The run can be resumed after any event.
            #expect(try await server.reattach(run).events().map(\.data) == events.map(\.data))
            #expect(try await server.reattach(run, after: 1).events().map(\.id) == events.dropFirst(2).map(\.id))
            let told = try await server.send(.get, "/v1/runs/\(run)").json
            #expect(told["status"] == "completed" && told["message"] == nil)

            // The plain response belongs to the same call, and contains the run's id only in the header.
            let plain = try await call(server)
            let other = try #require(plain.headers["Torii-Run"])
            #expect(other != run && plain.json["run"] == nil)
            let calls = try await server.send(.get, "/v1/runs/\(other)").json["tool_calls"]
            #expect(calls?.arrayValue == [plain.json])
            let bare = try await call(server, "/mcp")
            #expect(bare.headers["Torii-Run"]?.hasPrefix("run_") == true)
            #expect(bare.json.objectValue.map { Array($0.keys) } == ["content"])
        }
    }

    /// There is no grace window as for turns; with one, the call would not end within this test.
    @Test(arguments: [true, false])
    func aCallerThatDisconnectsCancelsTheCall(isStreaming: Bool) async throws {
        try await withSlowTool { settings in
            settings.runLimits.disconnectGrace = .seconds(3600)
        } _: { server, weather, _ in
            let id = try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    if isStreaming {
                        _ = try? await stream(server).events()
                    } else {
                        _ = try? await call(server)
                    }
                }
                _ = await weather.server.requests(atLeast: 1)
                let id = try #require(try await run(server)["run"]?.stringValue)
                group.cancelAll()
                try await group.next()
                return id
            }
            #expect(await weather.server.ending(of: 1)?.kind == .closedByPeer)
            let events = try await server.reattach(id).events()
            #expect(events.last?.type == "run.cancelled" && events.last?.json["reason"] == "disconnected")
        }
    }

    @Test func aCallWithTheFinishPolicyOutlivesItsCaller() async throws {
        try await withSlowTool { server, weather, gate in
            let id = try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await call(server, query: "?on_disconnect=finish") }
                _ = await weather.server.requests(atLeast: 1)
                let id = try #require(try await run(server)["run"]?.stringValue)
                group.cancelAll()
                try await group.next()
                return id
            }
            try await server.readers(0)
            #expect(try await run(server)["run"]?.stringValue == id)
            gate.open()
            #expect(try await server.reattach(id).events().last?.type == "run.completed")
            for side in ["/v1", "/mcp"] {
                let wrong = try await call(server, side, query: "?on_disconnect=wait")
                #expect(wrong.status == (side == "/v1" ? 400 : 200) && wrong.text.contains("on_disconnect"))
            }
        }
    }

    /// A client that may only call tools sees its own runs, up to its limit of concurrent runs; other clients do not.
    @Test func aCallIsOneOfItsClientsRuns() async throws {
        let limits = ClientLimits(concurrentRuns: 1)
        let (path, tokens) = try await LimitedServer.folder(
            [
                ClientDraft(
                    name: "client",
                    scopes: [.tool("getCurrentWeather"), .tool("deleteInventory")],
                    limits: limits
                )
            ]
        )
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await withSlowTool(dataDirectory: path) { server, weather, gate in
            async let calling = call(server, token: tokens[0])
            _ = await weather.server.requests(atLeast: 1)
            #expect(try await call(server, token: tokens[0]).json["type"] == "urn:torii:problem:rate-limited")
            let id = try #require(try await run(server, token: tokens[0])["run"]?.stringValue)
            #expect(try await server.send(.get, "/v1/runs/\(id)").status == 404)
            #expect(try await server.send(.get, "/v1/runs/\(id)/events").status == 404)
            gate.open()
            #expect(try await calling.headers["Torii-Run"] == id)
            #expect(try await server.send(.get, "/v1/runs/\(id)", token: tokens[0]).status == 200)
            #expect(try await call(server, token: tokens[0]).status == 200)
            // A question is not a run.
            let made = try await server.send(.post, "/v1/tools/createInventory", body: #"{"title":"lamp"}"#)
            #expect(made.status == 200)
            for side in ["/v1", "/mcp"] {
                let asked = try await server.send(
                    .post,
                    "\(side)/tools/deleteInventory",
                    token: tokens[0],
                    body: #"{"id":1}"#
                )
                #expect(asked.status == (side == "/v1" ? 409 : 200) && asked.text.contains("lamp"))
                #expect(asked.headers["Torii-Run"] == nil)
            }
        }
    }

    @Test func requestsWithOneKeyMakeOneCall() async throws {
        try await TestServer.with { server in
            func create(_ title: String, _ key: String) async throws -> TestServer.Answer {
                try await server.send(
                    .post,
                    "/v1/tools/createInventory",
                    body: JSONValue.object(["title": .string(title)]).serialized(),
                    headers: [("Content-Type", "application/json"), ("Idempotency-Key", key)]
                )
            }
            let answers = try await withThrowingTaskGroup(of: TestServer.Answer.self) { group in
                for _ in 0..<4 { group.addTask { try await create("lamp", "k") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(answers.map(\.text)).count == 1 && Set(answers.map { $0.headers["Torii-Run"] }).count == 1)
            #expect(answers.first?.json["status"] == "completed")
            #expect(try await create("lamp", "k").text == answers.first?.text)
            let other = try await create("chair", "k")
            #expect(other.status == 422 && other.json["type"] == "urn:torii:problem:idempotency-mismatch")
            let list = try await server.send(.post, "/v1/tools/getInventoryList", body: "{}")
            #expect(list.text.contains("ID: 1 - lamp") && !list.text.contains("ID: 2"))
        }
    }

    /// A call in progress when the server stops or is killed, and its state on the next server.
    @Test(arguments: ["/v1", "/mcp"], [true, false])
    func aCallUnderWayIsInterrupted(side: String, isKilled: Bool) async throws {
        let folder = NSTemporaryDirectory() + "torii-calls-\(UUID().uuidString)"
        let copy = folder + "-copy"
        defer { for path in [folder, copy] { try? FileManager.default.removeItem(atPath: path) } }
        try await withSlowTool(dataDirectory: folder) { settings in
            // The store receives nothing of the call before its end.
            settings.runLimits.storeDelay = .seconds(3600)
        } _: { server, weather, gate in
            async let calling = call(server, side, key: "k")
            _ = await weather.server.requests(atLeast: 1)
            if isKilled {
                try FileManager.default.copyItem(atPath: folder, toPath: copy)
                gate.open()
                #expect(try await calling.status == 200)
            } else {
                await server.stop()
                let answer = try await calling
                #expect(answer.status == 503 && answer.json["type"] == "urn:torii:problem:shutting-down")
            }
        }
        try await withSlowTool(dataDirectory: isKilled ? copy : folder) { server, weather, _ in
            let again = try await call(server, side, key: "k")
            if side == "/v1" {
                #expect(again.status == 409 && again.json["type"] == "urn:torii:problem:run-interrupted")
                let run = try #require(again.json["run"]?.stringValue)
                let types = try await server.reattach(run).events().map(\.type)
                // Events that were not sent before a kill may be missing.
                let whole = ["run.started", "tool.started", "run.interrupted"]
                #expect(types == whole || isKilled && types == ["run.started", "run.interrupted"])
            } else {
                #expect(again.status == 200 && again.json["isError"] == true && again.text.contains("Idempotency-Key"))
            }
            #expect(weather.server.requests.isEmpty)
        }
    }

    @Test func aCompletedCallIsAvailableAfterARestart() async throws {
        let folder = NSTemporaryDirectory() + "torii-calls-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try await TestServer.with(dataDirectory: folder) { server in
            try await server.send(
                .post,
                "/v1/tools/createInventory",
                body: #"{"title":"lamp"}"#,
                headers: [("Content-Type", "application/json"), ("Idempotency-Key", "k")]
            )
        }
        let run = try #require(first.headers["Torii-Run"])
        try await TestServer.with(dataDirectory: folder) { server in
            let again = try await server.send(
                .post,
                "/v1/tools/createInventory",
                body: #"{"title":"lamp"}"#,
                headers: [("Content-Type", "application/json"), ("Idempotency-Key", "k")]
            )
            #expect(again.text == first.text && again.headers["Torii-Run"] == run)
            #expect(try await server.send(.get, "/v1/runs/\(run)").json["tool"] == "createInventory")
        }
    }

    @Test(arguments: ["/v1", "/mcp"])
    func aCallHasTheDeadlineOfRuns(side: String) async throws {
        try await withSlowTool { settings in
            settings.runLimits.runDeadline = .milliseconds(1)
        } _: { server, _, _ in
            let answer = try await call(server, side)
            #expect(answer.status == (side == "/v1" ? 504 : 200))
            #expect(answer.text.contains("exceeded this server's time limit for a run"))
        }
    }

    /// Calls beyond the client's storage limit.
    ///
    /// They leave the limit to its turns, and are possible when turns have used all of it.
    @Test(arguments: ["/v1", "/mcp"])
    func callsDoNotCountTowardsTheClientsStorage(side: String) async throws {
        try await TestServer.with { settings in
            settings.conversationLimits.clientBytes = 50_000
        } _: { server in
            let body = JSONValue.object(["title": .string(String(repeating: "lamp ", count: 1500))]).serialized()
            func call() async throws -> TestServer.Answer {
                try await server.send(.post, "\(side)/tools/getInventoryList", body: body)
            }
            var runs: [String] = []
            for _ in 0..<20 {
                let answer = try await call()
                #expect(answer.status == 200)
                runs.append(try #require(answer.headers["Torii-Run"]))
            }
            // This also holds after they are stored.
            for run in runs { _ = try await server.reattach(run).events() }
            let message = String(repeating: "hello ", count: 8000)
            _ = try #require(try await server.chat(message)["conversation"]?.stringValue)
            let full = try await server.send(.post, "/v1/chat", body: #"{"message":"hello"}"#)
            #expect(full.status == 409 && full.json["type"] == "urn:torii:problem:storage-full")
            #expect(try await call().status == 200)
        }
    }
}
