import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentRuntime
@testable import AgentServer
@testable import ToriiApp

/// The policies for a turn whose conversation has a running turn.
@Suite(.timeLimit(.minutes(2))) struct BusyConversationTests {
    /// Runs a server with a model that repeats its input; it answers `one` only after the gate opens.
    private func withGate(
        _ body: @Sendable (TestServer, OpenAIStandIn, StandInGate) async throws -> Void
    ) async throws {
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { request in
            var reply = ScriptedReply.tokens(["said", " "])
            if request.lastUserText == "one" { reply.steps.append(.wait(.gate(gate))) }
            reply.steps.append(.token(request.lastUserText))
            reply.steps.append(.token(" after \(request.messages.count - 2)"))
            return reply
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                try await body(server, standIn, gate)
            }
        }
        gate.open()
    }

    /// Starts the turn `one` and reads until its model has written something.
    private func begin(
        _ server: TestServer
    ) async throws -> (
        events: EventReader, run: String, conversation: JSONValue
    ) {
        let response = try await server.stream(["message": "one"])
        var iterator = EventReader(response)
        let started = try #require(try await iterator.next())
        let run = try #require(started.json["run"]?.stringValue)
        return (iterator, run, try #require(started.json["conversation"]))
    }

    @Test func byDefaultTheTurnIsRefused() async throws {
        try await withGate { server, _, gate in
            var (events, _, conversation) = try await begin(server)
            for policy: JSONObject in [[:], ["on_busy": "refuse"]] {
                var body: JSONObject = ["message": "two", "conversation": conversation]
                for (key, value) in policy { body[key] = value }
                let answer = try await server.send(.post, "/v1/chat", body: JSONValue.object(body).serialized())
                #expect(answer.status == 409)
                #expect(answer.json["type"] == "urn:torii:problem:conversation-busy")
                #expect(answer.headers["Retry-After"] == "1")
            }
            gate.open()
            #expect(try await events.rest().last?.type == "run.completed")
        }
    }

    @Test func theTurnWaitsForTheOther() async throws {
        try await withGate { server, standIn, gate in
            var (events, _, conversation) = try await begin(server)
            try await withThrowingTaskGroup(of: [ServerSentEvent].self) { group in
                let body: JSONObject = ["message": "two", "conversation": conversation, "on_busy": "queue"]
                group.addTask { try await server.stream(body).events() }
                // Whatever the order of their acceptance, the model receives the second after the first has ended.
                gate.open()
                #expect(try await events.rest().last?.type == "run.completed")
                let second = try #require(try await group.next())
                #expect(second.first { $0.type == "message.completed" }?.json["text"] == "said two after 2")
            }
            #expect(standIn.requests.count == 2)
        }
    }

    @Test func theTurnReplacesTheOther() async throws {
        try await withGate { server, standIn, _ in
            var (events, _, conversation) = try await begin(server)
            let second = try await server.stream([
                "message": "two", "conversation": conversation, "on_busy": "replace",
            ]).events()
            #expect(second.last?.type == "run.completed")
            // The first one left nothing in the conversation.
            #expect(second.first { $0.type == "message.completed" }?.json["text"] == "said two after 0")
            let first = try await events.rest()
            #expect(first.last?.type == "run.cancelled")
            #expect(first.last?.json["reason"] == "replaced")
            #expect(await standIn.server.ending(of: 1)?.kind == .closedByPeer)
        }
    }

    @Test func aConversationWithARunIsNotDeleted() async throws {
        try await withGate { server, _, gate in
            let reply = try await server.chat("zero")
            let conversation = try #require(reply["conversation"])
            let id = try #require(conversation.stringValue)
            let response = try await server.stream(["message": "one", "conversation": conversation])
            var events = EventReader(response)
            _ = try await events.next()
            #expect(try await server.send(.delete, "/v1/conversations/\(id)").status == 409)
            gate.open()
            #expect(try await events.rest().last?.type == "run.completed")
            #expect(try await server.send(.delete, "/v1/conversations/\(id)").status == 204)
            #expect(try await server.send(.get, "/v1/conversations/\(id)").status == 404)
            #expect(try await server.send(.delete, "/v1/conversations/\(id)").status == 404)
            let run = try #require(reply["run"]?.stringValue)
            #expect(try await server.send(.get, "/v1/runs/\(run)").status == 404)
            let answer = try await server.send(.post, "/v1/chat", body: #"{"message":"x","conversation":"\#(id)"}"#)
            #expect(answer.status == 404)
        }
    }
}
