import FoundationEssentials
import StreamSafeText
import StreamingJSON
import Testing

@testable import LanguageModels

@Suite struct RoundAssemblerTests {
    typealias Event = LanguageModelExecutorGenerationChannel.Event

    /// Returns the entries that a round of these events adds, one per line, and the events for the reader.
    private func assemble(_ events: [Event]) throws -> (entries: [Transcript.Entry], emitted: [String]) {
        var assembler = RoundAssembler(maximumBytes: 1000, maximumCalls: 3)
        var emitted: [String] = []
        for event in events {
            switch try assembler.apply(event) {
            case .textDelta(let text): emitted.append("+\(text)")
            case .textReplaced(let text): emitted.append("=\(text)")
            case .reasoningDelta(let text): emitted.append("~\(text)")
            case nil: break
            case let other?: emitted.append("\(other)")
            }
        }
        return (assembler.entries(responseFormat: nil), emitted)
    }

    @Test(.timeLimit(.minutes(1)))
    func combiningMarksInPiecesAreBounded() throws {
        var assembler = RoundAssembler()
        var emitted = ""
        for _ in 0..<20_000 {
            let event = try assembler.apply(.response(action: .appendText("\u{301}\u{316}")))
            if case .textDelta(let text)? = event { emitted += text }
            _ = try assembler.apply(Self.call("1", "\u{301}"))
        }
        var text = SegmentedText()
        for response in assembler.responses { text = response.text }
        #expect(text.joined.isStreamSafe)
        #expect(text.joined.utf8.elementsEqual(emitted.utf8))
        #expect(assembler.calls.allSatisfy { $0.arguments.isStreamSafe })
        #expect(text.joined != emitted + "x")
    }

    private static func call(_ id: String, _ arguments: String, of tool: String = "t") -> Event {
        .toolCalls(action: .toolCall(id: id, name: tool, action: .appendArguments(arguments)))
    }

