import StreamingJSON
import Testing

@testable import LanguageModels

@Suite struct TurnStateMachineTests {
    typealias Action = TurnStateMachine.Action

    private static func call(_ id: String, _ tool: String = "t") -> Transcript.ToolCall {
        Transcript.ToolCall(id: id, toolName: tool, arguments: GeneratedContent(jsonValue: [:]))
    }

    private static func output(_ id: String) -> Transcript.ToolOutput {
        .init(id: id, toolName: "t", segments: [.text(.init(content: "output \(id)"))])
    }

    private static func outcome(_ id: String) -> ToolOutcome {
        .init(call: call(id), output: output(id), isError: false, artifacts: [], duration: .zero)
    }

    private static let prompt = Transcript.Prompt(id: "p", segments: [.text(.init(content: "go"))])
    private static let answer = Transcript.Entry.response(.init(id: "r", segments: [.text(.init(content: "done"))]))

    private func begun(_ rounds: Int = 3, after: Transcript = Transcript()) throws -> TurnStateMachine {
        try TurnStateMachine(prompt: Self.prompt, after: after, maximumRounds: rounds)
    }

    /// Returns the execution encoded in a call's id: `e…` is external, `a…` is after approval.
    private static func execution(_ call: Transcript.ToolCall) -> ToolExecution {
        call.id.hasPrefix("e") ? .external : call.id.hasPrefix("a") ? .afterApproval : .immediate
    }

    private static func need(_ call: Transcript.ToolCall) -> PendingToolCall.Need {
        call.id.hasPrefix("a") ? .approval : .output
    }

    private static func round(_ ids: [String]) -> [Transcript.Entry] {
        [.toolCalls(.init(id: "c", ids.map { call($0) }))]
    }

    @Test func anAnswerEndsTheTurn() throws {
        var machine = try begun()
        #expect(machine.start().action == .generate)
        let action = try machine.roundEnded([Self.answer], usage: .init(), execution: Self.execution)
        #expect(action == .finish)
        #expect(machine.turn.entries.map(\.id) == ["p", "r"])
        #expect(machine.turn.response.segments.text == "done")
    }

    @Test func outputsAreInTheOrderOfTheCalls() throws {
        var machine = try begun()
        let action = try machine.roundEnded(Self.round(["1", "2", "3"]), usage: .init(), execution: Self.execution)
        #expect(action == .run([Self.call("1"), Self.call("2"), Self.call("3")]))
        #expect(machine.transcript.count == 1)
        #expect(machine.callsEnded([Self.outcome("3"), Self.outcome("1"), Self.outcome("2")]) == .generate)
        #expect(machine.transcript.map(\.id) == ["p", "c", "1", "2", "3"])
        #expect(machine.turn.outcomes.map(\.call.id) == ["1", "2", "3"])
    }

