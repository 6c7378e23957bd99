import AgentWire
import Foundation
import StreamingJSON
import Testing

/// The logs of runs, for the tests of all encoders.
enum RecordedRuns {
    /// A run with a name and its events.
    struct Run: Sendable, CustomTestStringConvertible {
        var name: String
        var events: [RunEvent]

        var testDescription: String { name }

        /// The log of the run.
        var lines: [UInt8] { RecordedRuns.lines(events) }
    }

    /// Returns the log of some events.
    static func lines(_ events: [RunEvent]) -> [UInt8] {
        var lines: [UInt8] = []
        for event in events { RunEventLine.append(event, to: &lines) }
        return lines
    }

    static let start = RunEvent.started(
        RunStart(run: "run_01ab", conversation: "", model: "phrasebook", createdAt: 1_795_000_000)
    )

    static func usage(_ input: Int, _ output: Int) -> WireUsage {
        WireUsage(inputTokens: input, outputTokens: output, cachedInputTokens: 1, reasoningTokens: 2)
    }

    private static func round(_ reason: FinishReason?) -> RunEvent {
        .roundEnded(RunRound(finishReason: reason, usage: usage(10, 5)))
    }

    private static func call(_ item: Int, _ site: RunItem.ToolCall.Site, _ name: String) -> RunEvent {
        let id = "\(site)\(item)"
        return .itemAdded(
            RunItem(number: item, .toolCall(.init(id: id, name: name, site: site, arguments: ["a": "\"\u{2028}日"])))
        )
    }

    private static func action(_ kind: RequiredAction.Kind, _ item: Int, _ name: String) -> RunEvent {
        let site: RunItem.ToolCall.Site = kind == .approval ? .server : .client
        return .actionRequired(
            RequiredAction(
                kind: kind,
                call: "\(site)\(item)",
                name: name,
                arguments: ["a": "\"\u{2028}日"],
                deadline: Date(timeIntervalSince1970: 1_795_000_600),
                text: "May \(name) be called?"
            )
        )
    }

    private static func finished(_ item: Int, _ site: RunItem.ToolCall.Site, _ name: String) -> RunEvent {
        .toolFinished(
            item: item,
            WireToolCall(
                id: "\(site)\(item)",
                name: name,
                arguments: .null,
                status: .completed,
                durationMilliseconds: 12,
                summary: "two\nlines",
                artifacts: [WireArtifact(type: "inventory.items", data: [1])]
            )
        )
    }

    /// Returns the end of a run whose answer is an item.
    private static func ending(_ text: String, _ reason: FinishReason? = .stop, total: WireUsage) -> [RunEvent] {
        [round(reason), .answered(RunAnswer(text: text, finishReason: reason)), .completed(usage: total)]
    }

    static let text = Run(
        name: "text",
        events: [
            start, .itemAdded(RunItem(number: 0, .message)), .textDelta(item: 0, text: "Hello"), .itemDone(item: 0),
        ]
            + ending("Hello", total: usage(10, 5))
    )

    static let pieces = Run(
        name: "text in pieces",
        events: [
            start, .itemAdded(RunItem(number: 0, .reasoning)), .reasoningDelta(item: 0, text: "hm\n…"),
            .itemDone(item: 0), .itemAdded(RunItem(number: 1, .message)),
        ] + ["昨", "日\n", "\"\\", "\u{1}\u{2028}", "é", "👩‍👩‍👧"].map { .textDelta(item: 1, text: $0) } + [.itemDone(item: 1)]
            + ending("昨日\n\"\\\u{1}\u{2028}é👩‍👩‍👧", nil, total: usage(10, 5))
    )

    static let serverTool = Run(
        name: "server tool, then text",
        events: [
            start, .itemAdded(RunItem(number: 0, .message)), .textDelta(item: 0, text: "Let me see."),
            .itemDone(item: 0), round(.toolCalls), call(1, .server, "getInventory"),
            .toolProgress(item: 1, call: "server1", fraction: 0.5, note: "half"),
            finished(1, .server, "getInventory"), .itemAdded(RunItem(number: 2, .message)),
            .textDelta(item: 2, text: "It is "), .textDelta(item: 2, text: "5."), .itemDone(item: 2),
        ] + ending("It is 5.", total: usage(20, 10))
    )

    static let twoClientTools = Run(
        name: "two client tools, answered",
        events: [
            start, round(.toolCalls), call(0, .client, "findPeople"), action(.clientTool, 0, "findPeople"),
            call(1, .client, "openMap"), action(.clientTool, 1, "openMap"), .waiting,
            finished(0, .client, "findPeople"),
            finished(1, .client, "openMap"), .itemAdded(RunItem(number: 2, .message)),
            .textDelta(item: 2, text: "Done."), .itemDone(item: 2),
        ] + ending("Done.", total: usage(21, 10))
    )

    static let thoughts = Run(
        name: "thoughts before and after a client's tool",
        events: [
            start, .itemAdded(RunItem(number: 0, .reasoning)), .reasoningDelta(item: 0, text: "First, "),
            .reasoningDelta(item: 0, text: "look."), .itemDone(item: 0), .itemAdded(RunItem(number: 1, .reasoning)),
            .reasoningDelta(item: 1, text: "Then ask."), .itemDone(item: 1), round(.toolCalls),
            call(2, .client, "findPeople"), action(.clientTool, 2, "findPeople"), .waiting,
            finished(2, .client, "findPeople"), .itemAdded(RunItem(number: 3, .reasoning)),
            .reasoningDelta(item: 3, text: "Now I know."), .itemDone(item: 3),
            .itemAdded(RunItem(number: 4, .message)), .textDelta(item: 4, text: "Naomi."), .itemDone(item: 4),
        ] + ending("Naomi.", total: usage(21, 10))
    )

