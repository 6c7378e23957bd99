import AgentTools
import AgentWire
import AssistantSchemas
import Foundation
import StreamingJSON
import Testing

@testable import AgentRuntime

/// The states of a call on a device, by tables: what each request and each deadline does in each state.
@Suite struct DeviceCallTests {
    typealias State = DeviceCall.State

    private static let start = Date(timeIntervalSince1970: 1_795_000_000)
    private static let phone = DevicePlace(device: "phone", app: "album", name: "Phone")
    private static let pad = DevicePlace(device: "pad", app: "album", name: "Pad")
    private static let done = DeviceReport(IntentOutcome.succeeded(.null))

    private static func call(
        _ state: State,
        kind: DeviceCall.Kind = .intent,
        isIdempotent: Bool = false,
        isMovable: Bool = false,
        hasStarted: Bool = false,
        attempt: Int = 1
    ) -> DeviceCall {
        var call = DeviceCall(
            id: "run_1.1",
            kind: kind,
            schema: kind == .intent ? "photos.openAlbum" : "photos.album",
            input: ["target": ["type": "photos.album", "id": "a1"]],
            inputHash: "h",
            isIdempotent: isIdempotent,
            isMovable: isMovable,
            timing: .init(claim: 10, lease: 30, run: 60, longestRun: 100, attempts: 3),
            place: phone,
            attempt: attempt,
            state: state,
            deadline: start + 10
        )
        call.hasStarted = hasStarted || state == .running
        if state == .running { call.startedAt = start }
        return call
    }

    private static let open: [State] = [.awaitingApproval, .queued, .claimed, .running]
    private static let over = State.allCases.filter(\.isOver)

    private enum Step: CaseIterable { case claim, start, progress, end }

    private static func apply(_ step: Step, to call: inout DeviceCall, attempt: Int = 1) -> DeviceCall.Refusal? {
        do throws(DeviceCall.Refusal) {
            switch step {
            case .claim: try call.claim(attempt: attempt, at: start + 5)
            case .start: try call.start(attempt: attempt, at: start + 5)
            case .progress: try call.progress(attempt: attempt, at: start + 5)
            case .end: _ = try call.end(done.state, done.outcome, attempt: attempt)
            }
            return nil
        } catch {
            return error
        }
    }

    /// The state after a device's request; `nil` for a refusal.
    private static let table: [(state: State, step: Step, next: State?)] = [
        (.awaitingApproval, .claim, nil), (.awaitingApproval, .start, nil), (.awaitingApproval, .progress, nil),
        (.awaitingApproval, .end, nil),
        (.queued, .claim, .claimed), (.queued, .start, nil), (.queued, .progress, nil), (.queued, .end, nil),
        (.claimed, .claim, .claimed), (.claimed, .start, .running), (.claimed, .progress, nil),
        (.claimed, .end, .succeeded),
        (.running, .claim, nil), (.running, .start, .running), (.running, .progress, .running),
        (.running, .end, .succeeded),
    ]

    @Test func requestsOfTheDeviceFollowTheTable() {
        #expect(Self.table.count == Self.open.count * Step.allCases.count)
        for (state, step, next) in Self.table {
            var call = Self.call(state)
            let refusal = Self.apply(step, to: &call)
            #expect(call.state == next ?? state, "\(state) \(step)")
            #expect(refusal == (next == nil ? .conflict : nil), "\(state) \(step)")
        }
    }

    @Test func anotherAttemptChangesNothing() {
        for state in [State.queued, .claimed, .running] {
            for step in Step.allCases {
                var call = Self.call(state, attempt: 2)
                let before = call
                #expect(Self.apply(step, to: &call, attempt: 1) == .conflict)
                #expect(call == before, "\(state) \(step)")
            }
        }
    }

    @Test func aCallThatIsOverStaysSo() {
        for state in Self.over {
            for step in Step.allCases {
                var call = Self.call(state)
                let before = call
                #expect(Self.apply(step, to: &call) == .over)
                #expect(call == before, "\(state) \(step)")
            }
            var call = Self.call(state)
            let hasExpired = call.expire(at: .distantFuture) { _ in Self.pad }
            #expect(!hasExpired)
            call.cancel()
            #expect(call == Self.call(state))
        }
    }

    @Test func theFirstEndCounts() throws {
        var call = Self.call(.running)
        #expect(try call.end(Self.done.state, Self.done.outcome, attempt: 1))
        #expect(try call.end(Self.done.state, Self.done.outcome, attempt: 1) == false)
        let other = DeviceReport(IntentOutcome.failed(IntentError(.failed, "")))
        #expect(throws: DeviceCall.Refusal.otherOutput) { try call.end(other.state, other.outcome, attempt: 1) }
        #expect(call.state == .succeeded)
        // Without an end from the device there is nothing to compare with.
        var expired = Self.call(.expired)
        #expect(throws: DeviceCall.Refusal.over) { try expired.end(Self.done.state, Self.done.outcome, attempt: 1) }
    }

