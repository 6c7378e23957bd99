import FoundationEssentials
import LanguageModels
import ModelTable
import StreamingJSON
import Testing

@testable import ModelProviders

/// The way of a thought back to the server that sent it.
@Suite struct OpenAIChatThoughtTests {
    private static let deepSeek = OpenAIChatDialect.known(for: "m", at: "https://api.deepseek.com", in: .builtIn)

    private static func text(_ text: String) -> [Transcript.Segment] { [.text(.init(content: text))] }

    private static func thought(
        _ words: String,
        _ name: OpenAIChatThought.Name?,
        details: String? = nil
    ) -> Transcript.Entry {
        .reasoning(
            .init(
                metadata: name.map { OpenAIChatThought.metadata($0, details: details) } ?? [:],
                segments: words.isEmpty ? [] : text(words),
                signature: words.isEmpty ? Data() : nil
            )
        )
    }

    private static let call = Transcript.Entry.toolCalls(
        .init([.init(id: "c", toolName: "f", arguments: GeneratedContent(jsonValue: [:]))])
    )
    private static let output = Transcript.Entry.toolOutput(.init(id: "c", toolName: "f", segments: text("12")))
    private static let prompt = Transcript.Entry.prompt(.init(segments: text("Well?")))
    private static func answer(_ words: String) -> Transcript.Entry { .response(.init(segments: text(words))) }

    /// The messages of the assistant, without their calls.
    private static func messages(
        _ entries: [Transcript.Entry],
        _ dialect: OpenAIChatDialect = .compatible
    ) throws -> [JSONObject] {
        // The stored form, as after a restart.
        let stored = try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(Transcript(entries: entries)))
        let body = try OpenAIChatRequestEncoder(model: "m", dialect: dialect).encode(.init(transcript: stored))
        return (body["messages"]?.arrayValue ?? []).compactMap(\.objectValue).filter { $0["role"] == "assistant" }
            .map { message in
                var message = message
                (message["tool_calls"], message["role"]) = (nil, nil)
                return message
            }
    }

    @Test(arguments: [OpenAIChatThought.Name.reasoningContent, .reasoning])
    func aThoughtReturnsUnderItsName(name: OpenAIChatThought.Name) throws {
        let entries = [
            Self.prompt, Self.thought("Hm.", name), Self.call, Self.output, Self.thought("So", name),
            Self.answer("I'll look."), Self.thought(" then.", name), Self.call, Self.output, Self.thought("Ah.", name),
            Self.answer("12 °C."), Self.prompt, Self.answer("Yes."),
        ]
        let key = name.rawValue
        #expect(
            try Self.messages(entries) == [
                ["content": nil, key: "Hm."], ["content": "I'll look.", key: "So then."],
                ["content": "12 °C.", key: "Ah."], ["content": "Yes."],
            ]
        )
    }

    @Test func aThoughtReturnsAsAPart() throws {
        let entries = [
            Self.prompt, Self.thought("Hm.", .parts), Self.call, Self.output, Self.thought("Ah.", .parts),
            Self.answer("12 °C."),
        ]
        func part(_ text: JSONValue) -> JSONValue {
            ["type": "thinking", "thinking": [["type": "text", "text": text]]]
        }
        #expect(
            try Self.messages(entries) == [
                ["content": [part("Hm.")]], ["content": [part("Ah."), ["type": "text", "text": "12 °C."]]],
            ]
        )
    }

    @Test func detailsReturnAsTheyCame() throws {
        let details = #"[{"type":"reasoning.text","text":"Hm.","signature":"s"}]"#
        let sealed = #"[{"type":"reasoning.encrypted","data":"e"}]"#
        let entries = [
            Self.prompt, Self.thought("Hm.", .reasoning, details: details), Self.call, Self.output,
            // A thought may be stored after the text of its answer.
            Self.answer("12 °C."), Self.thought("", .reasoning, details: sealed), Self.prompt,
        ]
        #expect(
            try Self.messages(entries) == [
                ["content": nil, "reasoning_details": try JSONValue(parsing: details)],
                ["content": "12 °C.", "reasoning_details": try JSONValue(parsing: sealed)],
            ]
        )
    }

    @Test func thoughtsOfOtherInterfacesStay() throws {
        let sealed = Transcript.Entry.reasoning(
            .init(metadata: ["anthropic": "thinking"], segments: Self.text("Hm."), signature: Data([1]))
        )
        let entries = [Self.prompt, sealed, Self.thought("Hm.", nil), Self.call, Self.output, Self.answer("12")]
        #expect(try Self.messages(entries) == [["content": nil], ["content": "12"]])
    }

    /// DeepSeek refuses a turn with calls in which a thought is missing.
    @Test func aServerThatDemandsThoughtsGetsABlankOne() throws {
        let entries = [
            Self.prompt, Self.answer("Hello."), Self.prompt, Self.thought("No.", nil), Self.call, Self.output,
            Self.thought("Ah.", .reasoningContent), Self.call, Self.output, Self.answer("12"), Self.prompt,
            Self.answer("Bye."),
        ]
        #expect(
            try Self.messages(entries, Self.deepSeek) == [
                ["content": "Hello."], ["content": nil, "reasoning_content": " "],
                ["content": nil, "reasoning_content": "Ah."], ["content": "12", "reasoning_content": " "],
                ["content": "Bye."],
            ]
        )
    }

    /// A thought returns only to the model that had it.
    @Test func aRouterKeepsThoughtsForTheirModel() throws {
        var metadata = OpenAIChatThought.metadata(.reasoningContent)
        metadata[RouterLanguageModel.metadataKey] = "a"
        let thought = Transcript.Entry.reasoning(.init(metadata: metadata, segments: Self.text("Hm.")))
        let transcript = Transcript(entries: [Self.prompt, thought, Self.call, Self.output])
        #expect(
            try Self.messages(Array(transcript.readable(by: "a"))) == [["content": nil, "reasoning_content": "Hm."]]
        )
        #expect(
            try Self.messages(Array(transcript.readable(by: "b")), Self.deepSeek)
                == [["content": nil, "reasoning_content": " "]]
        )
    }

    @Test func aClientReturnsASealedThought() throws {
        let details = Data(#"[{"type":"reasoning.encrypted","data":"e:f"}]"#.utf8)
        let stored = OpenAIChatThought.metadata(.reasoning).mapValues { GeneratedContent($0) }
        let seal = SealedReasoning.seal(details, stored)
        let (signature, metadata) = SealedReasoning.signature(of: seal, isRedacted: false)
        #expect(signature == details)
        #expect(OpenAIChatThought.name(metadata.mapValues(\.generatedContent)) == .reasoning)
    }

    @Test func detailsThatAreTooLongAreDropped() {
        var details = OpenAIReasoningDetails()
        let piece: JSONValue = ["type": "reasoning.text", "index": 0, "text": "x"]
        for _ in 0..<3 { details.add([piece], of: OpenAIReasoningDetails.maximumBytes / 3) }
        #expect(details.serialized() == #"[{"type":"reasoning.text","index":0,"text":"xxx"}]"#)
        details.add([piece], of: 100)
        details.add([piece], of: 1)
        #expect(details.isEmpty)
    }
}
