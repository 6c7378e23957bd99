import Accounts
import AgentWire
import OwnerLiterals
import Storage
import Synchronization
import Testing

@testable import AgentRuntime

/// However a turn ends, its conversation, its slot and its reservation are free afterwards.
@Suite(.timeLimit(.minutes(1))) struct LeftoverTests {
    private static let limits = ClientLimits(concurrentRuns: 4, tokensPerDay: 100_000)
    private let client = Principal.alice(limits)
    /// The tokens of one round of the model.
    private let round = 12

    @Test(arguments: [("now", "completed"), ("fail", "failed")])
    func anEndedTurn(message: String, status: String) async throws {
        try await LimitedRuntime.with(ModelByMessage()) { running in
            let reader = try await running.start(message, client)
            #expect(try await running.ending(reader.run) == status)
            try await running.expectNothingHeld(of: client, tokens: status == "completed" ? round : nil)
        }
    }

    /// The cause that stops a turn.
    enum Stop: CaseIterable { case client, server, deadline }

    @Test(arguments: Stop.allCases, [false, true])
    func aStoppedTurn(by stop: Stop, whileItWaitsForASlot isQueued: Bool) async throws {
        try await LimitedRuntime.with(ModelByMessage(), load: LoadLimits(runs: 1, queuedRuns: 8)) { running in
            let other = isQueued ? try await running.start("wait", .bob) : nil
            let reader = try await running.start("wait", client)
            #expect(try await running.books(of: client).runs == 1)
            let run = try #require(running.runtime.runs.liveRun(reader.run))
            #expect(run.status == (isQueued ? .queued : .running))
            switch stop {
            case .client: try await running.runtime.cancel(reader.run, owner: client.owner)
            case .server: running.runtime.runs.interruptAll()
            case .deadline: running.runtime.runs.stop(run, .deadline)
            }
            #expect(try await running.ending(reader.run) == ["cancelled", "interrupted", "failed"][stop.index])
            if let other {
                if stop != .server { try await running.runtime.cancel(other.run, owner: "bob") }
                _ = try await running.ending(other.run, .bob)
            }
            try await running.expectNothingHeld(of: client, tokens: isQueued ? 0 : nil)
        }
    }

    @Test func aTurnRefusedBecauseItsConversationIsBusy() async throws {
        let model = ModelByMessage()
        try await LimitedRuntime.with(model) { running in
            let first = try await running.start("wait", client)
            let conversation = try await running.conversation(of: first.run)
            let problem = await #expect(throws: Problem.self) {
                _ = try await running.start("now", client, conversation: conversation)
            }
            #expect(problem?.kind == .conversationBusy)
            #expect(try await running.books(of: client).runs == 1)
            model.gate.open()
            #expect(try await running.ending(first.run) == "completed")
            try await running.expectNothingHeld(of: client, tokens: round)
        }
    }

    @Test func aReplacedTurn() async throws {
        try await LimitedRuntime.with(ModelByMessage()) { running in
            let first = try await running.start("wait", client)
            let conversation = try await running.conversation(of: first.run)
            let second = try await running.start("now", client, conversation: conversation, onBusy: .replace)
            #expect(try await running.ending(first.run) == "cancelled")
            #expect(try await running.ending(second.run) == "completed")
            try await running.expectNothingHeld(of: client)
        }
    }

    @Test func aWaitingTurnHoldsOnlyItsConversation() async throws {
        try await LimitedRuntime.with(ModelByMessage()) { running in
            let reader = try await running.start("act", client)
            #expect(try await !reader.outcome().actions.isEmpty)
            #expect(try await running.books(of: client) == (round, 0))
            let run = try #require(running.runtime.runs.liveRun(reader.run))
            running.runtime.runs.state.withLock { state in
                #expect(state.slots.workingCount == 0)
                #expect(state.queue.isTaken(run.identity.place))
            }
            try await running.answer(reader.run)
            #expect(try await running.ending(reader.run) == "completed")
            try await running.expectNothingHeld(of: client, tokens: 2 * round)
            // Two rounds, and one turn.
            #expect(try await running.admission.usage(from: "0000-01-01").map(\.turns).reduce(0, +) == 1)
        }
    }

    @Test(arguments: [RunStateMachine.StopReason.requested, .replaced, .revoked])
    func aTurnStoppedWhileItWaitsForItsClient(reason: RunStateMachine.StopReason) async throws {
        try await LimitedRuntime.with(ModelByMessage()) { running in
            let reader = try await running.start("act", client)
            _ = try await reader.outcome()
            running.runtime.runs.stop(try #require(running.runtime.runs.liveRun(reader.run)), reason)
            #expect(try await running.ending(reader.run) == "cancelled")
            try await running.expectNothingHeld(of: client, tokens: round)
        }
    }
}

extension LeftoverTests.Stop {
    fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