    @Test func aQueryAndTheChatsClientNeedNoClaim() throws {
        var query = Self.call(.queued, kind: .query)
        #expect(try query.end(.succeeded, ["status": "answered", "entities": []], attempt: nil))
        var intent = Self.call(.queued)
        #expect(try intent.end(Self.done.state, Self.done.outcome, attempt: nil))
    }

    /// The state, the attempt and the place after the deadline.
    private static let deadlines:
        [(call: DeviceCall, next: DevicePlace?, state: State, attempt: Int, place: DevicePlace)] = [
            (call(.awaitingApproval), nil, .denied, 1, phone),
            (call(.queued), nil, .expired, 1, phone),
            // Its entities belong to the phone.
            (call(.queued), pad, .expired, 1, phone),
            (call(.queued, isMovable: true), pad, .queued, 2, pad),
            (call(.queued, isMovable: true, attempt: 3), pad, .expired, 3, phone),
            // An earlier attempt may have been carried out.
            (call(.queued, hasStarted: true, attempt: 2), nil, .unknown, 2, phone),
            (call(.claimed, hasStarted: true, attempt: 3), nil, .unknown, 3, phone),
            // The lease has run out before the start.
            (call(.claimed), nil, .queued, 2, phone),
            (call(.claimed, isMovable: true), pad, .queued, 2, pad),
            (call(.claimed, attempt: 3), nil, .expired, 3, phone),
            // It may have been carried out.
            (call(.running), nil, .unknown, 1, phone),
            (call(.running, isMovable: true), pad, .unknown, 1, phone),
            (call(.running, isIdempotent: true), nil, .queued, 2, phone),
            (call(.running, isIdempotent: true, isMovable: true), pad, .queued, 2, pad),
            (call(.running, isIdempotent: true, attempt: 3), nil, .unknown, 3, phone),
        ]

    @Test func deadlinesFollowTheTable() {
        for (before, next, state, attempt, place) in Self.deadlines {
            var call = before
            let early = call.expire(at: Self.start + 9) { _ in next }
            #expect(!early && call == before)
            let isLate = call.expire(at: Self.start + 10) { _ in next }
            #expect(isLate)
            #expect(call.state == state && call.attempt == attempt && call.place == place, "\(before.state) \(call)")
            if state == .queued { #expect(call.deadline == Self.start + 20 && call.startedAt == nil) }
        }
    }

    @Test func anApprovedCallStaysWhereThePersonWantedIt() {
        var call = Self.call(.awaitingApproval, isMovable: true)
        call.approve(at: Self.start)
        #expect(call.state == .queued && call.isApproved && call.deadline == Self.start + 10)
        _ = call.expire(at: Self.start + 10) { _ in Self.pad }
        #expect(call.state == .expired && call.place == Self.phone)
    }

    @Test func progressExtendsTheDeadlineUpToALimit() throws {
        var call = Self.call(.running)
        call.deadline = Self.start + 60
        try call.progress(attempt: 1, at: Self.start + 30)
        #expect(call.deadline == Self.start + 90)
        try call.progress(attempt: 1, at: Self.start + 80)
        #expect(call.deadline == Self.start + 100)
        try call.progress(attempt: 1, at: Self.start + 99)
        #expect(call.deadline == Self.start + 100)
    }

    @Test(arguments: [
        (State.awaitingApproval, State.cancelled), (.queued, .cancelled), (.claimed, .cancelled), (.running, .unknown),
    ])
    func aWithdrawnCallThatRunsIsUnknown(state: State, end: State) {
        var call = Self.call(state)
        call.cancel()
        #expect(call.state == end)
        var second = Self.call(state, hasStarted: true, attempt: 2)
        second.cancel()
        #expect(second.state == .unknown)
    }

    @Test func aSecondAttemptRemembersTheFirst() throws {
        var call = Self.call(.claimed, isIdempotent: true)
        try call.start(attempt: 1, at: Self.start)
        _ = call.expire(at: Self.start + 60) { _ in nil }
        #expect(call.state == .queued && call.attempt == 2 && call.hasStarted)
        call = try #require(DeviceCall(jsonValue: call.jsonValue))
        _ = call.expire(at: Self.start + 70) { _ in nil }
        #expect(call.state == .unknown)
    }

    /// The end after a person's rejection, and whether a report that arrives later is kept.
    @Test(arguments: [
        (State.awaitingApproval, false, State.denied, false), (.queued, false, .denied, false),
        (.queued, true, .unknown, true), (.claimed, false, .cancelled, true), (.claimed, true, .unknown, true),
        (.running, false, .unknown, true),
    ])
    func aRejectionEndsOnlyWhatHasNotStarted(state: State, hasStarted: Bool, end: State, isKept: Bool) {
        var call = Self.call(state, hasStarted: hasStarted)
        let rejection = DeviceReport(rejection: "not now")
        call.decline(rejection)
        #expect(call.state == end && !call.hasMissedItsTime)
        #expect((isKept ? call.rejection : call.outcome) == rejection.outcome)
        #expect((isKept ? call.outcome : call.rejection) == nil)
        #expect(throws: isKept ? DeviceCall.Refusal.over : .otherOutput) {
            try call.end(Self.done.state, Self.done.outcome, attempt: 1)
        }
        guard case .failure(let text) = call.answer(for: Caller()) else {
            Issue.record("an output")
            return
        }
        #expect(text.contains("not now") && text.contains(end == .unknown ? "may have been carried out" : "declined"))
    }

