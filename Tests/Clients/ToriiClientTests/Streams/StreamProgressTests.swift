import EventStreams
import StreamingJSON
import Testing

@testable import ToriiClient

@Suite struct StreamProgressTests {
    private static let frames = ScriptedRun.frames(texts: ["a", "b", "c"])

    /// Every order in which a stream of six frames can be cut and resumed: each connection delivers a part of the rest.
    @Test(arguments: Compositions.all(of: frames.count))
    func everyOrderOfCutsYieldsEachEventOnce(parts: [Int]) {
        var progress = StreamProgress(NativeDialect(), policy: ReconnectPolicy())
        var events: [NativeEvent] = []
        var delivered = 0
        for part in parts {
            switch progress.next {
            case .start: #expect(delivered == 0)
            case .follow(let run, let after):
                #expect(run == "run_1")
                #expect(after == delivered - 1)
            default: Issue.record("\(progress.next)")
            }
            progress.opened(status: 200, contentType: "text/event-stream; charset=utf-8")
            #expect(progress.next == .read)
            // A repeated frame, as from a proxy with a cache, is ignored.
            if delivered > 0 { #expect(progress.accept(Self.frames[delivered - 1]).isNothing) }
            for frame in Self.frames[delivered..<delivered + part] {
                guard case .event(let event) = progress.accept(frame) else {
                    Issue.record("\(frame)")
                    return
                }
                events.append(event)
            }
            delivered += part
            guard delivered < Self.frames.count else { break }
            progress.lost(ToriiError(.unreachable, "cut"), jitter: 0)
            #expect(progress.next == .pause(.milliseconds(125)))
            progress.rested()
        }
        #expect(progress.next == .end(nil))
        #expect(events.count == Self.frames.count)
        #expect(events.compactMap(\.text).joined() == "abc")
        #expect(progress.lastNumber == 5)
    }

    @Test func aGapIsABrokenStream() {
        var progress = StreamProgress(NativeDialect(), policy: ReconnectPolicy())
        progress.opened(status: 200, contentType: "text/event-stream")
        #expect(!progress.accept(Self.frames[0]).isBroken)
        #expect(progress.accept(Self.frames[2]).isBroken)
        #expect(progress.lastNumber == 0)
    }

    @Test(arguments: ["", "run_1", "run_1:", ":3", "run_1:-1", "run_1:9223372036854775807", "run_1:x", "run_2:1"])
    func aForeignIDIsABrokenStream(id: String) {
        var progress = StreamProgress(NativeDialect(), stream: "run_1", after: 0, policy: ReconnectPolicy())
        #expect(progress.accept(ServerSentEvent(id: id, type: "message.delta", data: #"{"text":"a"}"#)).isBroken)
    }

    @Test func anUnknownEventCountsAndIsNotShown() {
        var progress = StreamProgress(NativeDialect(), policy: ReconnectPolicy())
        #expect(progress.accept(ServerSentEvent(id: "run_1:0", type: "dream.started", data: "{}")).isNothing)
        #expect(progress.lastNumber == 0)
        #expect(progress.accept(ServerSentEvent(id: "run_1:1", type: "message.delta", data: "{")).isBroken)
    }

    @Test(arguments: [
        ("run.failed", ScriptedRun.failed, ToriiError.Code.problem),
        ("run.interrupted", ScriptedRun.failed, .problem),
        ("run.cancelled", #"{"reason":"revoked","usage":{"input_tokens":1,"output_tokens":0}}"#, .runCanceled),
        ("run.failed", #"{"problem":{"type":"urn:torii:problem:new","title":"T","detail":"D"}}"#, .problem),
        ("run.cancelled", #"{"reason":"tired"}"#, .invalidAnswer),
    ])
    func eachEndButCompletionIsAnError(type: String, data: String, code: ToriiError.Code) {
        var progress = StreamProgress(NativeDialect(), policy: ReconnectPolicy())
        _ = progress.accept(ServerSentEvent(id: "run_1:0", type: type, data: data))
        guard case .end(let error?) = progress.next else {
            Issue.record("\(progress.next)")
            return
        }
        #expect(error.code == code)
    }

    @Test func aRunThatFailedBeforeItsFirstOutputIsRead() {
        var problem = Problem(.upstreamFailed, detail: "no connection")
        problem.run = "run_7"
        var progress = StreamProgress(NativeDialect(), policy: ReconnectPolicy())
        progress.lost(ToriiError(problem, status: 502), jitter: 0)
        #expect(progress.next == .follow(stream: "run_7", after: nil))
        // If its events are gone, the error is the one of the start.
        progress.lost(ToriiError(Problem(.notFound, detail: "gone"), status: 404), jitter: 0)
        #expect(progress.next == .end(ToriiError(problem, status: 502)))
    }

    @Test func theRunThatKeepsAConversationBusyIsNotRead() {
        var problem = Problem(.conversationBusy, detail: "busy")
        problem.run = "run_other"
        var progress = StreamProgress(NativeDialect(), policy: ReconnectPolicy())
        progress.lost(ToriiError(problem, status: 409), jitter: 0)
        #expect(progress.next == .end(ToriiError(problem, status: 409)))
    }

    @Test func aRunWithoutFurtherEventsIsLookedAt() throws {
        var progress = StreamProgress(NativeDialect(), stream: "run_1", after: 5, policy: ReconnectPolicy())
        progress.opened(status: 204, contentType: nil)
        #expect(progress.next == .look(stream: "run_1"))
        var description = ScriptedRun.description
        progress.looked(NativeDialect.end(description), jitter: 0)
        #expect(progress.next == .pause(.milliseconds(125)))
        description.ending = .failed(Problem(.deadlineExceeded, detail: "late"))
        progress.looked(NativeDialect.end(description), jitter: 0)
        #expect(progress.next == .end(ToriiError(Problem(.deadlineExceeded, detail: "late"))))
    }

    @Test func anAnswerThatIsNoStreamEndsTheReading() {
        var progress = StreamProgress(NativeDialect(), policy: ReconnectPolicy())
        progress.opened(status: 200, contentType: "text/html")
        guard case .end(let error?) = progress.next else {
            Issue.record("\(progress.next)")
            return
        }
        #expect(error.code == .invalidAnswer)
    }

    @Test func anEventResetsTheWaits() {
        var progress = StreamProgress(NativeDialect(), policy: ReconnectPolicy(maximumAttempts: 3))
        for _ in 0..<2 { progress.lost(ToriiError(.unreachable, "down"), jitter: 1) }
        #expect(progress.next == .pause(.milliseconds(500)))
        progress.rested()
        progress.opened(status: 200, contentType: "text/event-stream")
        _ = progress.accept(Self.frames[0])
        for _ in 0..<2 { progress.lost(ToriiError(.unreachable, "down"), jitter: 1) }
        #expect(progress.next == .pause(.milliseconds(500)))
        progress.lost(ToriiError(.unreachable, "down"), jitter: 1)
        #expect(progress.next == .end(ToriiError(.unreachable, "down")))
    }
}

extension StreamProgress.Verdict {
    fileprivate var isNothing: Bool { if case .nothing = self { true } else { false } }
    fileprivate var isBroken: Bool { if case .broken = self { true } else { false } }
}

extension NativeEvent {
    fileprivate var text: String? { if case .messageDelta(let text) = self { text } else { nil } }
}
