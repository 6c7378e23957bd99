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

/// The beginning of a conversation, which is the same in all its turns, and the notes beside its messages.
@Suite(.timeLimit(.minutes(1))) struct ConstantInstructionsTests {
    private static func request(
        _ dialect: TurnRequest.Dialect,
        _ input: [InputItem],
        _ conversation: ConversationChoice
    ) -> TurnRequest {
        var request = TurnRequest(dialect: dialect, input: input, conversation: conversation)
        request.onDisconnect = .finish
        return request
    }

    /// Runs a turn to its end, and returns its conversation.
    @discardableResult
    private static func run(_ request: TurnRequest, in running: LimitedRuntime) async throws -> String {
        let reader = try await running.runtime.start(.turn(request), client: .alice)
        #expect(try await running.ending(reader.run) == "completed")
        return try await running.conversation(of: reader.run)
    }

    private static func prompts(_ request: LanguageModelExecutorGenerationRequest) -> [Transcript.Prompt] {
        request.transcript.compactMap { if case .prompt(let prompt) = $0 { prompt } else { nil } }
    }

    @Test func aStoredConversationOnlyGrows() async throws {
        let model = ScriptedModel(.text(["One"]), .text(["Two"]), .text(["Three"]))
        try await LimitedRuntime.with(model) { running in
            var first = Self.request(.responses, [.text("Say one.")], .new)
            (first.locale, first.timeZone) = ("en", "Asia/Tokyo")
            let conversation = try await Self.run(first, in: running)
            var second = Self.request(.responses, [.text("二は？")], .existing(conversation))
            (second.locale, second.timeZone, second.wantsJSONObject) = ("ja", "Europe/Berlin", true)
            // The scripted answer is no object, so this turn fails, and the next one does not have it.
            let reader = try await running.runtime.start(.turn(second), client: .alice)
            #expect(try await running.ending(reader.run) == "failed")
            let third = Self.request(.responses, [.text("Say three.")], .existing(conversation))
            try await Self.run(third, in: running)
        }
        let transcripts = model.requests.map(\.transcript)
        for later in transcripts.dropFirst() {
            // The instructions have an id of their own, which no provider receives.
            #expect(later.first?.segments.text == transcripts[0].first?.segments.text)
            #expect(later.dropFirst().first == transcripts[0].last)
        }
        let notes = model.requests.map { Self.prompts($0).last?.segments.last?.text ?? "" }
        #expect(notes[0].contains("Asia/Tokyo") && notes[0].contains("locale: en."))
        #expect(notes[1].contains("Europe/Berlin") && notes[1].contains("locale: ja."))
        #expect(notes[1].hasSuffix(AnswerFormat.objectNote) && !notes[2].contains(AnswerFormat.objectNote))
        #expect(model.requests.map(\.generationOptions.details.wantsJSONObject) == [false, true, false])
        let instructions = transcripts[0].first?.segments.text ?? ""
        for word in ["Asia", "20", "locale"] { #expect(!instructions.contains(word)) }
    }

    @Test func peopleDoNotSeeTheNote() async throws {
        let model = ScriptedModel(.text(["One"]))
        try await LimitedRuntime.with(model) { running in
            let conversation = try await Self.run(Self.request(.native, [.text("Say one.")], .new), in: running)
            let records = try await running.store.entries(of: conversation, from: 0, byteLimit: 1 << 20)
            let entry = try Transcript.Entry(jsonValue: JSONValue(parsing: records[0].json))
            #expect(entry.segments.map(\.isNote) == [false, true])
            #expect(entry.segments.textNamingAttachments == "Say one.")
            let maker = ConversationItemMaker(conversation: conversation, isServerTool: { _ in false })
            let items = try maker.items(of: records[0], followedBy: [])
            #expect(items.map(\.content) == [.question([.text("Say one.")])])
        }
    }

    /// A client that sends the whole conversation: all before the newest message stays, and so does the newest message's own text.
    @Test(arguments: [TurnRequest.Dialect.chatCompletions, .messages, .responses])
    func aSentConversationKeepsItsBeginning(dialect: TurnRequest.Dialect) async throws {
        let model = ScriptedModel(.text(["One"]), .text(["Two"]))
        try await LimitedRuntime.with(model) { running in
            let history: [InputItem] = [.text("Be brief.", from: .developer), .text("Say one.")]
            try await Self.run(Self.request(dialect, history, .none), in: running)
            let more = history + [.text("One", from: .assistant), .text("Say two.")]
            try await Self.run(Self.request(dialect, more, .none), in: running)
        }
        let (first, second) = (model.requests[0], model.requests[1])
        #expect(first.transcript.first?.segments.text == second.transcript.first?.segments.text)
        let prompts = Self.prompts(second)
        #expect(prompts.map { $0.segments.map(\.isNote) } == [[false], [false, true]])
        let newest = try #require(Self.prompts(first).first)
        #expect(newest.segments.text.hasPrefix(prompts[0].segments.text + "\n"))
        #expect(first.metadata["conversation"] == second.metadata["conversation"])
        #expect(first.metadata["conversation"] != nil)
    }

    @Test func outputsAtTheEndLeaveTheNoteBesideTheMessage() async throws {
        let model = ScriptedModel(.text(["Sunny"]))
        try await LimitedRuntime.with(model) { running in
            let input: [InputItem] = [
                .text("Weather?"), .toolCall(id: "c", name: "look", arguments: "{}"),
                .toolOutput(call: "c", [.text("sun")]),
            ]
            try await Self.run(Self.request(.chatCompletions, input, .none), in: running)
        }
        #expect(Self.prompts(model.requests[0]).map { $0.segments.map(\.isNote) } == [[false, true]])
    }

    /// The line by which a client of Anthropic's API reports itself, which differs in each of its requests.
    @Test func aClientsBillingLineIsNotPartOfTheInstructions() async throws {
        let model = ScriptedModel(.text(["One"]), .text(["Two"]))
        try await LimitedRuntime.with(model) { running in
            for line in ["cch=1a2b3;", "cch=9f8e7;"] {
                let system: [InputPart] = [
                    .text("x-anthropic-billing-header: cc_version=2; \(line)"), .text("Be brief."),
                ]
                let input: [InputItem] = [.message(.developer, system), .text("Go")]
                try await Self.run(Self.request(.messages, input, .none), in: running)
            }
        }
        let texts = model.requests.map { $0.transcript.first?.segments.text ?? "" }
        #expect(texts[0] == texts[1] && texts[0].hasSuffix("\nBe brief.") && !texts[0].contains("billing"))
    }

    /// The names under which a provider may keep what it has computed.
    @Test func conversationsHaveKeys() {
        func key(_ texts: [String], named name: String? = nil, owner: Owner = "alice") -> String {
            var request = Self.request(.responses, texts.map { .text($0) }, .none)
            if let name { request.echo["prompt_cache_key"] = .string(name) }
            return request.conversationKey(for: owner)
        }
        #expect(key(["a"]) == key(["a", "b"]))
        #expect(key(["a"]) != key(["b"]))
        #expect(key(["a"]) != key(["a"], owner: "bob"))
        #expect(key(["a"], named: "k") == key(["b"], named: "k"))
        #expect(key(["a"], named: "k") != key(["a"]))
        #expect(Self.request(.native, [.text("a")], .existing("cv_1")).conversationKey(for: "alice") == "cv_1")
    }

    @Test func extractionsHaveConstantInstructions() async throws {
        let model = ScriptedModel(.text([#"{"name":"A"}"#]))
        try await LimitedRuntime.with(model) { running in
            let schema: JSONValue = [
                "type": "object", "properties": ["name": ["type": "string"]], "required": ["name"],
            ]
            let request = ExtractRequest(.text("I am A."), schema: schema)
            let reader = try await running.runtime.start(request, client: .alice)
            #expect(try await running.ending(reader.run) == "completed")
        }
        let request = try #require(model.requests.first)
        #expect(request.transcript.first?.segments.text.contains("The time") == false)
        #expect(Self.prompts(request)[0].segments.last?.isNote == true)
    }
}
