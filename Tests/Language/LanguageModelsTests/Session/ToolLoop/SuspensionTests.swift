import StreamingJSON
import Synchronization
import Testing

@testable import LanguageModels

/// Three tools, one of each kind: one that the server runs, one that needs approval, and one that the client runs.
enum Household {
    struct Stock: Tool {
        @Generable struct Arguments { @Guide(description: "What") var item: String }
        let name = "stock"
        let description = "How many there are"
        func call(arguments: Arguments) async throws -> String { "12 \(arguments.item)" }
    }

    struct Delete: Tool {
        @Generable struct Arguments { @Guide(description: "What") var item: String }
        let name = "delete"
        let description = "Removes an item"
        var onCall: @Sendable () -> Void = {}
        func call(arguments: Arguments) async throws -> String {
            onCall()
            return "deleted \(arguments.item)"
        }
    }

    static let contacts = ExternalTool(
        name: "contacts",
        description: "Looks up people",
        parameters: GenerationSchema(
            jsonSchema: [
                "type": "object", "properties": ["month": ["type": "integer", "maximum": 12]],
                "additionalProperties": false,
            ]
        )
    )

    static func tools(onDelete: @escaping @Sendable () -> Void = {}) -> [any Tool] {
        [Stock(), Delete(onCall: onDelete).requiringApproval { $0.item != "dust" }, contacts]
    }