    @Test(arguments: [0, 1, 2])
    func roundsAreBounded(limit: Int) throws {
        var machine = try begun(limit)
        for _ in 0..<limit {
            _ = try machine.roundEnded(Self.round(["1"]), usage: .init(), execution: Self.execution)
            _ = machine.callsEnded([Self.outcome("1")])
        }
        #expect(throws: LanguageModelSession.TurnError.tooManyToolRounds(limit: limit)) {
            try machine.roundEnded(Self.round(["1"]), usage: .init(), execution: Self.execution)
        }
    }

    /// Returns a suspended turn with one call of each kind, the first with its output.
    private func suspended() throws -> TurnStateMachine {
        var machine = try begun(2)
        let action = try machine.roundEnded(
            Self.round(["e1", "s1", "a1", "e2"]),
            usage: .init(),
            execution: Self.execution
        )
        #expect(action == .run([Self.call("s1")]))
        #expect(machine.callsEnded([Self.outcome("s1")]) == .finish)
        return machine
    }

    @Test func callsThatMustWaitSuspendTheTurnAndTheOthersKeepTheirOutputs() throws {
        let machine = try suspended()
        #expect(machine.turn.pendingCalls.map(\.id) == ["e1", "a1", "e2"])
        #expect(machine.turn.pendingCalls.map(\.need) == [.output, .approval, .output])
        #expect(machine.transcript.map(\.id) == ["p", "c", "s1"])
        #expect(machine.transcript.unansweredCalls.map(\.id) == ["e1", "a1", "e2"])
        #expect(throws: LanguageModelSession.TurnError.callsPending(ids: ["e1", "a1", "e2"])) {
            try begun(after: machine.transcript)
        }
    }

    private func resumed(_ transcript: Transcript, _ resolutions: [ToolResolution]) throws -> TurnStateMachine {
        try TurnStateMachine(
            resuming: resolutions,
            of: transcript,
            maximumRounds: 2,
            need: Self.need,
            faultText: { $0.description }
        )
    }

    @Test func aResumptionPutsOutputsWhereTheyBelong() throws {
        var machine = try resumed(
            suspended().transcript,
            [.output(Self.output("e2")), .approval(id: "a1"), .failure(id: "e1", message: "no network")]
        )
        let (action, known) = machine.start()
        #expect(action == .run([Self.call("a1")]))
        #expect(known.map(\.output.segments.text) == ["no network", "output e2"])
        #expect(known.map(\.isError) == [true, false])
        #expect(machine.callsEnded([Self.outcome("a1")]) == .generate)
        #expect(machine.transcript.map(\.id) == ["p", "c", "e1", "s1", "a1", "e2"])
        #expect(machine.turn.entries.map(\.id) == ["e1", "a1", "e2"])
        // The round before the suspension counts: two are allowed, so one is left.
        _ = try machine.roundEnded(Self.round(["s2"]), usage: .init(), execution: Self.execution)
        _ = machine.callsEnded([Self.outcome("s2")])
        #expect(throws: LanguageModelSession.TurnError.tooManyToolRounds(limit: 2)) {
            try machine.roundEnded(Self.round(["s3"]), usage: .init(), execution: Self.execution)
        }
    }

    @Test func aPartialResumptionStaysSuspended() throws {
        var machine = try resumed(suspended().transcript, [.output(Self.output("e1"))])
        #expect(machine.start().action == .run([]))
        #expect(machine.callsEnded([]) == .finish)
        #expect(machine.turn.pendingCalls.map(\.id) == ["a1", "e2"])
        // Repeated resolutions have no effect; only the new one counts.
        var other = Self.output("e1")
        other.segments = []
        var again = try resumed(
            machine.transcript,
            [.output(other), .rejection(id: "a1", reason: "not today"), .output(Self.output("e2"))]
        )
        #expect(again.callsEnded([]) == .generate)
        #expect(again.transcript.map(\.id) == ["p", "c", "e1", "s1", "a1", "e2"])
        let texts = again.transcript.suffix(4).map(\.description)
        #expect(texts[0] == "output of t: output e1")
        #expect(texts[2] == "output of t: Nothing was done: the call of t was declined, not today.")
    }

    @Test func aCallThatWouldFailIsAnsweredWhileTheOthersWait() throws {
        var machine = try resumed(suspended().transcript, [.refusal(id: "a1", message: "there is no such item")])
        let (action, known) = machine.start()
        #expect(action == .run([]) && known.map(\.isError) == [true])
        #expect(known.map(\.output.segments.text) == ["there is no such item"])
        #expect(machine.callsEnded([]) == .finish)
        #expect(machine.turn.pendingCalls.map(\.id) == ["e1", "e2"])
    }

    @Test(arguments: [
        ([ToolResolution.approval(id: "x")], LanguageModelSession.TurnError.unknownCall(id: "x")),
        ([.approval(id: "e1")], .resolutionDoesNotFit(id: "e1")),
        ([.output(output("a1"))], .resolutionDoesNotFit(id: "a1")),
        ([.failure(id: "a1", message: "")], .resolutionDoesNotFit(id: "a1")),
        ([.refusal(id: "e1", message: "")], .resolutionDoesNotFit(id: "e1")),
    ])
    func aResolutionMustFitItsCall(resolutions: [ToolResolution], error: LanguageModelSession.TurnError) throws {
        let transcript = try suspended().transcript
        #expect(throws: error) { try resumed(transcript, resolutions) }
    }

    @Test func onlyASuspendedTurnResumes() throws {
        #expect(throws: LanguageModelSession.TurnError.notSuspended) { try resumed(Transcript(), []) }
        let answered = try suspended().transcript + [Self.answer]
        #expect(throws: LanguageModelSession.TurnError.notSuspended) { try resumed(answered, []) }
    }
}
