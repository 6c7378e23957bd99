import AgentTools
import AgentWire
import Foundation
import LanguageModels
import Logging
import OwnerLiterals
import ScriptedModels
import Storage
import StorageSQLite
import StreamingJSON
import Testing

@testable import AgentRuntime

@Suite(.timeLimit(.minutes(1))) struct StructuredRunTests {
    private static let person: JSONValue = [
        "type": "object",
        "properties": ["name": ["type": "string"], "tags": ["type": "array", "items": ["type": "string"]]],
        "required": ["name"], "additionalProperties": false,
    ]
    private static let format = ResponseFormat(schema: person)

    /// Starts a runtime over a store in memory for the duration of `body`.
    private func withRuntime(
        _ model: ScriptedModel,
        _ body: @Sendable (AgentRuntime, any Store) async throws -> Void
    ) async throws {
        let store = try SQLiteStore(path: nil)
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let coordinator = RunCoordinator(store: store, journal: nil, logger: logger)
        let runtime = AgentRuntime(
            runs: coordinator,
            toolCatalog: ToolCatalog(ToolRegistry([])),
            models: ModelCatalog(.init(reference: .phrasebook, model: model)),
            logger: logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await coordinator.run() }
            try await body(runtime, store)
            group.cancelAll()
        }
    }

    private func read(_ reader: RunReader) async throws -> [NativeEvent] {
        var events: [NativeEvent] = []
        var count = 0
        while case .events(let lines, let first) = try await reader.next() {
            #expect(first == count)
            let new = RunEventLine.events(in: lines)
            count += new.count
            events += new.compactMap { NativeEvent($0) }
        }
        return events
    }

    @Test func anAnswerIsShownByItsValueAndNotByItsText() async throws {
        let model = ScriptedModel(.text([#"{"name":"A"#, #"da","ta"#, #"gs":["x","#, #""y"]}"#]))
        try await withRuntime(model) { runtime, store in
            let request = ChatRequest(message: "hi", responseFormat: Self.format)
            let events = try await read(try await runtime.start(request, client: .alice))
            let value: JSONValue = ["name": "Ada", "tags": ["x", "y"]]
            #expect(
                events.dropFirst().dropLast() == [
                    .objectDelta(["name": "A"]), .objectDelta(["name": "Ada"]),
                    .objectElement(path: "/tags", index: 0, value: "x"), .objectDelta(["name": "Ada", "tags": ["x"]]),
                    .objectElement(path: "/tags", index: 1, value: "y"), .objectDelta(value),
                    .objectCompleted(StructuredAnswer(object: value)),
                    .messageCompleted(text: value.serialized(), artifacts: []),
                ]
            )
            #expect(events.last?.type == "run.completed")
            #expect(model.requests.first?.schema?.jsonValue["properties"]?["name"] != nil)
            guard case .started(let run, let conversation, _) = events[0] else { return }
            #expect(try await store.entries(of: conversation).map(\.kind) == ["prompt", "response"])
            let description = try await runtime.run(run, owner: "alice").jsonValue
            #expect(description["object"] == value)
        }
    }

    @Test func aListIsEmittedByItsElements() async throws {
        let model = ScriptedModel(.text([#"{"value":["a","#, #""b"],"con"#, #"fidence":0.25}"#]))
        try await withRuntime(model) { runtime, _ in
            let format = ResponseFormat(schema: ["type": "array", "items": ["type": "string"]])
            let request = ChatRequest(message: "hi", responseFormat: format, confidence: .selfReport)
            let events = try await read(try await runtime.start(request, client: .alice))
            #expect(
                events.dropFirst().dropLast() == [
                    .objectElement(path: "", index: 0, value: "a"), .objectDelta(["a"]),
                    .objectElement(path: "", index: 1, value: "b"), .objectDelta(["a", "b"]),
                    .objectCompleted(StructuredAnswer(object: ["a", "b"], confidence: 0.25)),
                    .messageCompleted(text: #"["a","b"]"#, artifacts: []),
                ]
            )
        }
    }

    @Test func anAnswerThatDoesNotFitIsAFailure() async throws {
        let model = ScriptedModel(.text([#"{"name":"Ada","tags":["x","#, #""y",1]}"#]), .text(["Good day."]))
        try await withRuntime(model) { runtime, store in
            let request = ChatRequest(message: "hi", responseFormat: Self.format)
            let first = try await read(try await runtime.start(request, client: .alice))
            guard case .started(_, let conversation, _) = first[0], case .failed(let problem)? = first.last else {
                Issue.record("no failure")
                return
            }
            #expect(problem.kind == .structuredOutputInvalid)
            #expect(problem.detail.contains("/tags/2"))
            #expect(!first.contains { ["object.completed", "message.completed", "message.delta"].contains($0.type) })
            #expect(try await store.entries(of: conversation).isEmpty)
            // A run without content is a problem with its own HTTP status, before a stream starts.
            let reader = try await runtime.start(request, client: .alice)
            #expect(try await reader.problemBeforeContent()?.kind == .structuredOutputInvalid)
        }
    }

    @Test func aRefusalIsAFailure() async throws {
        let refusal = LanguageModelError.refusal(
            .init(explanation: "I would rather not", debugDescription: "declined")
        )
        try await withRuntime(ScriptedModel(.failure(after: [#"{"na"#], refusal))) { runtime, _ in
            let request = ChatRequest(message: "hi", responseFormat: Self.format)
            let outcome = try await runtime.start(request, client: .alice).outcome()
            guard case .failed(let problem)? = outcome.ending else { return }
            #expect(problem.kind == .refused)
            #expect(outcome.answer == nil)
        }
    }

    @Test func aReplacedAnswerIsEmittedAgain() async throws {
        let model = ScriptedModel(
            .replacedText([#"{"name":"A","tags":["x","y"]}"#, "", #"{"name":"B","tags":["z"]}"#])
        )
        try await withRuntime(model) { runtime, _ in
            let request = ChatRequest(message: "hi", responseFormat: Self.format)
            let events = try await read(try await runtime.start(request, client: .alice))
            let restart = try #require(events.firstIndex(of: .objectDelta(.null, isRestart: true)))
            #expect(
                events[(restart + 1)...].prefix(3) == [
                    .objectElement(path: "/tags", index: 0, value: "z"), .objectDelta(["name": "B", "tags": ["z"]]),
                    .objectCompleted(StructuredAnswer(object: ["name": "B", "tags": ["z"]])),
                ]
            )
        }
    }

    @Test func theSchemaIsKeptWhileTheRunWaits() async throws {
        let model = ScriptedModel(.calls([.init("find", "{}")]), .text([#"{"name":"Naomi"}"#]))
        try await withRuntime(model) { runtime, _ in
            let request = ChatRequest(
                message: "hi",
                clientTools: [.find],
                responseFormat: Self.format,
                onDisconnect: .finish
            )
            let reader = try await runtime.start(request, client: .alice)
            let call = try #require(try await reader.outcome().actions.first?.call)
            let answers = RunAnswers(outputs: [(call, .output("Naomi"))])
            let rest = try await runtime.answer(reader.run, with: answers, owner: "alice", isReading: true)
            #expect(try await rest?.outcome().answer == StructuredAnswer(object: ["name": "Naomi"]))
            #expect(model.requests.map { $0.schema != nil } == [true, true])
        }
    }
}

// MARK: - Extractions

extension StructuredRunTests {
    @Test func anExtractionHasNoConversation() async throws {
        let model = ScriptedModel(.text([#"{"name":"Ada"}"#]))
        try await withRuntime(model) { runtime, store in
            let request = ExtractRequest(
                .text("I am Ada."),
                schema: Self.person,
                instructions: "First names only.",
                locale: "de"
            )
            let reader = try await runtime.start(request, client: .alice, idempotencyKey: "k")
            let events = try await read(reader)
            #expect(events.first?.data["conversation"] == nil)
            #expect(events.contains(.objectCompleted(StructuredAnswer(object: ["name": "Ada"]))))
            #expect(events.last?.type == "run.completed")
            #expect(try await runtime.conversations(of: "alice", cursor: nil, limit: 10).conversations.isEmpty)
            #expect(try await store.run(reader.run)?.status == .completed)
            // The same request gets the same run.
            await runtime.runs.drained()
            let again = try await runtime.start(request, client: .alice, idempotencyKey: "k")
            #expect(again.run == reader.run)
            let asked = try #require(model.requests.first)
            #expect(asked.enabledToolDefinitions.isEmpty)
            let prompt = asked.transcript.map { "\($0.segments.text)" }.joined(separator: "\n")
            #expect(prompt.contains("\nI am Ada.\n"))
            #expect(prompt.contains("First names only."))
            #expect(prompt.contains("locale: de."))
        }
    }

    @Test func severalExtractionsOfAClientRunAtOnce() async throws {
        let model = ScriptedModel([ScriptedModel.Round](repeating: .text([#"{"name":"Ada"}"#]), count: 4))
        try await withRuntime(model) { runtime, _ in
            var readers: [RunReader] = []
            for _ in 0..<4 {
                readers.append(
                    try await runtime.start(ExtractRequest(.text("Ada"), schema: Self.person), client: .alice)
                )
            }
            for reader in readers { #expect(try await reader.outcome().answer?.object == ["name": "Ada"]) }
        }
    }

    @Test func samplesAreCompared() async throws {
        let texts = [#"{"name":"Ada","tags":["x"]}"#, #"{"name":"Ada"}"#, #"{"name":"Ida","tags":["x"]}"#]
        try await withRuntime(ScriptedModel(texts.map { .text([$0]) })) { runtime, _ in
            let request = ExtractRequest(.text("Ada x"), schema: Self.person, confidence: .agreement)
            let events = try await read(try await runtime.start(request, client: .alice))
            guard case .objectCompleted(let answer)? = events.dropLast(2).last else {
                Issue.record("no answer")
                return
            }
            #expect(answer.object["name"] == "Ada")
            let share = try #require(answer.partConfidences["/name"])
            #expect(abs(share - 2.0 / 3.0) < 0.001)
            #expect(abs((answer.confidence ?? 0) - share) < 0.001)
            #expect(!events.contains { $0.type == "object.delta" })
        }
    }

    @Test func oneSampleThatFitsIsEnough() async throws {
        let texts = ["no", #"{"name":"Ada"}"#, "{}"]
        try await withRuntime(ScriptedModel(texts.map { .text([$0]) })) { runtime, _ in
            let request = ExtractRequest(.text("Ada"), schema: Self.person, confidence: .agreement)
            let answer = try await runtime.start(request, client: .alice).outcome().answer
            #expect(answer?.object == ["name": "Ada"])
            #expect(abs((answer?.confidence ?? 0) - 1.0 / 3.0) < 0.001)
        }
        try await withRuntime(ScriptedModel(["no", "{}", "?"].map { .text([$0]) })) { runtime, _ in
            let request = ExtractRequest(.text("Ada"), schema: Self.person, confidence: .agreement)
            guard case .failed(let problem)? = try await runtime.start(request, client: .alice).outcome().ending else {
                Issue.record("no failure")
                return
            }
            #expect(problem.kind == .structuredOutputInvalid)
        }
    }

    @Test func aModelsFailureEndsAllSamples() async throws {
        let fault = LanguageModelError.timeout(.init(debugDescription: "too slow"))
        let model = ScriptedModel([.text([#"{"name":"Ada"}"#]), .failure(after: [], fault)])
        try await withRuntime(model) { runtime, _ in
            let request = ExtractRequest(.text("Ada"), schema: Self.person, confidence: .agreement)
            let ending = try await runtime.start(request, client: .alice).outcome().ending
            guard case .failed(let problem)? = ending else {
                Issue.record("no failure")
                return
            }
            // The third sample found the script at its end, and its error may be the one thrown.
            #expect([.upstreamTimeout, .internalError].contains(problem.kind))
        }
    }
}