    /// A model that calls all three tools and then returns their outputs.
    static func model() -> ScriptedModel {
        ScriptedModel([
            ScriptedModel.calls(
                ("c", "contacts", #"{"month":5}"#),
                ("s", "stock", #"{"item":"apples"}"#),
                ("d", "delete", #"{"item":"lamp"}"#)
            ),
            readingOut,
        ])
    }

    static let readingOut: ScriptedModel.Round = { request, channel in
        let outputs = request.transcript.compactMap { entry in
            if case .toolOutput(let output) = entry { "\(output.id): \(output.segments.text)" } else { nil }
        }
        await channel.send(.response(action: .appendText(outputs.joined(separator: "; "))))
    }

    static func output(_ text: String) -> Transcript.ToolOutput {
        .init(id: "c", toolName: "contacts", segments: [.text(.init(content: text))])
    }
}

@Suite(.timeLimit(.minutes(1))) struct SuspensionTests {
    @Test func aTurnStopsAtWaitingCallsAndContinuesWithTheirOutputs() async throws {
        let model = Household.model()
        let deletions = Mutex(0)
        let session = LanguageModelSession(
            model: model,
            tools: Household.tools { deletions.withLock { $0 += 1 } }
        )
        let heard = Mutex<[String]>([])
        let turn = try await session.turn(Prompt("go")) { event in
            switch event {
            case .toolPending(let pending): heard.withLock { $0.append("pending \(pending.id) \(pending.need)") }
            case .toolFinished(let outcome): heard.withLock { $0.append("finished \(outcome.call.id)") }
            default: break
            }
        }
        #expect(turn.isSuspended)
        #expect(heard.withLock { $0 } == ["finished s", "pending c output", "pending d approval"])
        #expect(turn.pendingCalls == session.pendingCalls)
        #expect(session.transcript.map(\.kind) == ["instructions", "prompt", "tool_calls", "tool_output"])
        #expect(!session.isResponding)
        #expect(deletions.withLock { $0 } == 0)
        await #expect(throws: LanguageModelSession.TurnError.callsPending(ids: ["c", "d"])) {
            try await session.respond(to: "never mind")
        }
        let answer = try await session.resume([.output(Household.output("Ann")), .approval(id: "d")])
        #expect(answer.content == "c: Ann; s: 12 apples; d: deleted lamp")
        #expect(answer.transcriptEntries.map(\.kind) == ["tool_output", "tool_output", "response"])
        #expect(deletions.withLock { $0 } == 1)
        #expect(
            session.transcript.map(\.kind) == [
                "instructions", "prompt", "tool_calls", "tool_output", "tool_output", "tool_output", "response",
            ]
        )
    }

    @Test func respondingThrowsTheSuspensionUntilThereIsAnAnswer() async throws {
        let session = LanguageModelSession(model: Household.model(), tools: Household.tools())
        let suspension = await #expect(throws: LanguageModelSession.Suspension.self) {
            try await session.respond(to: "go")
        }
        #expect(suspension?.pendingCalls.map(\.id) == ["c", "d"])
        let again = await #expect(throws: LanguageModelSession.Suspension.self) {
            try await session.resume(outputs: [Household.output("Ann")])
        }
        #expect(again?.pendingCalls.map(\.id) == ["d"])
        #expect(
            try await session.resume([.rejection(id: "d", reason: "keep it")]).content
                == "c: Ann; s: 12 apples; d: Nothing was done: the call of delete was declined, keep it."
        )
    }

    @Test func aStreamEndsWithTheSuspensionAndAnotherContinues() async throws {
        let session = LanguageModelSession(model: Household.model(), tools: Household.tools())
        let stream = session.streamResponse(to: "go")
        var count = 0
        await #expect(throws: LanguageModelSession.Suspension.self) {
            for try await _ in stream { count += 1 }
        }
        #expect(count == 0)
        #expect(session.transcript.count == 4)
        var last = ""
        for try await snapshot in session.streamResponse(
            resuming: [.failure(id: "c", message: "no access"), .approval(id: "d")]
        ) {
            last = snapshot.content
            #expect(snapshot.transcriptEntries.map(\.id) == ["c", "d"])
        }
        #expect(last == "c: no access; s: 12 apples; d: deleted lamp")
    }

    @Test func onlySomeArgumentsNeedApproval() async throws {
        let model = ScriptedModel([
            ScriptedModel.calls(("d", "delete", #"{"item":"dust"}"#)), Household.readingOut,
        ])
        let session = LanguageModelSession(model: model, tools: Household.tools())
        #expect(try await session.respond(to: "go").content == "d: deleted dust")
    }

    @Test(arguments: [
        ("contacts", "nonsense"), ("contacts", #"{"month":13}"#), ("contacts", #"{"day":1}"#), ("delete", "{}"),
    ])
    func aCallThatCannotBeMadeIsAnsweredAtOnce(tool: String, arguments: String) async throws {
        let model = ScriptedModel([ScriptedModel.calls(("x", tool, arguments)), Household.readingOut])
        let session = LanguageModelSession(model: model, tools: Household.tools())
        let answer = try await session.respond(to: "go").content
        #expect(answer.hasPrefix("x: The arguments do not fit \(tool):"))
    }

    @Test func theTurnContinuesWithItsOptions() async throws {
        let model = ScriptedModel([
            ScriptedModel.calls(("c", "contacts", "{}")), ScriptedModel.text(#"{"name":"Ann","folders":[]}"#),
        ])
        let first = LanguageModelSession(model: model, tools: Household.tools())
        await #expect(throws: LanguageModelSession.Suspension.self) {
            try await first.respond(
                to: "go",
                generating: Folder.self,
                options: GenerationOptions(samplingMode: .random(top: 3, seed: .max), temperature: 0.5),
                contextOptions: ContextOptions(reasoningLevel: .custom("much")),
                metadata: ["locale": "ja"]
            )
        }
        let stored = first.transcript.jsonValue.serialized()
        let second = LanguageModelSession(
            model: model,
            tools: Household.tools(),
            transcript: try Transcript(jsonValue: JSONValue(parsing: stored))
        )
        #expect(second.pendingCalls == first.pendingCalls)
        let answer = try await second.resume([.output(Household.output("Ann"))], generating: Folder.self)
        #expect(answer.content.name == "Ann")
        let (before, after) = (model.requests[0], model.requests[1])
        #expect(after.generationOptions == before.generationOptions)
        #expect(after.contextOptions == before.contextOptions)
        #expect(after.metadata == before.metadata)
        #expect(after.schema?.name == "Folder")
    }

    @Test func anUnknownToolOfASuspendedSessionIsExternal() async throws {
        let first = LanguageModelSession(model: Household.model(), tools: Household.tools())
        try await first.turn(Prompt("go")) { _ in }
        let second = LanguageModelSession(
            model: ScriptedModel([]),
            tools: [Household.Delete().requiringApproval()],
            transcript: first.transcript
        )
        #expect(second.pendingCalls.map(\.need) == [.output, .approval])
    }

    @Test func aResumptionThatFailsLeavesTheSuspension() async throws {
        let session = LanguageModelSession(
            model: ScriptedModel([ScriptedModel.calls(("c", "contacts", "{}"))]),
            tools: Household.tools()
        )
        try await session.turn(Prompt("go")) { _ in }
        let suspended = session.transcript
        await #expect(throws: ScriptedModel.ScriptEnded.self) {
            try await session.resume(outputs: [Household.output("Ann")])
        }
        #expect(session.transcript == suspended)
        #expect(session.pendingCalls.map(\.id) == ["c"])
    }
}
