import AgentTools
import AgentWire
import Foundation
import LanguageModels
import OwnerLiterals
import ScriptedModels
import Storage
import StreamingJSON
import Testing

@testable import AgentRuntime

/// Runs whose model refuses to answer.
@Suite(.timeLimit(.minutes(1))) struct RefusalTests {
    private static let person: JSONValue = [
        "type": "object", "properties": ["name": ["type": "string"]], "required": ["name"],
    ]

    private static func request(_ dialect: TurnRequest.Dialect) -> TurnRequest {
        var request = TurnRequest(
            dialect: dialect,
            input: [.text("hi")],
            conversation: dialect == .native ? .new : .none
        )
        request.onDisconnect = .finish
        return request
    }

    private static func read(_ reader: RunReader) async throws -> [RunEvent] {
        var events: [RunEvent] = []
        while case .events(let lines, _) = try await reader.next() { events += RunEventLine.events(in: lines) }
        return events
    }

    /// The model's output, and the words that are emitted and stored.
    @Test(
        arguments: [
            (.refusal(["I can", "not."]), ["I can", "not."], "I cannot."),
            (.refusal(["I cannot."], after: ["Well, "]), ["I cannot."], "I cannot."),
            // A provider that refuses without words, as some do.
            (.refusal([]), ["The model declined to answer."], "The model declined to answer."),
        ] as [(ScriptedModel.Round, [String], String)]
    )
    func aRefusalIsAnAnswer(round: ScriptedModel.Round, words: [String], text: String) async throws {
        let model = ScriptedModel(round, .text(["Better"]))
        try await LimitedRuntime.with(model) { running in
            let reader = try await running.runtime.start(.turn(Self.request(.native)), client: .alice)
            let events = try await Self.read(reader)
            #expect(events.compactMap { if case .refusalDelta(_, let text) = $0 { text } else { nil } } == words)
            #expect(events.contains(.answered(RunAnswer(text: text, finishReason: .stop, isRefusal: true))))
            #expect(events.last.map { if case .completed = $0 { true } else { false } } == true)
            #expect(events.compactMap { NativeEvent($0)?.type }.suffix(2) == ["message.completed", "run.completed"])
            let run = try await running.runtime.run(reader.run, owner: "alice")
            #expect(run.status == "completed" && run.jsonValue["message"]?["refused"] == true)
            // The next turn's history contains it.
            let kept = try await running.store.entries(of: run.conversation)
            #expect(kept.map(\.kind) == ["prompt", "response"] && kept[1].json.contains(text))
            let next = try await running.start("And now?", conversation: run.conversation)
            #expect(try await running.ending(next.run) == "completed")
            let answers = model.requests[1].transcript.compactMap { entry in
                if case .response(let response) = entry { response.segments.text } else { nil }
            }
            #expect(answers == [text])
            try await running.expectNothingHeld(of: .alice)
        }
    }

    /// A client of chat completions that expects a value gets the refusal, a client of the native API the problem.
    @Test(arguments: TurnRequest.Dialect.allCases)
    func aRefusalInsteadOfAValue(dialect: TurnRequest.Dialect) async throws {
        let model = ScriptedModel(.refusal(["I can", "not."], after: [#"{"na"#]))
        try await LimitedRuntime.with(model) { running in
            var request = Self.request(dialect)
            request.responseFormat = ResponseFormat(schema: Self.person)
            let reader = try await running.runtime.start(.turn(request), client: .alice)
            let events = try await Self.read(reader)
            let words = events.compactMap { if case .refusalDelta(_, let text) = $0 { text } else { nil } }
            if dialect == .native {
                #expect(words.isEmpty)
                guard case .failed(let problem)? = events.last else {
                    Issue.record("it did not fail")
                    return
                }
                #expect(problem.kind == .refused)
            } else {
                #expect(words == ["I can", "not."])
                #expect(events.last.map { if case .completed = $0 { true } else { false } } == true)
            }
        }
    }

    /// The call that was emitted has no end then, and a completed run would need one.
    @Test func aRefusalAfterTheStartOfACallIsAnError() async throws {
        let refusal = LanguageModelError.refusal(.init(explanation: "I cannot.", debugDescription: "declined"))
        let model = ScriptedModel(.failingCalls([.init("find", "{", id: "a")], refusal))
        try await LimitedRuntime.with(model) { running in
            var request = Self.request(.chatCompletions)
            request.clientTools = [.find]
            let events = try await Self.read(try await running.runtime.start(.turn(request), client: .alice))
            guard case .failed(let problem)? = events.last else {
                Issue.record("it did not fail")
                return
            }
            #expect(problem.kind == .refused)
        }
    }
}