    @Test(
        arguments: [
            ([], ["response: "], []),
            (
                [.response(action: .appendText("a")), .response(action: .appendText("b"))], ["response: ab"],
                ["+a", "+b"]
            ),
            (
                [
                    .response(action: .appendText("draft")), .response(action: .replaceTextSegment("clean")),
                    .response(action: .appendText("!")),
                ],
                ["response: clean!"], ["+draft", "=clean", "+!"]
            ),
            (
                [
                    .response(action: .appendText("a", segmentID: "1")),
                    .response(action: .appendText("b", segmentID: "2")),
                    .response(action: .appendText("c")), .response(action: .replaceTextSegment("A", segmentID: "1")),
                ],
                ["response: A\nbc"], ["+a", "+\nb", "+c", "=A\nbc"]
            ),
            (
                [
                    .response(entryID: "1", action: .appendText("a")), .reasoning(action: .appendText("hm")),
                    .response(entryID: "2", action: .appendText("b")), .reasoning(action: .appendText("oh")),
                    .reasoning(action: .appendText("!")),
                ],
                ["response: a", "reasoning: hm", "response: b", "reasoning: oh!"], ["+a", "~hm", "+\nb", "~oh", "~!"]
            ),
            (
                [
                    call("1", #"{"a""#), call("2", ""), call("1", ":1}"), .response(action: .appendText("so")),
                    .toolCalls(action: .removeToolCall(id: "2")),
                ],
                ["response: so", #"calls: t({"a":1})"#], ["+so"]
            ),
            ([call("1", "{\"a")], [#"calls: t("{\"a")"#], []),
            ([call("1", "")], ["calls: t({})"], []),
        ] as [([Event], [String], [String])]
    )
    func eventsBecomeEntries(events: [Event], entries: [String], emitted: [String]) throws {
        let round = try assemble(events)
        #expect(round.entries.map(\.description) == entries)
        #expect(round.emitted == emitted)
    }

    /// Events of calls of `t`, which is streamed, and `u`, which is not; the emitted events, and the calls at the end.
    @Test(
        arguments: [
            (
                [call("1", ""), call("1", #"{"a""#), call("1", ""), call("1", ":1}")],
                ["1 t ", #"1 t {"a""#, "1 t :1}"], [#"1 t({"a":1})"#]
            ),
            ([call("1", "{}")], ["1 t {}"], ["1 t({})"]),
            (
                [call("1", #"{"a":"#), call("2", "{"), call("1", "1}"), call("2", "}")],
                [#"1 t {"a":"#, "2 t {", "1 t 1}", "2 t }"], [#"1 t({"a":1})"#, "2 t({})"]
            ),
            (
                [call("1", "{", of: "u"), call("2", "{}"), call("1", "}", of: "u")], ["2 t {}"],
                ["1 u({})", "2 t({})"]
            ),
            (
                [
                    .toolCalls(action: .toolCall(id: "1", name: "t", action: .updateMetadata(["k": 1]))),
                    call("1", "no"),
                ],
                ["1 t ", "1 t no"], [#"1 t("no")"#]
            ),
            ([call("1", "")], ["1 t "], ["1 t({})"]),
        ] as [([Event], [String], [String])]
    )
    func callsOfStreamedToolsAreEmittedAsTheyArrive(events: [Event], expected: [String], calls: [String]) throws {
        var assembler = RoundAssembler(streamedTools: ["t"])
        let emitted = try events.compactMap { event -> String? in
            guard case .callDelta(let id, let name, let arguments)? = try assembler.apply(event) else { return nil }
            return "\(id) \(name) \(arguments)"
        }
        #expect(emitted == expected)
        guard case .toolCalls(let made)? = assembler.entries(responseFormat: nil).last else { throw Unexpected() }
        #expect(made.map { "\($0.id) \($0.toolName)(\($0.arguments.jsonString))" } == calls)
    }

    @Test func aCallWithoutAnIDGetsOneAtItsStart() throws {
        var assembler = RoundAssembler(streamedTools: ["t"])
        var ids: Set<String> = []
        for piece in ["{", "}"] {
            guard case .callDelta(let id, _, _)? = try assembler.apply(Self.call("", piece)) else { throw Unexpected() }
            ids.insert(id)
        }
        guard case .toolCalls(let calls)? = assembler.entries(responseFormat: nil).last else { throw Unexpected() }
        #expect(ids == [calls[0].id] && !calls[0].id.isEmpty && calls.count == 1)
    }

    @Test func anEmittedCallCannotBeWithdrawn() throws {
        var assembler = RoundAssembler(streamedTools: ["t"])
        _ = try assembler.apply(Self.call("1", "{}", of: "u"))
        _ = try assembler.apply(Self.call("2", "{}"))
        _ = try assembler.apply(.toolCalls(action: .removeToolCall(id: "1")))
        #expect(throws: LanguageModelSession.TurnError.shownCallRemoved(id: "2")) {
            try assembler.apply(.toolCalls(action: .removeToolCall(id: "2")))
        }
        #expect(assembler.calls.map(\.id) == ["2"])
    }

    @Test func metadataSignaturesAndUsageAreKept() throws {
        var assembler = RoundAssembler()
        let events: [Event] = [
            .reasoning(entryID: "think", action: .updateSignature(Data([1, 2]))),
            .reasoning(action: .updateMetadata(["k": "thought"])),
            .response(entryID: "say", action: .appendText("x")),
            .response(action: .updateMetadata(["k": 1])),
            .response(action: .updateMetadata(["k": 2])),
            .toolCalls(entryID: "call", action: .toolCall(id: "1", name: "t", action: .updateMetadata(["k": "call"]))),
            .response(action: .updateUsage(input: .init(totalTokenCount: 1), output: .init(totalTokenCount: 1))),
            .toolCalls(
                action: .updateUsage(
                    input: .init(totalTokenCount: 5, cachedTokenCount: 4),
                    output: .init(totalTokenCount: 3, reasoningTokenCount: 2)
                )
            ),
        ]
        for event in events { _ = try assembler.apply(event) }
        #expect(assembler.usage.totalTokenCount == 8)
        #expect(assembler.usage.input.cachedTokenCount == 4)
        let entries = assembler.entries(responseFormat: nil)
        #expect(entries.map(\.id) == ["think", "say", "call"])
        guard case .reasoning(let thought) = entries[0], case .response(let answer) = entries[1],
            case .toolCalls(let calls) = entries[2]
        else { throw Unexpected() }
        #expect(thought.signature == Data([1, 2]))
        #expect(thought.metadata == ["k": GeneratedContent("thought")])
        #expect(answer.metadata == ["k": GeneratedContent(2)])
        #expect(calls[0].metadata == ["k": GeneratedContent("call")])
    }

    private struct Unexpected: Error {}

    @Test(arguments: 0..<8)
    func partsOtherThanTextCountToo(kind: Int) throws {
        let long = String(repeating: "x", count: 600)
        let events = [1, 2].map { number -> Event in
            let id = "\(number)\(long)"
            return switch kind {
            case 0: .response(entryID: id, action: .appendText("a"))
            case 1: .reasoning(entryID: id, action: .appendText("a"))
            case 2: .response(action: .appendText("a", segmentID: id))
            case 3: .reasoning(action: .updateSignature(Data(id.utf8)))
            case 4: .response(action: .updateMetadata(["k": id]))
            case 5: .toolCalls(action: .toolCall(id: id, name: "t", action: .appendArguments("")))
            case 6: .toolCalls(action: .toolCall(id: "\(number)", name: id, action: .appendArguments("")))
            default:
                .response(
                    action: .updateUsage(
                        input: .init(totalTokenCount: 1),
                        output: .init(totalTokenCount: 1),
                        metadata: ["k": id]
                    )
                )
            }
        }
        #expect(throws: Never.self) { try assemble([events[0]]) }
        #expect(throws: LanguageModelSession.TurnError.answerTooLong(limit: 1000)) { try assemble(events) }
    }

    @Test(arguments: [true, false])
    func theNumberOfPartsInARoundIsBounded(areEntries: Bool) throws {
        var assembler = RoundAssembler()
        let limit = RoundAssembler.maximumParts
        #expect(throws: LanguageModelSession.TurnError.tooManyParts(limit: limit)) {
            for number in 0...limit {
                let event: Event =
                    areEntries
                    ? .reasoning(entryID: "\(number)", action: .updateSignature(Data()))
                    : .response(action: .appendText("a", segmentID: "\(number)"))
                _ = try assembler.apply(event)
            }
        }
    }

    @Test func aRoundHasLimits() throws {
        let long = String(repeating: "x", count: 600)
        #expect(throws: LanguageModelSession.TurnError.answerTooLong(limit: 1000)) {
            try assemble([.response(action: .appendText(long)), .reasoning(action: .appendText(long))])
        }
        #expect(throws: LanguageModelSession.TurnError.answerTooLong(limit: 1000)) {
            try assemble([Self.call("1", long), Self.call("1", long)])
        }
        #expect(throws: LanguageModelSession.TurnError.tooManyToolCalls(limit: 3)) {
            try assemble((0..<4).map { Self.call("\($0)", "{}") })
        }
    }
}
