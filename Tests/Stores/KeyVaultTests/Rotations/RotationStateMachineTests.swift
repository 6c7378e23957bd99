import Foundation
import Storage
import Testing

@testable import KeyVault

@Suite struct RotationStateMachineTests {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func record(_ state: RotationState, isForced: Bool = false) -> RotationRecord {
        var record = RotationRecord(
            id: "r",
            upstream: "openai",
            oldKey: "old",
            newKey: "new",
            fingerprint: "f",
            lastFour: nil,
            isForced: isForced,
            drain: 10,
            keep: 100,
            actor: "someone",
            idempotencyKey: nil,
            requestHash: Data(),
            createdAt: start
        )
        record.state = state
        switch state {
        case .active, .draining, .rolledBack: record.activatedAt = start
        case .retired: (record.activatedAt, record.retiredAt) = (start, start + 1)
        case .requested, .verifying, .rejected: break
        }
        return record
    }

    private var new: SealedSecretRecord {
        SealedSecretRecord(
            id: "new",
            upstream: "openai",
            label: "",
            masterKeyID: "",
            sealed: Data([1]),
            lastFour: nil,
            fingerprint: "f",
            createdAt: start,
            changedAt: start
        )
    }

    enum Step: CaseIterable, Sendable { case verify, accept, refuse, drain, retire, erase, rollBack, reject }

    private func perform(_ step: Step, _ machine: inout RotationStateMachine) -> RotationStateMachine.Move? {
        let time = start + 5
        return switch step {
        case .verify: machine.verify(at: time)
        case .accept: machine.decide(.verified, new: new, at: time)
        case .refuse: machine.decide(.invalid(reason: "401"), new: new, at: time)
        case .drain: machine.drain(at: time)
        case .retire: machine.retire(at: time)
        case .erase: machine.erase(at: time)
        case .rollBack: machine.rollBack("It was refused.", at: time)
        case .reject: machine.reject("It was interrupted.", at: time)
        }
    }

    /// Every allowed step; any other step is refused and changes nothing.
    private static let allowed: [RotationState: [Step: RotationState]] = [
        .requested: [.verify: .verifying, .reject: .rejected, .refuse: .rejected],
        .verifying: [.accept: .active, .refuse: .rejected, .reject: .rejected],
        .active: [.drain: .draining, .rollBack: .rolledBack],
        .draining: [.retire: .retired, .rollBack: .rolledBack],
        .retired: [.erase: .retired, .rollBack: .rolledBack],
        .rejected: [:],
        .rolledBack: [:],
    ]

    @Test(arguments: RotationState.allCases, Step.allCases)
    func onlyAllowedStepsAreMade(state: RotationState, step: Step) {
        var machine = RotationStateMachine(record(state))
        let former = machine.record
        let move = perform(step, &machine)
        guard let target = Self.allowed[state]?[step] else {
            #expect(move == nil)
            #expect(machine.record.state == former.state && machine.record.changedAt == former.changedAt)
            #expect(machine.record.retiredAt == former.retiredAt && machine.record.erasedAt == former.erasedAt)
            return
        }
        #expect(move?.from == state)
        #expect(move?.record.state == target && move?.record == machine.record)
        #expect(move?.record.changedAt == start + 5)
        #expect(move?.action.hasPrefix("rotation.") == true)
    }

    @Test func eachStepChangesItsKeys() throws {
        var machine = RotationStateMachine(record(.verifying))
        let activation = try #require(perform(.accept, &machine))
        #expect(activation.changes == [.retire("old"), .add(new)])
        #expect(machine.probationEnd == start + 65)
        #expect(machine.drainEnd == start + 15)
        #expect(machine.keepEnd == nil)
        #expect(perform(.drain, &machine)?.changes == [])
        #expect(perform(.retire, &machine)?.changes == [])
        #expect(machine.keepEnd == start + 105)
        var undone = machine
        // The new key is withdrawn first, because both may be the same key under two ids.
        #expect(perform(.rollBack, &undone)?.changes == [.withdraw("new"), .restore("old")])
        #expect(undone.record.reason == "It was refused.")
        #expect(perform(.erase, &machine)?.changes == [.erase("old")])
        #expect(!machine.isReversible && perform(.rollBack, &machine) == nil && perform(.erase, &machine) == nil)
        #expect(machine.probationEnd == nil)
    }

    @Test(
        arguments: [
            (.verified, false, .active), (.verified, true, .active),
            (.unknown(reason: "no answer"), false, .rejected), (.unknown(reason: "no answer"), true, .active),
            (.invalid(reason: "401"), false, .rejected), (.invalid(reason: "401"), true, .rejected),
        ] as [(KeyCheck, Bool, RotationState)]
    )
    func theCheckDeterminesTheNextState(check: KeyCheck, isForced: Bool, state: RotationState) {
        var machine = RotationStateMachine(record(.verifying, isForced: isForced))
        _ = machine.decide(check, new: new, at: start)
        #expect(machine.record.state == state)
        #expect(KeyCheck(verdict: machine.record.verdict, reason: machine.record.verdictReason) == check)
        #expect((machine.record.reason != nil) == (state == .rejected))
    }

    @Test func aBurstIsThreeRefusalsWithNothingAcceptedInBetween() {
        func isFailed(_ outcomes: [KeyOutcome], at second: Double = 0) -> Bool {
            var probation = RotationProbation(rotation: "r", oldKey: "old", end: start + RotationProbation.length)
            for outcome in outcomes { probation.record(outcome, at: start + second) }
            return probation.isFailed
        }
        #expect(!isFailed([.refused, .refused]))
        #expect(isFailed([.refused, .refused, .refused]))
        #expect(isFailed([.refused, .upstreamFault, .refused, .limited(retryAfter: nil), .refused]))
        #expect(!isFailed([.refused, .refused, .accepted, .refused, .refused]))
        #expect(isFailed([.refused, .refused, .refused, .accepted]))
        #expect(isFailed([.refused, .refused, .refused], at: 59.9))
        #expect(!isFailed([.refused, .refused, .refused], at: 60))

        var probation = RotationProbation(rotation: "r", oldKey: "old", end: start + 60)
        probation.record(.unknown(reason: "no answer"), at: start)
        #expect(!probation.isFailed)
        probation.record(.invalid(reason: "401"), at: start)
        #expect(probation.isFailed)
    }

    @Test(
        arguments: [
            ([], nil, nil), ([.refused], nil, 60), ([.refused, .limited(retryAfter: nil)], nil, 60),
            ([.accepted, .refused], nil, nil), ([.refused, .accepted], nil, nil), ([.upstreamFault], nil, nil),
            // Another key answered the refused request.
            ([.refused], "old", 0), ([.refused], "other", 0), ([.accepted, .refused], "old", 0),
            ([.accepted, .refused], "other", nil),
        ] as [([KeyOutcome], String?, Double?)]
    )
    func aNewKeyWithoutASuccessIsRolledBackAtTheEndOfTheMinuteAtLatest(
        outcomes: [KeyOutcome],
        other: String?,
        due: Double?
    ) {
        var probation = RotationProbation(rotation: "r", oldKey: "old", end: start + RotationProbation.length)
        for outcome in outcomes { probation.record(outcome, at: start) }
        if let other { probation.recordSuccess(of: other, at: start) }
        #expect(probation.rollBackDue(at: start) == due.map { start + $0 })
    }
}
