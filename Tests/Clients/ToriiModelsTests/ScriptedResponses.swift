import EventStreams
import Foundation
import StreamingJSON
import Synchronization

@testable import ToriiClient

/// A server in memory that answers each Responses request with the next run of a script, by the encoder of the server.
final class ScriptedResponses: Sendable {
    /// One response: the events of its run, and the number of waits before it.
    struct Script: Sendable {
        var run: String
        var events: [RunEvent]
        var waits = 0

        /// The id of the response.
        var id: String { ResponseID(run: run, after: waits).description }
    }

    private struct State {
        var scripts: [Script]
        /// Makes the answers instead of the scripts, from the body of a request and its number.
        var makeScript: (@Sendable (JSONValue, Int) -> Script)?
        var started: [Script] = []
        var byKey: [String: Script] = [:]
        var requests: [ExchangeRequest] = []
        /// The number of bytes after which the next connection is cut; `nil` for none.
        var cut: Int?
    }

    private let state: Mutex<State>

    init(_ scripts: [Script]) { state = Mutex(State(scripts: scripts)) }

    /// Makes a server whose answers are made from the requests.
    init(echoing makeScript: @escaping @Sendable (JSONValue, Int) -> Script) {
        state = Mutex(State(scripts: [], makeScript: makeScript))
    }

    /// Cuts the next connection after a number of bytes.
    func cut(after count: Int) { state.withLock { $0.cut = count } }

    /// The requests so far.
    var requests: [ExchangeRequest] { state.withLock { $0.requests } }

    /// The bodies of the requests for responses, read as the server reads them.
    func bodies() throws -> [JSONValue] {
        try requests.filter { $0.method == "POST" && $0.url.hasSuffix("/v1/responses") }
            .map { try JSONValue(parsing: $0.body ?? []) }
    }

    /// The exchange with the server.
    var exchange: ScriptedExchange {
        ScriptedExchange { [self] request, _ in state.withLock { Self.answer(request, &$0) } }
    }

    private static func answer(_ request: ExchangeRequest, _ state: inout State) -> ScriptedExchange.Response {
        state.requests.append(request)
        let path = request.url.dropFirst("http://torii.test".count)
        if path == "/v1/tools" { return json(["tools": [tool.jsonValue]]) }
        if path == "/v1/session" {
            return json(WireSession(client: "c", name: "app", scopes: ["chat", "tools:*"], version: "0").jsonValue)
        }
        guard request.method == "POST", path == "/v1/responses" else { return follow(path, &state) }
        let key = request.header("Idempotency-Key") ?? ""
        if let known = state.byKey[key] { return stream(known, from: 0, &state) }
        if let previous = (try? JSONValue(parsing: request.body ?? []))?["previous_response_id"]?.stringValue,
            !state.started.contains(where: { $0.id == previous })
        {
            let problem = Problem(
                .invalidRequest,
                detail: "not known",
                faults: [.init(pointer: "#/previous_response_id", detail: "not known", kind: .unknownResponse)]
            )
            return json(OpenAIErrorDocument(problem, in: .indexed).jsonValue, status: 400)
        }
        if let makeScript = state.makeScript {
            let body = (try? JSONValue(parsing: request.body ?? [])) ?? .null
            state.scripts.append(makeScript(body, state.started.count))
        }
        guard !state.scripts.isEmpty else { return json(.null, status: 500) }
        let script = state.scripts.removeFirst()
        state.started.append(script)
        state.byKey[key] = script
        return stream(script, from: 0, &state)
    }

    private static func follow(_ path: Substring, _ state: inout State) -> ScriptedExchange.Response {
        let parts = path.split(whereSeparator: { "/?&=".contains($0) })
        guard let script = state.started.first(where: { parts.contains(Substring($0.id)) }) else {
            return json(.null, status: 404)
        }
        let after = parts.last.flatMap { Int($0) } ?? -1
        return stream(script, from: after + 1, &state)
    }

    private static func stream(_ script: Script, from first: Int, _ state: inout State) -> ScriptedExchange.Response {
        var request = TurnRequest(dialect: .responses, input: [.text("Hi")], conversation: .new)
        request.stream = true
        request.echo = ["reasoning": ["effort": nil, "summary": "auto"]]
        let form = ResponseForm(request, of: script.run, after: script.waits)
        var encoder = ResponseEncoder(form, after: script.waits, from: first)
        var lines: [UInt8] = []
        for event in script.events { RunEventLine.append(event, to: &lines) }
        var bytes: [UInt8] = []
        encoder.encode(lines, into: &bytes)
        defer { state.cut = nil }
        guard let cut = state.cut, cut < bytes.count else { return .init(pieces: [bytes]) }
        return .init(pieces: [Array(bytes.prefix(cut))], error: ExchangeError(.broken, "cut"))
    }

    private static func json(_ value: JSONValue, status: Int = 200) -> ScriptedExchange.Response {
        .init(
            status: status,
            headers: [ExchangeField("Content-Type", "application/json")],
            pieces: [Array(value.serialized().utf8)]
        )
    }

