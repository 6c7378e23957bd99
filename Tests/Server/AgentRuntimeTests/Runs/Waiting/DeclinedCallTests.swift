import AgentTools
import AgentWire
import Foundation
import OwnerLiterals
import ScriptedModels
import Synchronization
import Testing

@testable import AgentRuntime

/// Calls that are not made: those that a person has declined are marked, and those without a decision are not.
@Suite(.timeLimit(.minutes(1))) struct DeclinedCallTests {
    @Test(arguments: [false, true]) func onlyAPersonDeclines(isDeclined: Bool) async throws {
        let model = ScriptedModel(.calls([.init("work", #"{"word":"a"}"#, id: "c")]), .text(["done"]))
        let tools = ToolRegistry([ScriptedTool(isDestructive: true)])
        try await LimitedRuntime.with(model, tools: tools) { running in
            let reader = try await running.runtime.start(
                ChatRequest(message: "Do it", onDisconnect: .finish),
                client: .alice
            )
            let call = try #require(try await reader.outcome().actions.first).call
            if isDeclined {
                let decision = RunAnswers(decisions: [(call, .rejection(reason: "not now"))])
                _ = try await running.runtime.answer(reader.run, with: decision, owner: "alice", isReading: false)
            } else {
                let run = try #require(running.runtime.runs.liveRun(reader.run))
                run.state.withLock { $0.actions.open[0].action.deadline = .distantPast }
            }
            #expect(try await running.ending(reader.run) == "completed")
            let conversation = try await running.conversation(of: reader.run)
            let described = try await running.runtime.run(reader.run, owner: "alice").toolCalls
            let page = try await running.runtime.messages(of: conversation, before: nil, limit: 5, client: .alice)
            for calls in [described, page.messages.last?.toolCalls ?? []] {
                #expect(calls.map(\.isDeclined) == [isDeclined])
                #expect(calls.map(\.status) == [.failed])
                #expect(calls.first?.summary.contains(isDeclined ? "not now" : "nobody decided in time") == true)
            }
        }
    }
}
