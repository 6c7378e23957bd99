import FoundationEssentials
import LanguageModels
import StreamingJSON
import Testing

@Suite struct TranscriptTests {
    static let entries: [Transcript.Entry] = [
        .instructions(
            .init(
                segments: [.text(.init(content: "Be brief"))],
                toolDefinitions: [
                    .init(name: "t", description: "d", parameters: GenerationSchema(jsonSchema: ["type": "object"]))
                ]
            )
        ),
        .prompt(.init(segments: [.text(.init(content: "こんにちは"))], responseFormat: .init(type: Person.self))),
        .reasoning(.init(segments: [.text(.init(content: "hm"))], signature: Data([1, 2, 3]))),
        .toolCalls(
            .init([.init(id: "1", toolName: "t", arguments: GeneratedContent(jsonValue: ["n": 9_007_199_254_740_993]))])
        ),
        .toolOutput(.init(id: "1", toolName: "t", segments: [.text(.init(content: "out"))])),
        .response(
            .init(
                metadata: ["k": GeneratedContent("v")],
                segments: [.structure(.init(schemaName: "S", content: GeneratedContent(jsonValue: ["a": 1])))]
            )
        ),
    ]

    @Test(arguments: entries)
    func anEntryReadsBackFromItsStoredForm(entry: Transcript.Entry) throws {
        let text = entry.jsonValue.serialized()
        #expect(try Transcript.Entry(jsonValue: JSONValue(parsing: text)) == entry)
    }

    @Test func aTranscriptIsCodable() throws {
        let transcript = Transcript(entries: Self.entries)
        let data = try JSONEncoder().encode(transcript)
        #expect(try JSONDecoder().decode(Transcript.self, from: data) == transcript)
    }

    @Test(arguments: ["{}", #"{"kind":"x","id":"1"}"#, #"{"kind":"tool_output","id":"1"}"#])
    func aDamagedEntryIsRefused(json: String) throws {
        #expect(throws: GeneratedContent.ParsingError.self) {
            try Transcript.Entry(jsonValue: JSONValue(parsing: json))
        }
    }
}