    /// A tool of the server.
    private static let tool = ToolDescription(
        name: "searchWeb",
        description: "Searches",
        parameters: ["type": "object"],
        isReadOnly: true,
        isDestructive: false,
        needsApproval: false,
        isIdempotent: true,
        deadlineSeconds: 10
    )
}

extension ScriptedResponses.Script {
    private static let usage = WireUsage(inputTokens: 10, outputTokens: 5, cachedInputTokens: 4, reasoningTokens: 2)

    private static func start(_ run: String) -> RunEvent {
        .started(RunStart(run: run, conversation: "conv_1", model: "m", createdAt: 1))
    }

    private static func round(_ reason: FinishReason?) -> RunEvent {
        .roundEnded(RunRound(finishReason: reason, usage: usage, endedAt: 2))
    }

    /// A thought, a call of a tool of the server, and an answer in these pieces.
    static func answer(_ run: String, _ texts: String...) -> Self {
        let call = WireToolCall(
            id: "s1",
            name: "searchWeb",
            arguments: [:],
            status: .completed,
            durationMilliseconds: 1,
            summary: "found",
            artifacts: []
        )
        return Self(
            run: run,
            events: [
                start(run), .itemAdded(RunItem(number: 0, .reasoning)), .reasoningDelta(item: 0, text: "Let me see."),
                .itemDone(item: 0), round(.toolCalls),
                .itemAdded(
                    RunItem(number: 1, .toolCall(.init(id: "s1", name: "searchWeb", site: .server, arguments: [:])))
                ),
                .toolFinished(item: 1, call), .itemAdded(RunItem(number: 2, .message)),
            ] + texts.map { .textDelta(item: 2, text: $0) } + [
                .itemDone(item: 2), round(.stop), .answered(RunAnswer(text: texts.joined(), finishReason: .stop)),
                .completed(usage: usage + usage),
            ]
        )
    }

    /// A call of the session's tool.
    static func call(_ run: String, _ name: String, _ arguments: JSONValue) -> Self {
        Self(run: run, events: Self.callEvents(run, name, arguments))
    }

    private static func callEvents(_ run: String, _ name: String, _ arguments: JSONValue) -> [RunEvent] {
        let action = RequiredAction(
            kind: .clientTool,
            call: "c0",
            name: name,
            arguments: arguments,
            deadline: .distantFuture,
            text: "Run \(name)"
        )
        return [
            start(run),
            .itemAdded(RunItem(number: 0, .toolCall(.init(id: "c0", name: name, site: .client, arguments: nil)))),
            .argumentsDelta(item: 0, text: arguments.serialized()), .itemDone(item: 0), round(.toolCalls),
            .actionRequired(action), .waiting,
        ]
    }

    /// The answer after the output of that call.
    static func answer(_ run: String, afterCallOf name: String, _ arguments: JSONValue, _ text: String) -> Self {
        Self(
            run: run,
            events: callEvents(run, name, arguments) + [
                .itemAdded(RunItem(number: 2, .message)), .textDelta(item: 2, text: text), .itemDone(item: 2),
                round(.stop),
                .answered(RunAnswer(text: text, finishReason: .stop)), .completed(usage: usage + usage),
            ],
            waits: 1
        )
    }

    /// A question to a person, and the answer after the decision.
    static func approval(_ run: String, _ text: String) -> [Self] {
        let action = RequiredAction(
            kind: .approval,
            call: "s0",
            name: "deleteInventory",
            arguments: ["id": 1],
            deadline: .distantFuture,
            text: "Delete the lamp?"
        )
        let question: [RunEvent] = [
            start(run),
            .itemAdded(
                RunItem(
                    number: 0,
                    .toolCall(.init(id: "s0", name: "deleteInventory", site: .server, arguments: ["id": 1]))
                )
            ), round(.toolCalls), .actionRequired(action), .waiting,
        ]
        return [
            Self(run: run, events: question),
            Self(
                run: run,
                events: question + [
                    .itemAdded(RunItem(number: 1, .message)), .textDelta(item: 1, text: text), .itemDone(item: 1),
                    round(.stop), .answered(RunAnswer(text: text, finishReason: .stop)),
                    .completed(usage: usage + usage),
                ],
                waits: 1
            ),
        ]
    }

    /// An answer that ends with these events.
    static func ending(_ run: String, _ events: RunEvent...) -> Self { Self(run: run, events: [start(run)] + events) }

    /// A structured answer, whose text arrives in pieces.
    static func value(_ run: String, _ texts: String...) -> Self {
        let object = (try? JSONValue(parsing: texts.joined())) ?? .null
        return Self(
            run: run,
            events: [start(run), .itemAdded(RunItem(number: 0, .value))]
                + texts.map { .valueDelta(item: 0, text: $0) }
                + [
                    .itemDone(item: 0), round(.stop), .objectCompleted(StructuredAnswer(object: object)),
                    .answered(RunAnswer(text: texts.joined(), finishReason: .stop)), .completed(usage: usage),
                ]
        )
    }
}
