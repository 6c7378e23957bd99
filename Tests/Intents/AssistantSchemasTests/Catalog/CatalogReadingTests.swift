@testable import AssistantSchemas
import StreamingJSON
import Testing

/// The reading of the data, and the places of its faults.
@Suite struct CatalogReadingTests {
    private static let text = """
        [{"version": "2026-11", "aliases": {"a.walk": "a.go"}, "domains": [{"name": "a", "tier": "single", "group": true}], "schemas": [
          {"id": "a.go", "kind": "intent", "parameters": ["to: entity:a.place", "pace: [Int]?"], "defaults": {"pace": []},
           "result": "entity:a.place?", "protocols": ["OpenIntent"], "experiences": ["siri"], "since": "iOS 27.0", "deprecated": true,
           "risk": "control", "authentication": "local", "grade": "name-only", "source": "a.html"},
          {"id": "a.place", "kind": "entity", "properties": ["name: String"], "later": ["name"], "experiences": [],
           "since": "iOS 27.0", "grade": "good", "source": "a.html"},
          {"id": "a.side", "kind": "enum", "cases": ["left"], "open": true, "experiences": [], "since": "iOS 27.0", "grade": "good",
           "source": "a.html"}]},
         {"en": {"go": "(go|walk)", "to": "to <named:$>", "named": "{$:name} [$]", "loop": "<loop>"}, "ja": {"go": "行って"}},
         {"title": {"en": "A", "ja": "ア"},
          "intents": {"go": {"title": {"en": "Go", "ja": "行く"}, "description": {"en": "Goes.", "ja": "行く。"}, "phrases": {
           "en": {"example": "Go to X", "patterns": ["<go> <to:to>"],
                  "asks": [{"pattern": "<go>", "question": "Where?", "answer": "[<to:to>]"}]},
           "ja": {"patterns": ["{to:name}に<go>"]}}}},
          "entities": {"place": {"en": "Place", "ja": "場所"}}, "enums": {"side": {"en": "Side", "ja": "側"}}}]
        """

    private static func catalog(_ text: String) throws -> SchemaCatalog {
        try SchemaCatalog(data: JSONValue(parsing: text))
    }

    @Test func aSchemaHasAllFacts() throws {
        let catalog = try Self.catalog(Self.text)
        let domain = try #require(catalog.domain("a"))
        #expect(domain.tier == .single && domain.isGroup && domain.title == LocalizedText("A", "ア"))
        let intent = try #require(catalog.intent("a.walk"))
        #expect(intent.title == LocalizedText("Go", "行く") && intent.summary == LocalizedText("Goes.", "行く。"))
        #expect(
            intent.knownParameters == [
                SchemaParameter("to", .entity("a.place")),
                SchemaParameter("pace", .array(.integer), optional: true, default: []),
            ]
        )
        #expect(intent.result == .entity("a.place") && intent.isResultOptional)
        #expect(intent.protocols == [.openIntent] && intent.experiences == [.siri] && intent.isDeprecated)
        #expect(intent.risk == .control && intent.minimumAuthentication == .local)
        #expect(intent.evidence == SchemaEvidence(grade: .nameOnly, source: "a.html"))
        #expect(
            intent.phrases.english
                == SchemaPhrases.Sentences(
                    example: "Go to X",
                    patterns: ["(go|walk) to {to:name} [to]"],
                    questions: [
                        SchemaPhrases.Question(pattern: "(go|walk)", text: "Where?", answer: "[to {to:name} [to]]")
                    ]
                )
        )
        #expect(intent.phrases.japanese.patterns == ["{to:name}に行って"])
        #expect(catalog.entity("a.place")?.knownProperties == [SchemaParameter("name", .string, later: true)])
        #expect(catalog.enumeration("a.side")?.isOpen == true)
    }

    @Test func unknownParametersAndMissingPhrasesRemainSo() throws {
        let text = Self.text.replacing(#"["to: entity:a.place", "pace: [Int]?"]"#, with: "null")
            .replacing(#""phrases""#, with: #""note""#)
        let intent = try #require(try Self.catalog(text).intent("a.go"))
        #expect(intent.knownParameters == nil)
        #expect(intent.phrases == .none)
    }

    /// A change of the data, and the place that the error names.
    @Test(arguments: [
        (#""2026-11""#, #""2026-13""#, "schemas.json/version"),
        (#""tier": "single", "#, "", "schemas.json/domains/0/tier"),
        (#""a.go"}"#, #""a.run"}"#, "schemas.json/aliases/a.walk"),
        (#""a.side""#, #""a.place""#, "Texts/a.json/enums/place"),
        (#""a.side""#, #""b.side""#, "Texts/a.json"), ("side", "place", "schemas.json/schemas"),
        (#""schemas": ["#, #""schemas": [{"id": "b.go"}, "#, "schemas.json/schemas"),
        (#""kind": "enum""#, #""kind": "set""#, "schemas.json/schemas/2/kind"),
        ("[Int]?", "[Integer]?", "schemas.json/schemas/0/parameters"),
        (#""OpenIntent""#, #""Open""#, "schemas.json/schemas/0/protocols"),
        (#""control""#, #""some""#, "schemas.json/schemas/0/risk"),
        (#""authentication": "local","#, "", "schemas.json/schemas/0/authentication"),
        (#""open": true"#, #""open": 1"#, "schemas.json/schemas/2/open"),
        (#"["left"]"#, "[7]", "schemas.json/schemas/2/cases/0"),
        (#""ja": "場所""#, #""ja": """#, "Texts/a.json/entities/place/ja"),
        (#""place": {"#, #""plaza": {"#, "Texts/a.json/entities/place"),
        (#""enums": {"#, #""enums": {"back": {"en": "Back", "ja": "裏"}, "#, "Texts/a.json"),
        ("<go> <to:to>", "<run> <to:to>", "words.json/en/run"), ("<go> <to:to>", "<go> <to>", "words.json/en/to"),
        ("<go> <to:to>", "<go:to>", "words.json/en/go"), ("<go> <to:to>", "<loop>", "words.json/en/loop"),
        ("<go> <to:to>", "<go", "words.json/en/go"),
    ])
    func aFaultHasItsPlace(part: String, other: String, place: String) throws {
        #expect(Self.text.contains(part))
        let error = try #require(throws: DocumentFormatError.self) {
            try Self.catalog(Self.text.replacing(part, with: other))
        }
        #expect(error.path == place)
    }
}
