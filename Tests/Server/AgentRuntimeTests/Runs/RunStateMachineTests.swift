import Storage
import Testing

@testable import AgentRuntime

@Suite struct RunStateMachineTests {
    private typealias Machine = RunStateMachine

    /// Returns a machine in each of its states.
    private static func machine(_ status: RunStatus, outlivesReaders: Bool = false) -> RunStateMachine {
        var machine = RunStateMachine(outlivesReaders: outlivesReaders)
        switch status {
        case .queued: break
        case .running: _ = machine.start()
        case .waiting:
            _ = machine.start()
            _ = machine.wait()
        case .completed, .failed, .cancelled, .interrupted:
            _ = machine.start()
            machine.ended(as: status)
        }
        return machine
    }

    @Test(arguments: RunStatus.allCases)
    func aRunStartsOnce(status: RunStatus) {
        var machine = Self.machine(status)
        #expect(machine.status == status)
        #expect(machine.start() == (status == .queued))
        #expect(machine.status == (status == .queued ? .running : status))
    }

    @Test(arguments: RunStatus.allCases, RunStateMachine.StopReason.allCases)
    func stopping(status: RunStatus, reason: RunStateMachine.StopReason) {
        var machine = Self.machine(status)
        let action = machine.stop(reason)
        switch status {
        case .running:
            #expect(action == .cancelWork)
            #expect(machine.workEnded(hasAnswer: false) == reason.status)
        case .queued: #expect(action == .writeEnd)
        case .waiting: #expect(action == (reason == .shutdown ? .none : .writeEnd))
        case .completed, .failed, .cancelled, .interrupted: #expect(action == .none)
        }
    }

    @Test func theFirstReasonCounts() {
        var machine = Self.machine(.running)
        #expect(machine.stop(.deadline) == .cancelWork)
        #expect(machine.stop(.requested) == .none)
        #expect(machine.stopReason == .deadline)
        #expect(machine.workEnded(hasAnswer: false) == .failed)
    }

    @Test func anAnswerIsFinal() {
        var machine = Self.machine(.running)
        #expect(machine.stop(.requested) == .cancelWork)
        // The answer arrived before the cancellation was noticed.
        #expect(machine.workEnded(hasAnswer: true) == .completed)
        #expect(machine.stop(.replaced) == .none)
        machine.ended(as: .completed)
        #expect(machine.stop(.shutdown) == .none)
        #expect(machine.status == .completed)
    }

    @Test func workThatFailsByItselfFails() {
        var machine = Self.machine(.running)
        #expect(machine.workEnded(hasAnswer: false) == .failed)
        #expect(machine.stop(.requested) == .none)
    }

    @Test func aRunStoppedInTheQueueNeverStarts() {
        var machine = Self.machine(.queued)
        #expect(machine.stop(.requested) == .writeEnd)
        #expect((machine.start()) == false)
        #expect(machine.stop(.shutdown) == .none)
    }

    @Test func waitingAndResuming() {
        var machine = Self.machine(.running)
        #expect((machine.wait()) == true)
        #expect(machine.isWaiting)
        #expect((machine.wait()) == false)
        // It has no reader: when it resumes, its grace window starts.
        #expect((machine.resume()) == .beginGrace(1))
        #expect(machine.status == .running)
        #expect((machine.resume()) == nil)
        machine.addReader()
        _ = machine.wait()
        #expect((machine.resume()) == RunStateMachine.Action.none)
        // A run that must stop does not start to wait.
        _ = machine.stop(.requested)
        #expect((machine.wait()) == false)
    }

    @Test func aRunStoppedWhileItWaitsDoesNotResume() {
        var machine = RunStateMachine(outlivesReaders: true, isWaiting: true)
        #expect(machine.isWaiting)
        #expect(machine.stop(.requested) == .writeEnd)
        #expect((machine.resume()) == nil)
    }

    @Test(arguments: RunStatus.allCases, [false, true])
    func theLastReaderLeaves(status: RunStatus, outlivesReaders: Bool) {
        var machine = Self.machine(status, outlivesReaders: outlivesReaders)
        machine.addReader()
        machine.addReader()
        #expect(machine.removeReader() == .none)
        let action = machine.removeReader()
        guard !outlivesReaders, !status.isOver else {
            #expect(action == .none)
            return
        }
        #expect(action == .beginGrace(1))
        switch status {
        case .running: #expect(machine.graceEnded(1) == .cancelWork)
        case .queued: #expect(machine.graceEnded(1) == .writeEnd)
        default: #expect(machine.graceEnded(1) == .none)
        }
    }

    @Test func aNewReaderEndsTheGraceWindow() {
        var machine = Self.machine(.running)
        machine.addReader()
        #expect(machine.removeReader() == .beginGrace(1))
        machine.addReader()
        #expect(machine.graceEnded(1) == .none)
        #expect(machine.removeReader() == .beginGrace(2))
        // The end of the first window has no effect on the second.
        #expect(machine.graceEnded(1) == .none)
        #expect(machine.graceEnded(2) == .cancelWork)
        #expect(machine.stopReason == .disconnected)
    }

    @Test(arguments: [false, true], [false, true])
    func aRunWhoseCallsHaveExpiredNeedsAReader(outlivesReaders: Bool, isRead: Bool) {
        var machine = Self.machine(.waiting, outlivesReaders: outlivesReaders)
        if isRead { machine.addReader() }
        #expect((machine.holdBack()) == nil)
        machine.expire()
        guard !outlivesReaders, !isRead else {
            #expect((machine.holdBack()) == nil)
            #expect((machine.resume()) != nil)
            return
        }
        #expect((machine.holdBack()) == .beginGrace(1))
        // A second call does not start another grace window.
        #expect((machine.holdBack()) == RunStateMachine.Action.none)
        #expect(machine.graceEnded(1) == .writeEnd)
        #expect(machine.stopReason == .disconnected)
        #expect((machine.resume()) == nil)
    }

    @Test func aReaderLetsARunResumeWhoseCallsHaveExpired() {
        var machine = Self.machine(.waiting)
        machine.expire()
        #expect((machine.holdBack()) == .beginGrace(1))
        machine.addReader()
        #expect((machine.holdBack()) == nil)
        #expect(machine.graceEnded(1) == .none)
        #expect((machine.resume()) == RunStateMachine.Action.none)
        // The next wait needs no reader.
        #expect((machine.wait()) == true)
        #expect(machine.removeReader() == .beginGrace(2))
        #expect(machine.graceEnded(2) == .none)
    }
}
