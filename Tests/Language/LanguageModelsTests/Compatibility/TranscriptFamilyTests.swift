import Foundation
import LanguageModels
import Testing

@Generable
private struct City: Equatable { var name: String }

private struct FindTool: Tool {
    let name = "find"
    let description = "Finds a city."
    @Generable struct Arguments { var query: String }
    func call(arguments: Arguments) async throws -> City { City(name: arguments.query) }
}

/// Transcripts: reading, changing and storing them (reference §2.11, without images).
@Suite(.timeLimit(.minutes(1))) struct TranscriptFamilyTests {
    private static func text(_ content: String) -> Transcript.Segment { .text(.init(content: content)) }

    /// An entry of each kind, made with the initializers of 26 and of 27.0.
    private static let entries: [Transcript.Entry] = [
        .instructions(
            .init(
                id: "i",
                segments: [text("Be brief.")],
                toolDefinitions: [Transcript.ToolDefinition(tool: FindTool())]
            )
        ),
        .prompt(.init(id: "p", segments: [text("Where?")], options: GenerationOptions(temperature: 0.5))),
        .reasoning(.init(id: "r", metadata: ["k": 1], segments: [text("Hm.")], signature: Data([1, 2, 3]))),
        .toolCalls(
            .init(
                id: "c",
                [
                    .init(id: "1", toolName: "find", arguments: GeneratedContent(properties: ["query": "Nara"])),
                    .init(
                        id: "2",
                        metadata: ["index": 1],
                        toolName: "find",
                        arguments: GeneratedContent(properties: ["query": "Uji"])
                    ),
                ]
            )
        ),
        .toolOutput(.init(id: "1", toolName: "find", segments: [text("Found.")])),
        .toolOutput(
            .init(
                id: "2",
                toolName: "find",
                segments: [.structure(.init(schemaName: "City", content: City(name: "Uji").generatedContent))]
            )
        ),
        .response(.init(id: "a", assetIDs: ["model"], segments: [text("There.")])),
        .prompt(
            .init(
                id: "q",
                metadata: ["user": "ada"],
                segments: [text("And as a value?")],
                options: GenerationOptions(sampling: .greedy),
                responseFormat: .init(type: City.self),
                contextOptions: ContextOptions(reasoningLevel: .deep)
            )
        ),
        .response(
            .init(
                id: "b",
                metadata: ["finish": "stop"],
                segments: [.structure(.init(id: "s", source: "City", content: City(name: "Nara").generatedContent))]
            )
        ),
    ]

    private static let transcript = Transcript(entries: entries)

    /// The switches of an app that displays a conversation.
    private static func line(_ entry: Transcript.Entry) -> String {
        func words(_ segments: [Transcript.Segment]) -> String {
            segments.map { segment in
                switch segment {
                case .text(let text): text.content
                case .structure(let structure): "\(structure.source) \(structure.content.jsonString)"
                case .attachment(let attachment): "\(attachment.label ?? "an image")"
                }
            }
            .joined()
        }
        return switch entry {
        case .instructions(let entry): "i \(words(entry.segments)) \(entry.toolDefinitions.map(\.name))"
        case .prompt(let entry): "p \(words(entry.segments)) \(entry.responseFormat?.name ?? "text")"
        case .toolCalls(let calls):
            "c " + calls.map { "\($0.toolName) \($0.arguments.jsonString)" }.joined(separator: " ")
        case .toolOutput(let output): "o \(output.toolName) \(words(output.segments))"
        case .response(let response): "a \(words(response.segments))"
        case .reasoning(let reasoning): "r \(words(reasoning.segments))"
        }
    }

    @Test func anAppDrawsEveryEntry() {
        #expect(
            Self.transcript.map(Self.line) == [
                #"i Be brief. ["find"]"#, "p Where? text", "r Hm.", #"c find {"query":"Nara"} find {"query":"Uji"}"#,
                "o find Found.", #"o find City {"name":"Uji"}"#, "a There.", "p And as a value? City",
                #"a City {"name":"Nara"}"#,
            ]
        )
        #expect(Self.transcript.map(\.id) == ["i", "p", "r", "c", "1", "2", "a", "q", "b"])
    }

    @Test func thePropertiesOfAnEntryAreReadAndChanged() {
        var entries = Self.entries
        guard case .prompt(var prompt) = entries[7] else { Issue.record("no prompt"); return }
        #expect(prompt.metadata["user"]?.kind == .string("ada"))
        #expect(prompt.options.sampling == .greedy)
        #expect(prompt.contextOptions.reasoningLevel == .deep)
        if case .schema(let schema)? = prompt.responseFormat?.kind { #expect(schema == City.generationSchema) }
        #expect(prompt.responseFormat == Transcript.ResponseFormat(schema: City.generationSchema))
        prompt.segments.append(Self.text("Please."))
        prompt.responseFormat = nil
        entries[7] = .prompt(prompt)
        #expect(Transcript(entries: entries) != Self.transcript)
        guard case .toolCalls(let calls) = entries[3] else { Issue.record("no calls"); return }
        #expect(calls.count == 2)
        #expect(calls[1].metadata["index"]?.kind == .number(1))
        #expect(calls.first?.id == "1")
        guard case .reasoning(let reasoning) = entries[2] else { Issue.record("no reasoning"); return }
        #expect(reasoning.signature == Data([1, 2, 3]))
        #expect(reasoning.metadata["k"]?.kind == .number(1))
        guard case .response(let response) = entries[6], case .response(let structured) = entries[8] else {
            Issue.record("no response")
            return
        }
        #expect(response.assetIDs == ["model"])
        #expect(structured.metadata["finish"]?.kind == .string("stop"))
        guard case .structure(var structure)? = structured.segments.first else { Issue.record("no structure"); return }
        #expect((structure.id, structure.schemaName) == ("s", "City"))
        structure.source = "Town"
        #expect(structure.schemaName == "Town")
    }

    @Test func entriesMadeWithoutAnIDGetOne() {
        let ids = [
            Transcript.TextSegment(content: "a").id, Transcript.TextSegment(content: "a").id,
            Transcript.StructuredSegment(schemaName: "S", content: GeneratedContent(1)).id,
            Transcript.Prompt(segments: []).id, Transcript.Response(assetIDs: [], segments: []).id,
            Transcript.Response(segments: []).id, Transcript.Reasoning(segments: []).id,
            Transcript.Instructions(segments: [], toolDefinitions: []).id, Transcript.ToolCalls([]).id,
        ]
        #expect(Set(ids).count == ids.count)
        #expect(ids.allSatisfy { UUID(uuidString: $0) != nil })
        #expect(Transcript.TextSegment(id: "x", content: "a").id == "x")
    }

    @Test func aTranscriptIsACollectionThatIsChangedInPlace() {
        var transcript = Self.transcript
        #expect(transcript.count == 9)
        #expect(transcript.last?.id == "b")
        #expect(transcript[1...2].map(\.id) == ["p", "r"])
        transcript[0] = .prompt(.init(id: "z", segments: []))
        transcript.swapAt(0, 1)
        transcript.append(.response(.init(id: "n", segments: [])))
        transcript.insert(.response(.init(id: "m", segments: [])), at: 0)
        transcript.removeAll { if case .toolOutput = $0 { true } else { false } }
        transcript.replaceSubrange(3..<5, with: [])
        #expect(transcript.map(\.id) == ["m", "p", "z", "a", "q", "b", "n"])
        let prompts: Transcript = transcript.filter { if case .prompt = $0 { true } else { false } }
        #expect(prompts.map(\.id) == ["p", "z", "q"])
        #expect((Transcript() + prompts).count == 3)
        #expect(Transcript(prompts) == prompts)
    }

    @Test func theHistoryIsTheTranscriptWithoutItsInstructions() {
        var transcript = Self.transcript
        #expect(transcript.history.count == 8)
        let history = transcript.history
        let second = history.index(after: history.startIndex)
        #expect(history[history.startIndex..<second].map(\.id) == ["p"])
        transcript.history = .init(history.suffix(2))
        #expect(transcript.map(\.id) == ["i", "q", "b"])
        transcript.history.append(.response(.init(id: "x", segments: [])))
        transcript.history.append(contentsOf: history.prefix(1))
        #expect(transcript.map(\.id) == ["i", "q", "b", "x", "p"])
        transcript.history[transcript.history.startIndex] = .response(.init(id: "y", segments: []))
        transcript.history.removeLast()
        #expect(transcript.map(\.id) == ["i", "y", "b", "x"])
        transcript.history = .init()
        #expect(transcript.map(\.id) == ["i"])
        #expect(Transcript(entries: Self.entries.dropFirst()).history.count == 8)
    }

    @Test func aStoredTranscriptIsContinued() async throws {
        let stored = try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(Self.transcript))
        #expect(stored == Self.transcript)
        let model = ScriptedModel([ScriptedModel.text("More.")])
        let session = LanguageModelSession(model: model, tools: [FindTool()], transcript: stored)
        try await session.respond(to: "And then?")
        #expect(Array(model.requests[0].transcript.dropLast()) == Self.entries)
        #expect(session.transcript.count == 11)
    }

    @Test func aTurnLeavesItsEntriesInOrder() async throws {
        let model = ScriptedModel([
            { _, channel in
                await channel.send(.reasoning(action: .appendText("Hm.")))
                await channel.send(
                    .toolCalls(
                        action: .toolCall(id: "1", name: "find", action: .appendArguments(#"{"query":"Nara"}"#))
                    )
                )
            },
            ScriptedModel.text(#"{"name":"Nara"}"#),
        ])
        let session = LanguageModelSession(model: model, tools: [FindTool()], instructions: "Be brief.")
        try await session.respond(to: "Where?", generating: City.self)
        #expect(
            session.transcript.map(Self.line) == [
                #"i Be brief. ["find"]"#, "p Where? City", "r Hm.", #"c find {"query":"Nara"}"#,
                #"o find City {"name":"Nara"}"#, #"a City {"name":"Nara"}"#,
            ]
        )
    }

    @Test func aToolIsDefinedByItsPartsOrByATool() {
        var definition = Transcript.ToolDefinition(
            name: "find",
            description: "Finds a city.",
            parameters: FindTool.Arguments.generationSchema
        )
        #expect(definition == Transcript.ToolDefinition(tool: FindTool()))
        definition.description = "Other"
        #expect(definition != Transcript.ToolDefinition(tool: FindTool()))
    }
}
