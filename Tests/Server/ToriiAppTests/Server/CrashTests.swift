import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The state of a run after the process was killed, from a copy of its files at that moment.
@Suite(.timeLimit(.minutes(2))) struct CrashTests {
    /// The moment of the kill.
    enum Moment: CaseIterable {
        /// The store has nothing of the run, because it would receive the events hours later.
        case beforeTheStoreKnows
        /// The store has all events.
        case whenTheStoreHasAll
    }

    private static let key = [("Idempotency-Key", "k")]

    /// Copies a server's files during a run, after two of its events were read.
    private func crash(
        _ moment: Moment,
        to folder: String,
        standIn: OpenAIStandIn,
        gate: StandInGate
    ) async throws -> (events: [ServerSentEvent], before: String) {
        try await TestServer.with { settings in
            settings.models = [ModelReference(provider: .openai, name: "m")]
            settings.addresses[.openai] = standIn.baseURL
            settings.runLimits.storeDelay = moment == .whenTheStoreHasAll ? .milliseconds(5) : .seconds(3600)
        } _: { server in
            let before = try await server.chat("zero")
            let conversation = try #require(before["conversation"]?.stringValue)
            let response = try await server.stream(
                ["message": "one", "conversation": .string(conversation), "on_disconnect": "finish"],
                headers: Self.key
            )
            var reader = EventReader(response)
            let events = try await reader.next(2)
            if moment == .whenTheStoreHasAll {
                // A second run starts and ends, so the store has all earlier events.
                _ = try await server.chat("zero")
            }
            try FileManager.default.copyItem(atPath: server.dataDirectory, toPath: folder)
            gate.open()
            return (events, conversation)
        }
    }

    @Test(arguments: Moment.allCases)
    func eventsThatWereReadSurviveAndTheRunIsInterrupted(moment: Moment) async throws {
        let folder = NSTemporaryDirectory() + "torii-crash-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { request in
            var reply = ScriptedReply.tokens(["first"])
            if request.lastUserText == "one" { reply.steps.append(.wait(.gate(gate))) }
            reply.steps.append(.token(" of \(request.messages.count)"))
            return reply
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            let (shown, conversation) = try await crash(moment, to: folder, standIn: standIn, gate: gate)
            #expect(shown.map(\.type) == ["run.started", "message.delta"])
            let run = try #require(shown.first?.json["run"]?.stringValue)
            try await TestServer.with(dataDirectory: folder) { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                // After the last event received there is only the end, and nothing twice.
                let rest = try await server.reattach(run, lastEventID: shown.last?.id).events()
                #expect(rest.map(\.type) == ["run.interrupted"])
                #expect(rest.map(\.id) == ["\(run):2"])
                let whole = try await server.reattach(run).events()
                #expect(whole.map(\.data) == (shown + rest).map(\.data))
                #expect(try await server.reattach(run, after: 2).status == 204)
                #expect(try await server.send(.get, "/v1/runs/\(run)").json["status"] == "interrupted")

                // The same request belongs to the same run.
                let again = try await server.stream(
                    ["message": "one", "conversation": .string(conversation), "on_disconnect": "finish"],
                    headers: Self.key
                )
                #expect(try await again.events().map(\.id) == whole.map(\.id))

                // For a non-streaming caller the end is final, and not a fault of the server.
                let final = try await server.send(.get, "/v1/runs/\(run)").json["problem"]
                #expect(final?["type"] == "urn:torii:problem:run-interrupted" && final?["status"] == 409)
                #expect(final?["detail"]?.stringValue?.contains("new Idempotency-Key") == true)

                // The conversation is intact: it has the earlier turn, and the next one works.
                let next = try await server.chat("two", conversation: conversation)
                #expect(next["message"]?["text"] == "first of 4")
            }
            // A second start has nothing to recover.
            let count = try await TestServer.with(dataDirectory: folder) { server in
                try await server.reattach(run).events().count
            }
            #expect(count == 3)
        }
    }

    @Test func aFolderIsUsedByOneServer() async throws {
        try await TestServer.with { server in
            let second: Int? = try? await TestServer.with(dataDirectory: server.dataDirectory, { _ in }, { _ in 1 })
            #expect(second == nil)
        }
    }
}
