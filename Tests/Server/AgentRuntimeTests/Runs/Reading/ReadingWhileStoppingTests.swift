import AgentWire
import OwnerLiterals
import ScriptedModels
import StreamingJSON
import Testing

@testable import AgentRuntime

/// Readers that are added after the server was asked to stop.
@Suite(.timeLimit(.minutes(1))) struct ReadingWhileStoppingTests {
    @Test func theReaderOfAWaitingRunIsDismissed() async throws {
        let model = ScriptedModel(.calls([.init("act", "{}", id: "c"), .init("act", "{}", id: "d")]), .text(["done"]))
        try await LimitedRuntime.with(model) { server in
            let first = try await server.start("hi")
            #expect(try await first.outcome().actions.count == 2)
            server.runtime.runs.stopAccepting()
            let reader = try #require(
                try await server.runtime.reader(of: first.run, after: nil, owner: "alice")
            )
            #expect(try await reader.next() == .closed)
            // Also for a client that answers some or all of the calls.
            for call in ["c", "d"] {
                let answers = RunAnswers(outputs: [(call, .output("acted"))])
                let answerer = try #require(
                    try await server.runtime.answer(first.run, with: answers, owner: "alice", isReading: true)
                )
                await #expect(throws: CancellationError.self) { _ = try await answerer.outcome() }
            }
            #expect(try await server.runtime.run(first.run, owner: "alice").status == "waiting")
        }
    }

    @Test func theReaderOfAnActiveRunReadsItToItsEnd() async throws {
        let model = GatedModel()
        try await LimitedRuntime.with(model) { server in
            let first = try await server.start("hi")
            server.runtime.runs.stopAccepting()
            let reader = try #require(
                try await server.runtime.reader(of: first.run, after: nil, owner: "alice")
            )
            model.open()
            #expect(try await reader.outcome().text == "opened")
        }
    }
}
