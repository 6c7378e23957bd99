import Testing

@testable import LanguageModels

@Suite struct SessionStateMachineTests {
    private static let said = Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "before"))]))])
    private static let more = said + [.response(.init(segments: [.text(.init(content: "answer"))]))]

    @Test func oneTurnAtATime() throws {
        var machine = SessionStateMachine(transcript: Self.said)
        let (first, second) = (machine.makeID(), machine.makeID())
        #expect(try machine.begin(first) == Self.said)
        #expect(machine.isResponding)
        #expect(throws: LanguageModelSession.Error.concurrentRequests) { try machine.begin(second) }
        machine.end(first)
        #expect(!machine.isResponding)
        #expect(throws: Never.self) { try machine.begin(second) }
    }

    enum End: CaseIterable { case end, fail, failPreserving, failByPolicyOfSession }

    @Test(arguments: End.allCases)
    func theTranscriptAfterATurn(end: End) throws {
        var machine = SessionStateMachine(
            transcript: Self.said,
            defaultErrorPolicy: end == .failPreserving ? .preserveTranscript : .revertTranscript
        )
        if end == .failByPolicyOfSession { machine.errorPolicy = .preserveTranscript }
        let id = machine.makeID()
        _ = try machine.begin(id)
        machine.update(id, transcript: Self.more)
        machine.count(.init(input: .init(totalTokenCount: 3)))
        #expect(machine.transcript == Self.more)
        if end == .end { machine.end(id) } else { machine.fail(id) }
        #expect(machine.transcript == (end == .fail ? Self.said : Self.more))
        #expect(machine.usage.totalTokenCount == 3)
        #expect(!machine.isResponding)
    }

    @Test func laterChangesByAnAbandonedTurnAreIgnoredExceptItsTokens() throws {
        var machine = SessionStateMachine(transcript: Self.said)
        let (gone, next) = (machine.makeID(), machine.makeID())
        _ = try machine.begin(gone)
        machine.fail(gone)
        _ = try machine.begin(next)
        machine.update(gone, transcript: Transcript())
        machine.count(.init(input: .init(totalTokenCount: 3)))
        machine.update(gone, context: ContextState(learnedSize: 7))
        machine.end(gone)
        machine.fail(gone)
        #expect(machine.isResponding)
        #expect(machine.transcript == Self.said)
        #expect(machine.usage.totalTokenCount == 3)
        #expect(machine.context.learnedSize == nil)
        #expect(throws: CancellationError.self) { try machine.check(gone) }
        #expect(throws: Never.self) { try machine.check(next) }
    }

    @Test(arguments: [(TranscriptErrorHandlingPolicy.revertTranscript, false), (.preserveTranscript, true)])
    func aCancelledTurnKeepsTheSessionOnlyIfItsEntriesMayStay(
        policy: TranscriptErrorHandlingPolicy,
        isResponding: Bool
    ) throws {
        var machine = SessionStateMachine(transcript: Self.said, defaultErrorPolicy: policy)
        let id = machine.makeID()
        _ = try machine.begin(id)
        machine.cancel(id)
        #expect(machine.isResponding == isResponding)
        // The tools may still add entries.
        machine.update(id, transcript: Self.more)
        machine.fail(id)
        #expect(machine.transcript == (isResponding ? Self.more : Self.said))
    }

    @Test func settingTheTranscriptWithinATurnEndsTheTurn() throws {
        var machine = SessionStateMachine(transcript: Self.said)
        machine.set(Self.more)
        #expect(machine.transcript == Self.more)
        let id = machine.makeID()
        _ = try machine.begin(id)
        machine.set(Transcript())
        #expect(machine.transcript == Self.more)
        #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) { try machine.check(id) }
    }
}
