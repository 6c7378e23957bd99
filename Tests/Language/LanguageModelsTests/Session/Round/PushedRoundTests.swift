import Synchronization
import TestWaits
import Testing

@testable import LanguageModels

/// Rounds whose text goes to a listener by synchronous calls.
@Suite(.timeLimit(.minutes(1))) struct PushedRoundTests {
    private struct ListenerFailed: Error {}

    /// A listener that records its steps and returns scripted demands.
    private final class RecordingListener: Sendable {
        let received = Mutex<[String]>([])
        let callbacks = Mutex<[@Sendable () -> Void]>([])
        /// An element for each time that it holds.
        let holds = AsyncStream<Void>.makeStream()
        let answer: @Sendable (_ count: Int) throws -> GenerationDemand

        init(_ answer: @escaping @Sendable (Int) throws -> GenerationDemand = { _ in .more }) { self.answer = answer }

        var texts: [String] { received.withLock { $0 } }

        func listen(_ steps: [SessionEvent], _ resume: @escaping @Sendable () -> Void) throws -> GenerationDemand {
            let count = received.withLock { received in
                for step in steps {
                    switch step {
                    case .textDelta(let text): received.append(text)
                    case .textReplaced(let text): received.append("=" + text)
                    case .reasoningDelta(let text): received.append("~" + text)
                    case .refusalDelta(let text): received.append("!" + text)
                    default: received.append("?")
                    }
                }
                return received.count
            }
            let demand = try answer(count)
            if demand == .hold {
                callbacks.withLock { $0.append(resume) }
                holds.continuation.yield()
            }
            return demand
        }
    }

    private static func texts(_ count: Int) -> [LanguageModelExecutorGenerationChannel.Event] {
        (0..<count).map { .response(action: .appendText("\($0)")) }
    }

    private func session(
        _ model: ScriptedModel,
        tools: [any Tool] = [],
        _ listener: RecordingListener,
        _ change: (inout LanguageModelSession.Configuration) -> Void = { _ in }
    ) -> LanguageModelSession {
        var configuration = LanguageModelSession.Configuration()
        configuration.onText = { try listener.listen($0, $1) }
        change(&configuration)
        return LanguageModelSession(model: model, tools: tools, configuration: configuration)
    }

    @Test func textGoesToTheListenerAndTheTurnIsTheSame() async throws {
        let listener = RecordingListener()
        let session = session(ScriptedModel([ScriptedModel.text("a", "b")]), listener)
        let turn = try await session.turn(Prompt("?")) { _ in Issue.record("the turn received text") }
        #expect(listener.texts == ["a", "b"])
        #expect(turn.response.segments.text == "ab")
        #expect(session.transcript.count == 2)
    }

    @Test func replacedTextGoesToTheListenerToo() async throws {
        let listener = RecordingListener()
        let model = ScriptedModel([
            { _, channel in
                for text in ["a", "b"] { await channel.send(.response(action: .replaceTextSegment(text))) }
            }
        ])
        let turn = try await session(model, listener).turn(Prompt("?")) { _ in }
        #expect(listener.texts == ["=a", "=b"])
        #expect(turn.response.segments.text == "b")
    }

    /// A refusal is emitted as it arrives; the turn throws it, and no entry contains it.
    @Test func aRefusalIsEmittedAndThrown() async throws {
        let listener = RecordingListener()
        let model = ScriptedModel([
            { _, channel in
                for text in ["I can", "not."] { await channel.send(.response(action: .appendRefusal(text))) }
                throw LanguageModelError.refusal(.init(explanation: "I cannot.", debugDescription: "declined"))
            }
        ])
        let session = session(model, listener) { $0.transcriptErrorHandlingPolicy = .preserveTranscript }
        let error = await #expect(throws: LanguageModelError.self) { try await session.turn(Prompt("?")) { _ in } }
        guard case .refusal(let refusal)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.explanationText == "I cannot.")
        #expect(listener.texts == ["!I can", "!not."])
        #expect(session.transcript.map(\.kind) == ["prompt"])
    }

    @Test func anErrorOfTheModelFollowsItsText() async throws {
        let listener = RecordingListener()
        let model = ScriptedModel([
            { _, channel in
                await channel.send(.response(action: .appendText("a")))
                throw ListenerFailed()
            }
        ])
        await #expect(throws: ListenerFailed.self) { try await session(model, listener).turn(Prompt("?")) { _ in } }
        #expect(listener.texts == ["a"])
    }

    @Test func anErrorOfTheListenerEndsTheTurn() async throws {
        let listener = RecordingListener { count in
            if count == 2 { throw ListenerFailed() }
            return .more
        }
        let model = ScriptedModel([ScriptedModel.text("a", "b", "c", "d")])
        await #expect(throws: ListenerFailed.self) { try await session(model, listener).turn(Prompt("?")) { _ in } }
        #expect(listener.texts == ["a", "b"])
    }

    @Test func anAnswerThatIsTooLongEndsTheTurn() async throws {
        let listener = RecordingListener()
        let model = ScriptedModel([ScriptedModel.text("abc", "def", "ghi")])
        let session = session(model, listener) { $0.maximumRoundBytes = 6 }
        await #expect(throws: LanguageModelSession.TurnError.self) { try await session.turn(Prompt("?")) { _ in } }
        #expect(listener.texts == ["abc", "def"])
    }

    @Test func aSenderWaitsWhileTheListenerHolds() async throws {
        let listener = RecordingListener { count in count == 1 ? .hold : .more }
        let sent = Mutex(0)
        let model = ScriptedModel([
            { _, channel in
                for text in ["a", "b"] {
                    sent.withLock { $0 += 1 }
                    await channel.send(.response(action: .appendText(text)))
                }
            }
        ])
        let session = session(model, listener)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let executor = SteppedExecutor()
            group.addTask(executorPreference: executor) { _ = try await session.turn(Prompt("?")) { _ in } }
            await executor.runUntilAllWait()
            executor.runFreely()
            #expect(sent.withLock { $0 } == 1)
            for resume in listener.callbacks.withLock({ $0 }) { resume() }
            try await group.waitForAll()
        }
        #expect(listener.texts == ["a", "b"])
    }

    @Test func aTurnThatIsCancelledWhileItHoldsEnds() async throws {
        let listener = RecordingListener { _ in .hold }
        let session = session(ScriptedModel([ScriptedModel.text("a", "b")]), listener)
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await session.turn(Prompt("?")) { _ in } }
            for await _ in listener.holds.stream { break }
            group.cancelAll()
            await #expect(throws: CancellationError.self) { try await group.next() }
        }
        #expect(listener.texts == ["a"])
        #expect(!session.isResponding)
    }

    @Test func aRoundThatIsTooLateEndsTheTurn() async throws {
        let listener = RecordingListener { _ in .hold }
        let session = session(ScriptedModel([ScriptedModel.text("a", "b")]), listener) {
            $0.roundDeadline = .milliseconds(50)
        }
        let error = await #expect(throws: LanguageModelError.self) { try await session.turn(Prompt("?")) { _ in } }
        guard case .timeout? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// After a round's end nothing is emitted, even if a sender still has events.
    @Test func nothingIsEmittedAfterTheEndOfARound() throws {
        let listener = RecordingListener()
        let round = PushedRound(RoundAssembler()) { try listener.listen($0, $1) }
        let channel = LanguageModelExecutorGenerationChannel(sink: round)
        #expect(channel.push([.response(action: .appendText("a"))], orCall: {}) == .more)
        #expect(round.close().assembler.byteCount == 1)
        #expect(channel.push([.response(action: .appendText("b"))], orCall: {}) == .done)
        #expect(listener.texts == ["a"])
    }

    /// The text of several events from one call is passed on in one call.
    @Test func aBatchStaysABatch() throws {
        let sizes = Mutex<[Int]>([])
        let round = PushedRound(RoundAssembler()) { steps, _ in
            sizes.withLock { $0.append(steps.count) }
            return .more
        }
        let events = Self.texts(5)
        _ = round.accept(events, orCall: {})
        _ = round.accept([events[0]], orCall: {})
        #expect(sizes.withLock { $0 } == [5, 1])
    }

    /// A session that reads events one by one also accepts pushed events, and returns `hold` when it is behind.
    @Test func aReaderOfTheChannelAcceptsPushedEvents() async {
        let channel = LanguageModelExecutorGenerationChannel()
        let callbacks = Mutex(0)
        let events = (0..<100).map {
            LanguageModelExecutorGenerationChannel.Event.response(action: .appendText("\($0)"))
        }
        #expect(channel.push(events, orCall: { callbacks.withLock { $0 += 1 } }) == .hold)
        var assembler = RoundAssembler()
        var iterator = channel.makeAsyncIterator()
        for count in 1...100 {
            guard let event = await iterator.next() else { break }
            _ = try? assembler.apply(event)
            #expect(callbacks.withLock { $0 } == (count >= 68 ? 1 : 0))
        }
        channel.finish()
        #expect(await iterator.next() == nil)
        #expect(channel.push(events, orCall: {}) == .done)
        #expect(assembler.byteCount == 190)
    }
}
