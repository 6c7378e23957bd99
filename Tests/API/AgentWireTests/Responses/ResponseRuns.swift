import AgentWire
import StreamingJSON

extension RecordedRuns {
    private static func round(_ reason: FinishReason?) -> RunEvent {
        .roundEnded(RunRound(finishReason: reason, usage: usage(10, 5), endedAt: 1_795_000_009))
    }

    private static func message(_ item: Int, _ texts: String...) -> [RunEvent] {
        [.itemAdded(RunItem(number: item, .message))] + texts.map { .textDelta(item: item, text: $0) }
            + [.itemDone(item: item)]
    }

    private static func call(_ item: Int, _ name: String) -> RunEvent {
        .itemAdded(RunItem(number: item, .toolCall(.init(id: "s\(item)", name: name, site: .server, arguments: [:]))))
    }

    static let filter = Run(
        name: "content filter",
        events: [start] + message(0, "Once") + [
            round(.contentFilter), .answered(RunAnswer(text: "Once", finishReason: .contentFilter)),
            .completed(usage: usage(10, 5)),
        ]
    )

    static let parallelCalls = Run(
        name: "two calls of the server at once, with progress, one of which fails",
        events: [
            start, round(.toolCalls), call(0, "searchWeb"), call(1, "getInventory"),
            .toolProgress(item: 1, call: "s1", fraction: 0.25, note: "a \"quarter\""),
            .toolProgress(item: 0, call: "s0", fraction: nil, note: nil),
            .toolFinished(
                item: 1,
                WireToolCall(
                    id: "s1",
                    name: "getInventory",
                    arguments: .null,
                    status: .failed,
                    durationMilliseconds: 3,
                    summary: "no such list",
                    artifacts: []
                )
            ),
            .toolFinished(
                item: 0,
                WireToolCall(
                    id: "s0",
                    name: "searchWeb",
                    arguments: .null,
                    status: .completed,
                    durationMilliseconds: 7,
                    summary: "found",
                    artifacts: [WireArtifact(type: "web.results", data: [1])]
                )
            ),
        ] + message(2, "Found.") + [
            round(.stop), .answered(RunAnswer(text: "Found.", finishReason: .stop)), .completed(usage: usage(20, 10)),
        ]
    )

    static let brokenServerCall = Run(
        name: "cancelled while a tool of the server runs",
        events: [start] + message(0, "One moment.") + [
            round(.toolCalls), call(1, "searchWeb"), .cancelled(.requested, usage: usage(10, 5)),
        ]
    )

    static let interrupted = Run(
        name: "interrupted in the middle of reasoning",
        events: [
            start, .itemAdded(RunItem(number: 0, .reasoning)), .reasoningDelta(item: 0, text: "hm"),
            .interrupted(Problem(.runInterrupted, detail: "the server stopped")),
        ]
    )

    static let restartedValue = Run(
        name: "a value that starts again",
        events: [
            start, .itemAdded(RunItem(number: 0, .value)), .valueDelta(item: 0, text: "{\"a\":"), .itemDone(item: 0),
            round(.stop), .objectDelta(["a": 1], isRestart: true), .itemAdded(RunItem(number: 1, .value)),
            .valueDelta(item: 1, text: "{\"a\":1}"), .itemDone(item: 1), round(.stop),
            .objectCompleted(StructuredAnswer(object: ["a": 1])),
            .answered(RunAnswer(text: #"{"a":1}"#, finishReason: .stop)), .completed(usage: usage(20, 10)),
        ]
    )

    static let list = Run(
        name: "a list, which the model writes as a member of an object",
        events: [
            start, .itemAdded(RunItem(number: 0, .value)), .valueDelta(item: 0, text: "{\"value\":[1]}"),
            .itemDone(item: 0), round(.stop), .objectCompleted(StructuredAnswer(object: [1])),
            .answered(RunAnswer(text: "[1]", finishReason: .stop)), .completed(usage: usage(10, 5)),
        ]
    )

    static let cutValue = Run(
        name: "a value that reaches the limit of its length",
        events: [
            start, .itemAdded(RunItem(number: 0, .value)), .valueDelta(item: 0, text: "{\"a\":"), .itemDone(item: 0),
            round(.length), .failed(Problem(.structuredOutputInvalid, detail: "the answer is not complete")),
        ]
    )

    static let wholeText = Run(
        name: "an answer without deltas",
        events: [
            start, round(.length), .answered(RunAnswer(text: "Whole", finishReason: .length)),
            .completed(usage: usage(10, 5)),
        ]
    )

    static let replaced = Run(
        name: "a text that is replaced",
        events: [
            start, .itemAdded(RunItem(number: 0, .message)), .textReplaced(item: 0, text: "New."), .itemDone(item: 0),
            round(.stop), .answered(RunAnswer(text: "New.", finishReason: .stop)), .completed(usage: usage(10, 5)),
        ]
    )

    /// The runs that only Responses show in a form of their own.
    static let ofResponses = [
        sealedThoughts, textInACall, filter, parallelCalls, brokenServerCall, interrupted, restartedValue, list,
        cutValue, wholeText, replaced,
    ]
}
