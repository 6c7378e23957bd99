import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentRuntime
@testable import AgentServer
@testable import ToriiApp

/// Runs that outlive their readers, and streams that are resumed.
@Suite(.timeLimit(.minutes(2))) struct RunTests {
    /// Returns a model that writes `first`, waits at the gate, and then writes the rest.
    private static func gated(_ gate: StandInGate, rest: Int = 5) -> OpenAIStandIn.Script {
        { _ in
            var reply = ScriptedReply.tokens(["first"])
            reply.steps.append(.wait(.gate(gate)))
            reply.steps += (0..<rest).map { .token(" token\($0)") }
            return reply
        }
    }

    private func withModel(
        dataDirectory: String? = nil,
        _ script: @escaping OpenAIStandIn.Script,
        _ set: @Sendable (inout Settings) -> Void = { _ in },
        _ body: @Sendable (TestServer, OpenAIStandIn) async throws -> Void
    ) async throws {
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with(dataDirectory: dataDirectory) { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
                set(&settings)
            } _: { server in
                try await body(server, standIn)
            }
        }
    }

    /// Reads a number of events, then disconnects.
    private func read(_ count: Int, of response: HTTPResponse) async throws -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for try await event in response.body.serverSentEvents {
            events.append(event)
            if events.count == count { break }
        }
        return events
    }

    private func expectWhole(_ events: [ServerSentEvent], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let run = try #require(events.first?.json["run"]?.stringValue, sourceLocation: sourceLocation)
        #expect(events.map(\.id) == events.indices.map { "\(run):\($0)" }, sourceLocation: sourceLocation)
        let ends = events.indices.filter { events[$0].type.hasPrefix("run.") && events[$0].type != "run.started" }
        #expect(ends == [events.count - 1], sourceLocation: sourceLocation)
    }

    @Test(arguments: [true, false])
    func aReaderResumesAtItsPosition(byHeader: Bool) async throws {
        let gate = StandInGate()
        try await withModel(Self.gated(gate)) { server, _ in
            var events = try await read(
                2,
                of: try await server.stream(["message": "go", "on_disconnect": "finish"])
            )
            let run = try #require(events[0].json["run"]?.stringValue)
            let response = try await server.reattach(
                run,
                lastEventID: byHeader ? events[1].id : nil,
                after: byHeader ? nil : 1
            )
            gate.open()
            events += try await response.events()
            try expectWhole(events)
            #expect(events.last?.type == "run.completed")
            // All events were received, so there are no more.
            #expect(try await server.reattach(run, lastEventID: events.last?.id).status == 204)
            // These read from the start and from the middle, out of the store.
            let again = try await server.reattach(run)
            #expect(again.status == 200)
            #expect(try await again.events().map(\.data) == events.map(\.data))
            #expect(try await server.reattach(run, after: 2).events().map(\.id) == events.dropFirst(3).map(\.id))
        }
    }

    @Test func resumingAfterAnUnknownEventIsAFault() async throws {
        let gate = StandInGate()
        try await withModel(Self.gated(gate)) { server, _ in
            let events = try await read(
                2,
                of: try await server.stream(["message": "go", "on_disconnect": "finish"])
            )
            let run = try #require(events[0].json["run"]?.stringValue)
            func expectFault(_ after: String, knows last: String?) async throws {
                for (query, header) in [("?after=\(after)", nil), ("", after)] as [(String, String?)] {
                    let answer = try await server.send(
                        .get,
                        "/v1/runs/\(run)/events\(query)",
                        headers: header.map { [("Last-Event-ID", $0)] } ?? []
                    )
                    #expect(answer.status == 400, "\(after)")
                    #expect(answer.json["type"] == "urn:torii:problem:invalid-request")
                    if let last { #expect(answer.json["detail"]?.stringValue?.contains("\(run):\(last)") == true) }
                }
            }
            // This holds during the run and after its end.
            for (after, last) in [("2", "1"), ("1000000", "1"), ("9223372036854775806", "1"), ("\(run):2", "1")] {
                try await expectFault(after, knows: last)
            }
            for after in ["-2", "9223372036854775807", "99999999999999999999999", "x", "1x", "run_other:1"] {
                try await expectFault(after, knows: nil)
            }
            gate.open()
            let count = try await server.reattach(run).events().count
            #expect(try await server.reattach(run, after: count - 1).status == 204)
            try await expectFault("\(count)", knows: "\(count - 1)")
        }
    }

    /// The output is more than the store accepts at once, so the model waits for it.
    @Test(arguments: [true, false])
    func aFastAndLongReplyIsComplete(isStreamed: Bool) async throws {
        let token = String(repeating: "0123456789abcdef", count: 4096)
        let script: OpenAIStandIn.Script = { _ in .tokens(Array(repeating: token, count: 160)) }
        try await withModel(script) { server, _ in
            let text: String
            if isStreamed {
                let events = try await server.stream(["message": "go"]).events()
                #expect(events.last?.type == "run.completed")
                text = events.filter { $0.type == "message.delta" }.compactMap { $0.json["text"]?.stringValue }.joined()
            } else {
                text = try await server.chat("go")["message"]?["text"]?.stringValue ?? ""
            }
            #expect(text.utf8.count == 160 * token.utf8.count)
        }
    }

    @Test func severalReadersReceiveTheSameEvents() async throws {
        let gate = StandInGate()
        try await withModel(Self.gated(gate, rest: 300)) { server, _ in
            let first = try await server.stream("go")
            var iterator = first.body.serverSentEvents.makeAsyncIterator()
            var events = [try #require(try await iterator.next())]
            while events.count < 2 { events.append(try #require(try await iterator.next())) }
            let run = try #require(events[0].json["run"]?.stringValue)
            let others = try await withThrowingTaskGroup(of: [ServerSentEvent].self) { group in
                for after in [-1, 0, 1] {
                    let response = try await server.reattach(run, after: after)
                    group.addTask { try await response.events() }
                }
                gate.open()
                while let event = try await iterator.next() { events.append(event) }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try expectWhole(events)
            let text = events.filter { $0.type == "message.delta" }.compactMap { $0.json["text"]?.stringValue }.joined()
            #expect(text == "first" + (0..<300).map { " token\($0)" }.joined())
            #expect(others.count == 3)
            for other in others { #expect(other.map(\.data) == events.suffix(other.count).map(\.data)) }
            #expect(Set(others.map(\.count)) == [events.count, events.count - 1, events.count - 2])
        }
    }

    @Test func aReaderThatReconnectsInTimeKeepsTheRunAlive() async throws {
        let gate = StandInGate()
        try await withModel(Self.gated(gate)) { settings in
            settings.runLimits.disconnectGrace = .seconds(3600)
        } _: { server, standIn in
            var events = try await read(2, of: try await server.stream("go"))
            let run = try #require(events[0].json["run"]?.stringValue)
            let response = try await server.reattach(run, lastEventID: events[1].id)
            gate.open()
            events += try await response.events()
            try expectWhole(events)
            #expect(await standIn.server.ending(of: 1)?.kind == .answered(status: 200))
        }
    }

    @Test func withoutAReaderInTimeTheRunIsCancelled() async throws {
        try await withModel(Self.gated(StandInGate())) { settings in
            settings.runLimits.disconnectGrace = .milliseconds(50)
        } _: { server, standIn in
            let events = try await read(2, of: try await server.stream("go"))
            let run = try #require(events[0].json["run"]?.stringValue)
            #expect(await standIn.server.ending(of: 1)?.kind == .closedByPeer)
            let rest = try await server.reattach(run, after: 1).events()
            #expect(rest.last?.type == "run.cancelled")
            #expect(rest.last?.json["reason"] == "disconnected")
            try expectWhole(events + rest)
            #expect(try await server.send(.get, "/v1/runs/\(run)").json["status"] == "cancelled")
        }
    }

    @Test func aRunIsCancelledAtAnyTime() async throws {
        try await withModel(Self.gated(StandInGate())) { server, standIn in
            let body: JSONObject = ["message": "go"]
            let response = try await server.stream(body, headers: [("Idempotency-Key", "k")])
            var iterator = response.body.serverSentEvents.makeAsyncIterator()
            var events = [try #require(try await iterator.next())]
            let run = try #require(events[0].json["run"]?.stringValue)
            try await withThrowingTaskGroup(of: Void.self) { group in
                // Another caller waits for the same run.
                let waiting = try await server.stream(body, headers: [("Idempotency-Key", "k")])
                group.addTask {
                    let events = try await waiting.events()
                    #expect(events.last?.type == "run.cancelled")
                }
                #expect(try await server.send(.post, "/v1/runs/\(run)/cancel").status == 200)
                try await group.waitForAll()
            }
            while let event = try await iterator.next() { events.append(event) }
            try expectWhole(events)
            #expect(events.last?.json["reason"] == "requested")
            #expect(await standIn.server.ending(of: 1)?.kind == .closedByPeer)
        }
    }

    @Test func cancellingAnEndedRunChangesNothing() async throws {
        try await TestServer.with { server in
            let reply = try await server.chat("show the inventory")
            let run = try #require(reply["run"]?.stringValue)
            let answer = try await server.send(.post, "/v1/runs/\(run)/cancel")
            #expect(answer.json["status"] == "completed")
            #expect(answer.json["message"] == reply["message"])
            #expect(answer.json["usage"] == reply["usage"])
        }
    }

    @Test(arguments: [
        ("/v1/runs/run_none", 404), ("/v1/runs/run_none/events", 404), ("/v1/runs/run_none/events?after=x", 400),
        ("/v1/runs/run_none/events?after=-2", 400), ("/v1/conversations/conv_none", 404),
        ("/v1/conversations?limit=0", 400), ("/v1/conversations?cursor=x", 400),
        ("/v1/conversations?cursor=9223372036854775808.x", 400),
        ("/v1/conversations?cursor=9223372036854775807.x", 200),
        ("/v1/conversations?cursor=-9223372036854775808.x", 200),
        ("/v1/runs/run_none/events?after=9223372036854775807", 400),
        ("/v1/conversations?limit=-9223372036854775808", 400),
    ])
    func unknownRunsAreNotFound(path: String, status: Int) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(.get, path)
            #expect(answer.status == status)
        }
    }

    @Test func anEventIDOfAnotherRunIsRefused() async throws {
        try await TestServer.with { server in
            let run = try #require(try await server.chat("show the inventory")["run"]?.stringValue)
            #expect(try await server.reattach(run, lastEventID: "run_other:3").status == 400)
            #expect(try await server.reattach(run, lastEventID: "\(run):0").status == 200)
        }
    }

    @Test func aRunHasADeadline() async throws {
        try await withModel(Self.gated(StandInGate())) { settings in
            // The time is long enough for the call of the model on a busy machine.
            settings.runLimits.runDeadline = .seconds(3)
        } _: { server, standIn in
            let answer = try await server.send(.post, "/v1/chat", body: #"{"message":"go"}"#)
            #expect(answer.status == 504)
            #expect(answer.json["type"] == "urn:torii:problem:deadline-exceeded")
            #expect(await standIn.server.ending(of: 1)?.kind == .closedByPeer)
        }
    }

    @Test func aRoundHasADeadline() async throws {
        let gate = StandInGate()
        try await withModel({ _ in ScriptedReply([.wait(.gate(gate))]) }) { settings in
            settings.runLimits.roundDeadline = .milliseconds(100)
        } _: { server, standIn in
            let answer = try await server.send(.post, "/v1/chat", body: #"{"message":"go","stream":true}"#)
            #expect(answer.status == 504)
            #expect(answer.json["type"] == "urn:torii:problem:upstream-timeout")
            #expect(await standIn.server.ending(of: 1)?.kind == .closedByPeer)
        }
    }
}
