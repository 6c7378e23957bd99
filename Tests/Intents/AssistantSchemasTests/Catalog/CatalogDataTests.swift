import AssistantSchemas
import FoundationEssentials
import Repository
import StreamingJSON
import Testing

/// The catalog beside the files from which it is read.
@Suite struct CatalogDataTests {
    private let catalog = SchemaCatalog.current

    @Test func theCatalogHasTheFactsOfTheData() throws {
        let data = try CatalogData.file("schemas.json")
        let schemas = try #require(data["schemas"]?.arrayValue)
        #expect(catalog.version.description == data["version"]?.stringValue)
        #expect(schemas.count == 302)
        #expect(catalog.intents.count == 180)
        #expect(catalog.entities.count == 74)
        #expect(catalog.enumerations.count == 48)
        for schema in schemas {
            let id = try #require(schema["id"]?.stringValue)
            switch schema["kind"]?.stringValue {
            case "intent": try compare(#require(catalog.intent(id), "\(id)"), schema)
            case "entity":
                let entity = try #require(catalog.entity(id), "\(id)")
                compare(entity.facts, schema)
                #expect(notations(entity.knownProperties) == texts(schema["properties"]), "\(id)")
                #expect(entity.protocols.map(\.rawValue) == texts(schema["protocols"]) ?? [], "\(id)")
            default:
                let enumeration = try #require(catalog.enumeration(id), "\(id)")
                compare(enumeration.facts, schema)
                #expect(enumeration.cases == texts(schema["cases"]), "\(id)")
                #expect(enumeration.isOpen == schema["open"]?.boolValue, "\(id)")
            }
        }
    }

    private func compare(_ intent: IntentSchema, _ schema: JSONValue) throws {
        compare(intent.facts, schema)
        #expect(notations(intent.knownParameters) == texts(schema["parameters"]), "\(intent.id)")
        let result = intent.result.map { $0.notation + (intent.isResultOptional ? "?" : "") }
        #expect(result == schema["result"]?.stringValue, "\(intent.id)")
        #expect(intent.protocols.map(\.rawValue) == texts(schema["protocols"]) ?? [], "\(intent.id)")
        #expect(intent.risk.rawValue == schema["risk"]?.stringValue, "\(intent.id)")
        #expect(intent.minimumAuthentication.rawValue == schema["authentication"]?.stringValue, "\(intent.id)")
        for parameter in intent.parameters {
            #expect(parameter.defaultValue == schema["defaults"]?[parameter.name], "\(intent.id).\(parameter.name)")
        }
    }

    private func compare(_ facts: SchemaFacts, _ schema: JSONValue) {
        #expect(facts.since == schema["since"]?.stringValue, "\(facts.id)")
        #expect(facts.isDeprecated == schema["deprecated"]?.boolValue ?? false, "\(facts.id)")
        #expect(facts.evidence.grade.rawValue == schema["grade"]?.stringValue, "\(facts.id)")
        #expect(facts.evidence.source == schema["source"]?.stringValue, "\(facts.id)")
        #expect(
            facts.experiences == Set((texts(schema["experiences"]) ?? []).compactMap(SchemaExperience.init)),
            "\(facts.id)"
        )
    }

    private func notations(_ parameters: [SchemaParameter]?) -> [String]? {
        parameters.map { $0.map { "\($0.name): \($0.notation)" } }
    }

    private func texts(_ value: JSONValue?) -> [String]? {
        value?.arrayValue.map { $0.compactMap(\.stringValue) }
    }

    @Test func theTextsAreThoseOfTheData() throws {
        for domain in catalog.domains {
            let texts = try CatalogData.file("Texts/\(domain.name).json")
            #expect(domain.title.english == texts["title"]?["en"]?.stringValue)
            #expect(domain.title.japanese == texts["title"]?["ja"]?.stringValue)
            for intent in domain.intents {
                let own = try #require(texts["intents"]?[intent.name], "\(intent.id)")
                #expect(intent.title == text(own["title"]))
                #expect(intent.summary == text(own["description"]))
                for (sentences, language) in [(intent.phrases.english, "en"), (intent.phrases.japanese, "ja")] {
                    #expect(sentences.example == own["phrases"]?[language]?["example"]?.stringValue)
                    #expect(sentences.patterns.count == own["phrases"]?[language]?["patterns"]?.arrayValue?.count)
                    #expect(
                        sentences.questions.map(\.text)
                            == (own["phrases"]?[language]?["asks"]?.arrayValue ?? []).map {
                                $0["question"]?.stringValue
                            }
                    )
                }
            }
            for entity in domain.entities { #expect(entity.title == text(texts["entities"]?[entity.name])) }
            for enumeration in domain.enumerations {
                #expect(enumeration.title == text(texts["enums"]?[enumeration.name]))
            }
        }
    }

    private func text(_ value: JSONValue?) -> LocalizedText? {
        guard let english = value?["en"]?.stringValue, let japanese = value?["ja"]?.stringValue else { return nil }
        return LocalizedText(english, japanese)
    }

    @Test func thePatternsHaveTheWordsOfTheirClasses() throws {
        let sentences = catalog.intents.flatMap { [$0.phrases.english, $0.phrases.japanese] }
        let patterns = sentences.flatMap { $0.patterns + $0.questions.flatMap { [$0.pattern, $0.answer] } }
        #expect(patterns.count == 637)
        #expect(!patterns.contains { pattern in pattern.contains { "<>$".contains($0) } })
        #expect(
            catalog.intent("photos.openAlbum")?.phrases.english.patterns.first == """
                (open|show|show me|display|bring up|go to|pull up|take me to|view|let me see|see) [my] \
                ([photo] album [called|named|titled|labeled|labelled|with the name|with the title|by the name of] \
                {target:name}|{target:name} [photo] album)
                """
        )
        #expect(
            catalog.intent("clock.createAlarm")?.phrases.japanese.questions.first?.answer == """
                [{time.half=午前|午後|朝|夜|昼|夕方|深夜|早朝|お昼|夜中|晩|今夜|今晩|今朝}][の]\
                (({time.hour:integer}時[{time.minute:integer}分|{time.past=半}]|{time.hour:digits}:{time.minute:digits})\
                |{time.half=正午})[ごろ|頃|ちょうど][に|で|です]
                """
        )
    }

    /// Each text is there and differs from its translation, unless it is a name.
    @Test func everySchemaHasTexts() {
        for intent in catalog.intents {
            for text in [intent.title, intent.summary] {
                #expect(
                    !text.english.isEmpty && !text.japanese.isEmpty && text.english != text.japanese,
                    "\(intent.id)"
                )
            }
            #expect(intent.summary.english.hasSuffix(".") && intent.summary.japanese.hasSuffix("。"), "\(intent.id)")
            #expect(
                !intent.phrases.english.patterns.isEmpty && !intent.phrases.japanese.patterns.isEmpty,
                "\(intent.id)"
            )
        }
    }
}

/// The data files of the catalog.
enum CatalogData {
    static func file(_ path: String) throws -> JSONValue {
        let file = Repository.root.appending(path: "Sources/C/CAssistantSchemas/Data/\(path)")
        return try JSONValue(parsing: Data(contentsOf: file))
    }
}
