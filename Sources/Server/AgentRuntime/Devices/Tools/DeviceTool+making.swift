import AgentTools
import AssistantSchemas
import LanguageModels
import ToolPhrases
import StreamingJSON

extension DeviceTool {
    /// Makes the tools of a client: each schema that one of its apps has, once.
    static func tools(
        of apps: [RegisteredApp],
        _ refinements: SchemaRefinements,
        _ reader: any PhraseReader
    ) -> [DeviceTool] {
        var names: Set<DeviceToolName> = []
        var tools: [DeviceTool] = []
        for app in apps {
            for intent in app.registration.intents where intent.visibility != .user {
                guard let schema = SchemaCatalog.current.intent(intent.schema),
                    names.insert(.intent(schema.id)).inserted
                else { continue }
                if let tool = DeviceTool(schema, refinements, reader) { tools.append(tool) }
            }
            for entity in app.registration.entities where !entity.isTransient && !entity.queries.isEmpty {
                guard let schema = SchemaCatalog.current.entity(entity.schema),
                    names.insert(.query(schema.id)).inserted
                else { continue }
                let verbs = apps.reduce(into: Set<EntityQueryVerb>()) { $0.formUnion($1.verbs(of: schema.id)) }
                if let tool = DeviceTool(schema, verbs) { tools.append(tool) }
            }
            for own in app.registration.tools where names.insert(.own(own.name)).inserted {
                if let tool = DeviceTool(own, of: app) { tools.append(tool) }
            }
        }
        return tools
    }

    /// Makes the tool of an intent; `nil` if no model can fill its input.
    private init?(_ schema: IntentSchema, _ refinements: SchemaRefinements, _ reader: any PhraseReader) {
        let input = schema.inputSchema(refinements, form: .model)
        guard let parameters = GenerationSchema(ofDevice: input) else { return nil }
        let phrases = ToolPhrases(schema)
        let kinds = schema.parameters.flatMap { parameter in
            parameter.type.element.entities(refinements, owner: "\(schema.id).\(parameter.name)")
        }
        self.init(
            kind: .intent(schema.id),
            description: schema.summary.text(locale: nil) + " Runs in an app on the person's device."
                + (!kinds.isEmpty || schema.parameters.contains { $0.type.element == .anyEntity }
                    ? " Entities are named by ids that a query or an earlier output has shown." : ""),
            titles: schema.title.byLanguage,
            parameters: parameters,
            phrases: phrases,
            isReadOnly: false,
            searchWords: [schema.title.japanese] + reader.literalTexts(of: phrases),
            companions: kinds.map { DeviceToolName.query($0).name }
        )
    }

    /// Makes the tool of the queries about an entity.
    private init?(_ schema: EntitySchema, _ verbs: Set<EntityQueryVerb>) {
        var properties: JSONObject = [:]
        if verbs.contains(.matching) || verbs.contains(.indexed) {
            properties["text"] = [
                "type": "string", "maxLength": 500,
                "description": "Words of the title; leave it out for suggestions.",
            ]
        }
        if verbs.contains(.get) {
            properties["ids"] = [
                "type": "array", "maxItems": .integer(EntityQueryCall.mostEntities),
                "items": ["type": "string", "maxLength": 512], "description": "Ids that are known already.",
            ]
        }
        if verbs.contains(.filter) {
            properties["filter"] = ["type": "object", "description": "Conditions of the app."]
        }
        properties["limit"] = [
            "type": "integer", "minimum": 1, "maximum": .integer(EntityQueryCall.mostEntities),
        ]
        let input: JSONObject = ["type": "object", "additionalProperties": false, "properties": .object(properties)]
        guard let parameters = GenerationSchema(ofDevice: input) else { return nil }
        let title = schema.title.text(locale: nil)
        self.init(
            kind: .query(schema.id),
            description:
                "Finds things of the kind \"\(title)\" (\(schema.id)) in an app on the person's device and returns them with their ids. "
                + "It changes nothing.",
            titles: schema.title.byLanguage,
            parameters: parameters,
            phrases: .none(of: DeviceToolName.query(schema.id).name, isReadOnly: true),
            isReadOnly: true,
            searchWords: [schema.title.japanese]
        )
    }

