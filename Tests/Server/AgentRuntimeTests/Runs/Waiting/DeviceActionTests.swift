import AgentTools
import AgentWire
import Foundation
import OwnerLiterals
import StreamingJSON
import Testing

@testable import AgentRuntime

/// Calls on devices among the calls that a run waits for.
@Suite struct DeviceActionTests {
    private let time = Date(timeIntervalSince1970: 1_795_000_000)

    private func call(_ state: DeviceCall.State) -> DeviceCall {
        DeviceCall(
            id: "run_1.1",
            kind: .intent,
            schema: "photos.deleteAlbum",
            input: [:],
            inputHash: "h",
            timing: .init(claim: 10, lease: 30, run: 60, longestRun: 100, attempts: 3),
            place: DevicePlace(device: "phone", app: "album", name: "Phone"),
            state: state,
            deadline: time + 60,
            startedAt: state == .running ? time : nil,
            hasStarted: state == .running
        )
    }

    private let turn = RunActions.SuspendedTurn(
        entries: [],
        historyCount: 0,
        usage: WireUsage(inputTokens: 0, outputTokens: 0),
        eventCount: 0
    )

    private func open(_ state: DeviceCall.State) -> RunActions.Open {
        RunActions.Open(
            action: RequiredAction(
                kind: state == .awaitingApproval ? .approval : .clientTool,
                call: "d",
                name: "photos_deleteAlbum",
                arguments: [:],
                deadline: time + 60,
                text: "?"
            ),
            modelCall: "d",
            device: call(state)
        )
    }

    private func waiting(_ state: DeviceCall.State) -> RunActions {
        var actions = RunActions()
        actions.wait(for: [open(state)], turn)
        return actions
    }

    @Test func anApprovalThatExpiresKeepsItsCall() throws {
        var actions = waiting(.awaitingApproval)
        let hasExpired = actions.expire(at: time + 60)
        #expect(hasExpired && actions.isComplete && actions.hasExpired)
        #expect(actions.deviceCalls.map(\.state) == [.denied])
        #expect(
            actions.open[0].answer?.callAnswer(for: Caller())
                == .failure("Nobody decided in time, so nothing was done on Phone.")
        )
        // The next call of the run has another id, also after a restart and in the next round.
        let restored = try #require(RunActions(text: actions.text))
        #expect(DeviceCall.nextID(in: "run_1", after: restored.deviceCalls) == "run_1.2")
        actions.close()
        actions.wait(for: [], turn)
        #expect(DeviceCall.nextID(in: "run_1", after: actions.deviceCalls) == "run_1.2")
        let late = #expect(throws: Problem.self) {
            try actions.accept(RunAnswers(decisions: [("d", .approval)]).answers, at: time + 61)
        }
        #expect(late?.detail.contains("too late") == true)
    }

    @Test func aRejectionOfARunningCallDoesNotClaimThatNothingWasDone() throws {
        var actions = waiting(.running)
        let rejection = RunAnswers(decisions: [("d", .rejection(reason: "stop"))]).answers
        #expect(try actions.accept(rejection, at: time))
        let ended = try #require(actions.deviceCalls.first)
        #expect(ended.state == .unknown && ended.outcome == nil && actions.isComplete && !actions.hasExpired)
        for isRestored in [false, true] {
            if isRestored { actions = try #require(RunActions(text: actions.afterEnd.text)) }
            #expect((try actions.accept(rejection, at: time)) == false)
            let other = RunAnswers(outputs: [("d", .output("x"))]).answers
            let problem = #expect(throws: Problem.self) { try actions.accept(other, at: time) }
            #expect(problem?.kind == .conflict && problem?.detail.contains("another answer") == true)
        }
    }

    @Test func aCallOfAStoppedRunCannotBeChanged() throws {
        let identity = LiveRun.Identity(
            id: "run_1",
            owner: "alice",
            conversation: "conv_1",
            model: "m",
            request: "{}",
            idempotencyKey: nil,
            createdAt: time,
            deadline: nil
        )
        let run = LiveRun(identity, outlivesReaders: true)
        #expect(run.start(at: time))
        #expect(run.startWaiting(for: [open(.queued)], { _ in turn }, at: time))
        func claim() throws(DeviceCall.Refusal) -> Bool {
            try run.changeDeviceCall("run_1.1", at: time) { call, time throws(DeviceCall.Refusal) in
                try call.claim(attempt: 1, at: time)
            }
        }
        #expect(try claim() == false)
        _ = run.stop(.requested)
        #expect(throws: DeviceCall.Refusal.over) { try claim() }
        #expect(run.actions.deviceCalls.map(\.state) == [.claimed])
    }

    /// While the wait is being stored, no device knows of the call yet, so its deadline does not count.
    @Test func aCallDoesNotExpireBeforeItIsShown() throws {
        let identity = LiveRun.Identity(
            id: "run_1",
            owner: "alice",
            conversation: "conv_1",
            model: "m",
            request: "{}",
            idempotencyKey: nil,
            createdAt: time,
            deadline: nil
        )
        let run = LiveRun(identity, outlivesReaders: true)
        #expect(run.start(at: time))
        #expect(run.startWaiting(for: [open(.queued)], { _ in turn }, at: time))
        #expect(run.expire(at: .distantFuture) == nil && run.actions.deviceCalls.map(\.state) == [.queued])
        run.announce()
        run.startDeadlines()
        let changes = run.expire(at: .distantFuture)
        #expect(changes?.former.map(\.state) == [.queued] && changes?.current.map(\.state) == [.expired])
    }
}
