import AgentWire
import Foundation
import StreamingJSON
import Testing

@Suite struct RunEventTests {
    private static let call = WireToolCall(
        id: "c1",
        name: "getInventory",
        arguments: ["id": 1],
        status: .failed,
        durationMilliseconds: 12,
        summary: "no\nsuch item",
        artifacts: [WireArtifact(type: "inventory.items", data: [])]
    )

    private static var problem: Problem {
        var problem = Problem(.upstreamFailed, detail: "d", faults: [.init(pointer: "#/a", detail: "b")])
        problem.run = "run_1"
        problem.conversation = "conv_1"
        return problem
    }

    private static let usage = WireUsage(inputTokens: 3, outputTokens: 4, cachedInputTokens: 2, reasoningTokens: 1)

    private static var partlyUnpriced: WireCost? {
        [WireCost(micros: 7, currency: "USD"), WireCost(micros: nil, currency: "USD")]
            .map { WireUsage(inputTokens: 1, outputTokens: 1, cost: $0) }
            .reduce(WireUsage(inputTokens: 0, outputTokens: 0), +).cost
    }

    private static func added(_ number: Int, site: RunItem.ToolCall.Site = .server) -> RunEvent {
        let call = RunItem.ToolCall(id: "c1", name: "getInventory", site: site, arguments: ["id": 1])
        return .itemAdded(RunItem(number: number, .toolCall(call)))
    }

    private static let all: [RunEvent] = [
        .started(RunStart(run: "run_1", conversation: "conv_1", model: "phrasebook", createdAt: 1_795_000_000)),
        .textDelta(item: 0, text: "two\nlines \"quoted\" \u{2028} 昨日"),
        added(1),
        .toolProgress(item: 1, call: "c1", fraction: 0.5, note: nil),
        .toolFinished(item: 1, call),
        .answered(RunAnswer(text: "done", artifacts: call.artifacts, finishReason: .length)),
        .completed(usage: usage),
        .cancelled(.disconnected, usage: usage),
        .failed(problem),
        .interrupted(Problem(.shuttingDown, detail: "s")),
        .actionRequired(action),
        .answered(RunAnswer(text: "done", model: "openai:a", stopSequence: "END", loweredLimit: 16384)),
        .objectDelta(["a": [1, "two"]]),
        .objectDelta(.null, isRestart: true),
        .objectElement(path: "/a", index: 1, value: ["b": .null]),
        .objectCompleted(answer),
        .objectCompleted(StructuredAnswer(object: .null)),
        .started(RunStart(run: "run_1", conversation: "", model: "phrasebook")),
        .itemAdded(RunItem(number: 2, .message)),
        .itemAdded(RunItem(number: 3, .value)),
        .itemAdded(RunItem(number: 4, .reasoning)),
        added(5, site: .client),
        .itemAdded(RunItem(number: 6, .toolCall(.init(id: "c2", name: "findPeople", site: .client, arguments: nil)))),
        .refusalDelta(item: 2, text: "I cannot."),
        .answered(RunAnswer(text: "I cannot.", finishReason: .stop, isRefusal: true)),
        .argumentsDelta(item: 6, text: "{\"month\": \"\u{2028}"),
        .valueDelta(item: 3, text: "{\"a\":"),
        .reasoningDelta(item: 4, text: "well,"),
        .textReplaced(item: 2, text: ""),
        .itemDone(item: 4),
        .roundEnded(RunRound(finishReason: .toolCalls, usage: usage)),
        .roundEnded(RunRound(finishReason: nil, usage: usage)),
        .completed(
            usage: WireUsage(
                inputTokens: 9,
                outputTokens: 4,
                cacheWriteTokens: 5,
                longCacheWriteTokens: 2,
                cost: WireCost(micros: 1234, currency: "EUR")
            )
        ),
        .completed(usage: WireUsage(inputTokens: 9, outputTokens: 4, cost: partlyUnpriced)),
    ]

    private static let answer = StructuredAnswer(
        object: ["a": [1, "two"]],
        confidence: 0.75,
        partConfidences: ["/a/0": 1, "/a/1": 0.5]
    )

    private static let action = RequiredAction(
        kind: .clientTool,
        call: "c2",
        name: "findPeople",
        arguments: ["month": 11],
        deadline: Date(timeIntervalSince1970: 1_795_000_000),
        text: "The app must act"
    )

    /// Returns the expected event after reading it back: the last event of a call does not repeat its arguments.
    private static func expected(_ event: RunEvent) -> RunEvent {
        guard case .toolFinished(let item, var call) = event else { return event }
        call.arguments = .null
        return .toolFinished(item: item, call)
    }

    @Test func aLogIsALineForEachEvent() {
        var lines: [UInt8] = []
        for event in Self.all { RunEventLine.append(event, to: &lines) }
        #expect(lines.count { $0 == UInt8(ascii: "\n") } == Self.all.count)
        #expect(RunEventLine.events(in: lines) == Self.all.map(Self.expected))
    }

    /// An answer after a wait subtracts what the first one has told, so that a log keeps what answers do not show.
    @Test func aRoundKeepsTheWholeCount() {
        let usage = WireUsage(inputTokens: 3, outputTokens: 4, cachedInputTokens: 2, reasoningTokens: 1)
        var lines: [UInt8] = []
        RunEventLine.append(.roundEnded(RunRound(finishReason: .toolCalls, usage: usage)), to: &lines)
        let counts = #"{"input_tokens":3,"output_tokens":4,"cached_input_tokens":2,"reasoning_tokens":1}"#
        let line = #"round {"finish_reason":"tool_calls","usage":\#(counts)}"#
        #expect(String(decoding: lines, as: UTF8.self) == line + "\n")
    }