    /// Makes the tool that an app declares itself.
    private init?(_ own: ToolboxRegistration.OwnTool, of app: RegisteredApp) {
        guard let input = ForeignSchema.readable(own.parameters).objectValue,
            let parameters = GenerationSchema(ofDevice: input)
        else { return nil }
        // A quotation mark would end the words of the app.
        let words = TextLine(own.summary, limit: 400).text.replacing("\"", with: "'")
        self.init(
            kind: .own(own.name),
            description:
                "A tool of the app \(app.place.shownApp) on the person's device. The app describes it so: \"\(words)\"",
            titles: [:],
            parameters: parameters,
            phrases: .none(of: DeviceToolName.own(own.name).name, isReadOnly: own.isReadOnly),
            isReadOnly: own.isReadOnly
        )
    }
}

extension SchemaRefinements {
    /// Makes the refinements of several apps together.
    init(merging all: [SchemaRefinements]) {
        self.init()
        for refinements in all {
            for (schema, values) in refinements.cases {
                let known = cases[schema] ?? []
                cases[schema] = known + values.filter { !known.contains($0) }
            }
            for (schema, names) in refinements.titles {
                titles[schema, default: [:]].merge(names) { first, _ in first }
            }
            unions.merge(refinements.unions) { first, _ in first }
            transientEntities.formUnion(refinements.transientEntities)
        }
        // Where apps differ, any entity fits; the app that is chosen for a call decides.
        let names = Set(all.flatMap(\.targets.keys))
        for name in names {
            let types = Set(all.compactMap { $0.targets[name] })
            if types.count == 1 { targets[name] = types.first }
        }
    }
}

extension GenerationSchema {
    /// Makes the schema of a device's tool; `nil` if no model can fill it.
    fileprivate init?(ofDevice schema: JSONObject) {
        guard
            let made = try? GenerationSchema(
                root: DynamicGenerationSchema(jsonSchema: .object(schema)),
                dependencies: []
            )
        else { return nil }
        self = made
    }
}

extension SchemaType {
    /// The entities whose ids a value has.
    ///
    /// - Parameter owner: The key in ``SchemaRefinements/unions`` and ``SchemaRefinements/targets``.
    fileprivate func entities(_ refinements: SchemaRefinements, owner: String) -> [String] {
        switch self {
        case .entity(let id): refinements.transientEntities.contains(id) ? [] : [id]
        case .anyEntity: refinements.targets[owner].map { [$0] } ?? []
        case .union:
            (refinements.unions[owner] ?? []).compactMap { SchemaType(notation: $0.type)?.element }.flatMap { member in
                if case .entity(let id) = member { [id] } else { [String]() }
            }
        default: []
        }
    }
}

extension LocalizedText {
    /// The text by the languages of the built-in model.
    fileprivate var byLanguage: [PhraseLanguage: String] { [.english: english, .japanese: japanese] }
}

extension ToolPhrases {
    /// The phrases of a tool that the built-in model does not call by itself.
    fileprivate static func none(of tool: String, isReadOnly: Bool) -> ToolPhrases {
        ToolPhrases(tool: tool, effect: isReadOnly ? .reads : .changes, examples: [:], phrases: [])
    }

    /// Makes the phrases of an intent from those of the catalog.
    init(_ schema: IntentSchema) {
        var phrases: [Phrase] = []
        var examples: [PhraseLanguage: String] = [:]
        for (language, sentences) in [
            (PhraseLanguage.english, schema.phrases.english), (.japanese, schema.phrases.japanese),
        ] {
            examples[language] = sentences.example
            phrases += sentences.patterns.map { Phrase(language, $0) }
            phrases += sentences.questions.map {
                Phrase(language, $0.pattern, asks: Phrase.Question($0.text, answer: $0.answer))
            }
        }
        self.init(
            tool: schema.toolName,
            effect: schema.risk == .navigate ? .reads : .changes,
            examples: examples,
            phrases: phrases
        )
    }
}