    static let bothTools = Run(
        name: "server and client tools in one round",
        events: [
            start, .itemAdded(RunItem(number: 0, .message)), .textDelta(item: 0, text: "One moment."),
            .itemDone(item: 0), round(.toolCalls), call(1, .server, "getInventory"),
            finished(1, .server, "getInventory"), call(2, .client, "openMap"), action(.clientTool, 2, "openMap"),
            action(.approval, 3, "sendMail"), .waiting, .cancelled(.disconnected, usage: usage(10, 5)),
        ]
    )

    static let approval = Run(
        name: "approval, given",
        events: [
            start, round(.toolCalls), action(.approval, 0, "sendMail"), .waiting, call(0, .server, "sendMail"),
            finished(0, .server, "sendMail"), .itemAdded(RunItem(number: 1, .message)),
            .textDelta(item: 1, text: "Sent."), .itemDone(item: 1),
        ] + ending("Sent.", total: usage(20, 10))
    )

    static let value = Run(
        name: "value",
        events: [
            start, .itemAdded(RunItem(number: 0, .value)), .valueDelta(item: 0, text: " \n"),
            .valueDelta(item: 0, text: "Let me see."), .itemDone(item: 0), round(.toolCalls),
            call(1, .server, "getInventory"), finished(1, .server, "getInventory"),
            .itemAdded(RunItem(number: 2, .value)), .valueDelta(item: 2, text: "\n{\"a\":"),
            .objectDelta([:]), .valueDelta(item: 2, text: "[1,\"二\"]}"), .objectDelta(["a": [1, "二"]]),
            .itemDone(item: 2), round(.stop), .objectElement(path: "/a", index: 1, value: "二"),
            .objectCompleted(StructuredAnswer(object: ["a": [1, "二"]])),
            .answered(RunAnswer(text: #"{"a":[1,"二"]}"#, finishReason: .stop)), .completed(usage: usage(20, 10)),
        ]
    )

    static let length = Run(
        name: "length",
        events: [
            start, .itemAdded(RunItem(number: 0, .message)), .textDelta(item: 0, text: "Once upon"), .itemDone(item: 0),
        ]
            + ending("Once upon", .length, total: usage(10, 5))
    )

    static let failure = Run(
        name: "failure in the middle",
        events: [
            start, .itemAdded(RunItem(number: 0, .message)), .textDelta(item: 0, text: "Once"),
            .failed(Problem(.upstreamFailed, detail: "the provider broke off")),
        ]
    )

    static let cancelled = Run(
        name: "cancelled",
        events: [
            start, .itemAdded(RunItem(number: 0, .message)), .textDelta(item: 0, text: "Once"), .itemDone(item: 0),
            .cancelled(.requested, usage: usage(3, 1)),
        ]
    )

    /// Returns the start of a call with streamed arguments.
    private static func startedCall(_ item: Int, _ name: String) -> RunEvent {
        .itemAdded(
            RunItem(number: item, .toolCall(.init(id: "client\(item)", name: name, site: .client, arguments: nil)))
        )
    }

    static let callsInPieces = Run(
        name: "two calls of the client by turns, with a server's, answered",
        events: [
            start, .itemAdded(RunItem(number: 0, .message)), .textDelta(item: 0, text: "One "),
            startedCall(1, "findPeople"),
            .argumentsDelta(item: 1, text: "{\"a\": \"\\\""), .textDelta(item: 0, text: "moment."),
            startedCall(2, "openMap"), .argumentsDelta(item: 2, text: "{"),
            .argumentsDelta(item: 1, text: "\u{2028}日\" }"),
            .argumentsDelta(item: 2, text: "\n}"), .itemDone(item: 0), .itemDone(item: 1), .itemDone(item: 2),
            round(.toolCalls), call(3, .server, "getInventory"), finished(3, .server, "getInventory"),
            action(.clientTool, 1, "findPeople"), action(.clientTool, 2, "openMap"), .waiting,
            finished(1, .client, "findPeople"), finished(2, .client, "openMap"), startedCall(4, "findPeople"),
            .argumentsDelta(item: 4, text: "{}"), .itemDone(item: 4), round(.toolCalls),
            action(.clientTool, 4, "findPeople"), .waiting, finished(4, .client, "findPeople"),
            .itemAdded(RunItem(number: 5, .message)), .textDelta(item: 5, text: "Done."), .itemDone(item: 5),
        ] + ending("Done.", total: usage(31, 15))
    )

    static let brokenCall = Run(
        name: "failure in the middle of a call",
        events: [
            start, startedCall(0, "findPeople"), .argumentsDelta(item: 0, text: "{\"a\":"), round(nil),
            .failed(Problem(.upstreamFailed, detail: "the provider broke off")),
        ]
    )

    static let refusal = Run(
        name: "refusal",
        events: [
            start, .itemAdded(RunItem(number: 0, .message)), .textDelta(item: 0, text: "Well, "),
            .refusalDelta(item: 0, text: "I can"), .refusalDelta(item: 0, text: "not \"\u{2028}日."), .itemDone(item: 0),
            round(nil), .answered(RunAnswer(text: "I cannot \"\u{2028}日.", finishReason: .stop, isRefusal: true)),
            .completed(usage: usage(10, 5)),
        ]
    )

    static let all = [
        text, pieces, serverTool, twoClientTools, thoughts, bothTools, approval, value, length, failure, cancelled,
        callsInPieces, brokenCall, refusal,
    ]
}