    @Test(arguments: [
        "item {}", "item {\"item\":1,\"kind\":\"dream\"}", "text x \"a\"", "text 1", "arguments 1", "arguments x \"a\"",
        "dreamt {}", "started {}", "x", "",
    ])
    func anInvalidLineIsIgnored(line: String) {
        #expect(RunEventLine.events(in: Array("\(line)\n".utf8)) == [])
    }

    @Test func nativeFramesContainTheVisibleEvents() {
        var lines: [UInt8] = []
        for event in Self.all { RunEventLine.append(event, to: &lines) }
        let shown = Self.all.compactMap { NativeEvent($0) }
        #expect(shown.count == Self.all.count - 12)
        let each = shown.enumerated().map { offset, event in
            "id: run_1:\(95 + offset)\nevent: \(event.type)\ndata: \(event.data.serialized())\n\n"
        }
        for skipped in [0, 95, 97, 95 + shown.count] {
            var encoder = NativeEncoder(run: "run_1", first: 95, skipping: skipped)
            var frames: [UInt8] = []
            encoder.encode(lines, into: &frames)
            #expect(String(decoding: frames, as: UTF8.self) == each.dropFirst(max(0, skipped - 95)).joined())
        }
        var outcome = RunOutcome()
        for event in Self.all { outcome.apply(event) }
        #expect(outcome.nativeCount == shown.count)
        #expect(outcome.itemCount == 7)
    }

    @Test func anOutcomeIsComposedFromTheEvents() throws {
        var outcome = RunOutcome()
        for event in Self.all.prefix(1) { outcome.apply(event) }
        #expect(!outcome.hasContent)
        for event in Self.all[1..<7] { outcome.apply(event) }
        let reply = try outcome.reply()
        #expect(reply.text == "done")
        #expect(reply.toolCalls == [Self.call])
        #expect(reply.usage == Self.usage)
        #expect(reply.run == "run_1" && reply.conversation == "conv_1" && reply.model == "phrasebook")
        #expect(outcome.hasContent)
    }

    @Test(
        arguments: [
            (all[7], Problem.Kind.runCancelled), (all[8], .upstreamFailed), (all[9], .shuttingDown), (nil, .conflict),
        ] as [(RunEvent?, Problem.Kind)]
    )
    func anOutcomeWithoutAnAnswerIsAProblem(ending: RunEvent?, kind: Problem.Kind) {
        var outcome = RunOutcome()
        outcome.apply(Self.all[0])
        if let ending { outcome.apply(ending) }
        let problem = #expect(throws: Problem.self) { try outcome.reply() }
        #expect(problem?.kind == kind)
        #expect(problem?.run == "run_1")
        #expect(!outcome.hasContent)
    }

    @Test func aStructuredAnswerIsInTheReplyBesideItsText() throws {
        var outcome = RunOutcome()
        for event in [Self.all[17], Self.all[12]] { outcome.apply(event) }
        #expect(outcome.hasContent && outcome.answer == nil)
        for event in [Self.all[14], Self.all[15], Self.all[5], Self.all[6]] { outcome.apply(event) }
        let reply = try outcome.reply().jsonValue
        #expect(reply["object"] == ["a": [1, "two"]])
        #expect(reply["confidence"] == 0.75)
        #expect(reply["part_confidences"] == ["/a/0": 1.0, "/a/1": 0.5])
        #expect(reply["message"]?["text"] == "done")
        // An extraction has no conversation.
        #expect(reply.objectValue?.keys.contains("conversation") == false)
    }

    @Test func anActionIsPendingUntilTheRunResumes() {
        var outcome = RunOutcome()
        outcome.apply(.actionRequired(Self.action))
        #expect(outcome.actions == [Self.action])
        #expect(outcome.hasContent)
        outcome.apply(.textDelta(item: 0, text: "on"))
        #expect(outcome.actions.isEmpty)
    }

    /// A call with streamed arguments is visible from its start; its text is kept on request.
    @Test(arguments: [true, false]) func streamedArgumentsKeepTheModelsText(keepsArguments: Bool) {
        var outcome = RunOutcome(keepsArguments: keepsArguments)
        outcome.apply(Self.all[0])
        for item in [1, 2] {
            let call = RunItem.ToolCall(id: "c\(item)", name: "f", site: .client, arguments: nil)
            outcome.apply(.itemAdded(RunItem(number: item, .toolCall(call))))
            #expect(outcome.hasContent)
        }
        for (item, text) in [(1, "{ \"a\""), (2, "{"), (1, " :1.0"), (2, "}"), (1, "}")] {
            outcome.apply(.argumentsDelta(item: item, text: text))
        }
        let texts = keepsArguments ? ["{ \"a\" :1.0}", "{}"] : ["", ""]
        #expect(outcome.clientCalls.map(\.arguments) == texts)
        #expect(outcome.clientItems[2].map { [$0.id, "\($0.wait)"] } == ["c2", "1"])
        #expect(outcome.nativeCount == 1)
    }

    @Test func aReusedIDIsAnotherCall() {
        var outcome = RunOutcome()
        for number in 1...2 {
            var call = Self.call
            call.arguments = ["id": .integer(number)]
            let started = RunItem.ToolCall(id: "c1", name: call.name, site: .server, arguments: call.arguments)
            outcome.apply(.itemAdded(RunItem(number: number, .toolCall(started))))
            outcome.apply(.toolFinished(item: number, Self.call))
        }
        #expect(outcome.toolCalls.map { $0.arguments["id"] } == [1, 2])
    }
}