    @Test func anApprovalWithoutADecisionIsReportedAsSuch() {
        var call = Self.call(.awaitingApproval)
        _ = call.expire(at: Self.start + 10) { _ in nil }
        #expect(call.state == .denied && call.hasMissedItsTime)
        #expect(call.answer(for: Caller()) == .failure("Nobody decided in time, so nothing was done on Phone."))
    }

    @Test func theNextIDFollowsTheHighestOne() {
        #expect(DeviceCall.nextID(in: "run_1", after: []) == "run_1.1")
        let first = Self.call(.denied)
        #expect(DeviceCall.nextID(in: "run_1", after: [first]) == "run_1.2")
        var third = first.jsonValue.objectValue ?? [:]
        third["id"] = "run_1.3"
        let calls = [DeviceCall(jsonValue: .object(third)), first].compactMap(\.self)
        #expect(DeviceCall.nextID(in: "run_1", after: calls) == "run_1.4")
    }

    @Test func aRestartStartsTheWaitsAgain() {
        for (state, seconds) in [(State.queued, 10.0), (.claimed, 30), (.running, 60)] {
            var call = Self.call(state)
            call.restore(at: Self.start + 1_000)
            #expect(call.deadline == Self.start + 1_000 + seconds && call.state == state)
        }
        var waiting = Self.call(.awaitingApproval)
        waiting.restore(at: Self.start + 1_000)
        #expect(waiting == Self.call(.awaitingApproval))
    }

    @Test func eachStateIsReadFromItsStoredForm() throws {
        for state in State.allCases {
            var call = Self.call(state, isIdempotent: true, isMovable: true, attempt: 2)
            (call.intentID, call.mode, call.authentication) = ("Open", "foreground", "unlocked")
            call.isApproved = true
            call.outcome = Self.done.outcome
            (call.hasStarted, call.rejection) = (true, ["status": "denied"])
            call.fallback = "Naomi"
            let text = call.jsonValue.serialized()
            #expect(DeviceCall(jsonValue: try JSONValue(parsing: text)) == call)
            // A call that an earlier version has stored.
            var fewer = call.jsonValue.objectValue ?? [:]
            for name in ["hasStarted", "rejection", "fallback"] { fewer[name] = nil }
            (call.hasStarted, call.rejection, call.fallback) = (false, nil, nil)
            #expect(DeviceCall(jsonValue: .object(fewer)) == call)
        }
        #expect(DeviceCall(jsonValue: ["id": "x"]) == nil)
    }

    /// A fallback is for ends without an output, not for those that a person wants.
    @Test func aFallbackStandsForAMissingOutput() {
        var (byApp, byPerson) = (Self.call(.denied), Self.call(.denied))
        byApp.outcome = ["status": "denied"]
        byPerson.outcome = DeviceReport(rejection: nil).outcome
        let rows: [(DeviceCall, Bool)] = [
            (Self.call(.failed), true), (Self.call(.expired), true), (Self.call(.unknown), true),
            (byApp, true), (byPerson, false), (Self.call(.denied), false),
            (Self.call(.cancelled), false), (Self.call(.needsValue), false), (Self.call(.succeeded), false),
        ]
        for (call, isUsed) in rows {
            var call = call
            call.fallback = "Naomi"
            let answer =
                if case .output(.string(let text)) = call.answer(for: Caller()) { DeviceAnswer(text) } else {
                    DeviceAnswer?.none
                }
            #expect((answer?.data["output"] == "Naomi") == isUsed, "\(call.state)")
            #expect((answer?.head["status"] == "fallback") == isUsed, "\(call.state)")
        }
        var withdrawn = Self.call(.unknown)
        (withdrawn.fallback, withdrawn.rejection) = ("Naomi", ["status": "denied"])
        if case .output = withdrawn.answer(for: Caller()) { Issue.record("an output of a withdrawn call") }
    }

    @Test func theModelLearnsAnUnknownEndAsSuch() throws {
        let caller = Caller()
        for state in Self.over {
            let answer = Self.call(state).answer(for: caller)
            switch (state, answer) {
            case (.succeeded, .output(let output)):
                let head = output.stringValue.flatMap(DeviceAnswer.init)?.head
                #expect(head?["status"] == "succeeded" && head?["device"] == "phone")
                #expect(head?["note"] == "Done on Phone.")
            case (.unknown, .failure(let text)): #expect(text.contains("may have been carried out. Do not repeat it"))
            case (.expired, .failure(let text)), (.cancelled, .failure(let text)), (.denied, .failure(let text)):
                #expect(!text.contains("may have been") && text.contains("nothing") || text.contains("before anything"))
            case (_, .failure): continue
            default: Issue.record("\(state) \(answer)")
            }
        }
    }
}
