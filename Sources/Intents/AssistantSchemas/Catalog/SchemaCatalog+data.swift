import CAssistantSchemas
import StreamingJSON

extension SchemaCatalog {
    /// Parses the data of this build: an array of `schemas.json`, `words.json` and the texts of each domain.
    static func embeddedData() throws(JSONParseError) -> JSONValue {
        let bytes = UnsafeBufferPointer(start: torii_assistant_schemas(), count: torii_assistant_schemas_size())
        return try JSONValue(parsing: bytes, options: JSONParseOptions(repeatedNames: .refuse))
    }

    /// Reads a catalog.
    ///
    /// - Parameter data: The array of ``embeddedData()``.
    init(data: JSONValue) throws(DocumentFormatError) {
        let facts = try MemberReader(data[0] ?? nil, at: "schemas.json")
        let words = WordClasses(try MemberReader(data[1] ?? nil, at: "words.json"))
        guard let version = CatalogVersion(try facts.text("version")) else {
            throw facts.fault("version", "'version' has to be a month such as 2026-11.")
        }
        let schemas = try facts.readers("schemas", most: 1000)
        let ids = try schemas.map { (schema) throws(DocumentFormatError) in try schema.text("id") }
        var domains: [SchemaDomain] = []
        for (index, row) in try facts.readers("domains", most: 100).enumerated() {
            let name = try row.text("name")
            domains.append(
                try SchemaDomain(
                    row,
                    texts: MemberReader(data[index + 2] ?? nil, at: "Texts/\(name).json"),
                    schemas: zip(schemas, ids).filter { $1.hasPrefix("\(name).") }.map { $0.0 },
                    words: words
                )
            )
        }
        let count = domains.reduce(0) { $0 + $1.intents.count + $1.entities.count + $1.enumerations.count }
        guard count == schemas.count, Set(ids).count == schemas.count, data.arrayValue?.count == domains.count + 2
        else {
            throw facts.fault(
                "schemas",
                "Each schema and each file of texts has to be in the data once, for one of the domains."
            )
        }
        var aliases: [String: String] = [:]
        for (former, present) in facts.value("aliases")?.objectValue ?? [:] {
            guard let present = present.stringValue, ids.contains(present) else {
                throw facts.fault("aliases/\(former)", "The identifier of a schema is expected.")
            }
            aliases[former] = present
        }
        self.init(version: version, aliases: aliases, domains: domains)
    }
}

extension SchemaDomain {
    fileprivate init(
        _ row: MemberReader,
        texts: MemberReader,
        schemas: [MemberReader],
        words: WordClasses
    ) throws(DocumentFormatError) {
        name = try row.text("name")
        tier = try row.one("tier")
        isGroup = try row.flag("group")
        title = try texts.localized("title")
        let intentTexts = try texts.reader("intents")
        let entityTitles = try texts.reader("entities")
        let enumerationTitles = try texts.reader("enums")
        var intents: [IntentSchema] = []
        var entities: [EntitySchema] = []
        var enumerations: [EnumSchema] = []
        for schema in schemas {
            let name = String(try schema.text("id").dropFirst(self.name.count + 1))
            switch try schema.text("kind") {
            case "intent": intents.append(try IntentSchema(schema, texts: intentTexts.reader(name), words: words))
            case "entity": entities.append(try EntitySchema(schema, title: entityTitles.localized(name)))
            case "enum": enumerations.append(try EnumSchema(schema, title: enumerationTitles.localized(name)))
            default: throw schema.fault("kind", "'kind' has to be one of 'intent', 'entity', 'enum'.")
            }
        }
        guard
            (intentTexts.count, entityTitles.count, enumerationTitles.count)
                == (intents.count, entities.count, enumerations.count)
        else {
            throw DocumentFormatError(path: texts.path, message: "There are texts for a schema that does not exist.")
        }
        (self.intents, self.entities, self.enumerations) = (intents, entities, enumerations)
    }
}

extension SchemaFacts {
    fileprivate init(_ schema: MemberReader, title: LocalizedText) throws(DocumentFormatError) {
        id = try schema.text("id")
        self.title = title
        since = try schema.text("since")
        isDeprecated = try schema.flag("deprecated")
        experiences = try schema.choices("experiences") ?? []
        evidence = SchemaEvidence(grade: try schema.one("grade"), source: try schema.text("source"))
    }
}

extension IntentSchema {
    fileprivate init(_ schema: MemberReader, texts: MemberReader, words: WordClasses) throws(DocumentFormatError) {
        facts = try SchemaFacts(schema, title: texts.localized("title"))
        summary = try texts.localized("description")
        knownParameters = try schema.parameters("parameters")
        let result = try schema.optionalText("result").map { (text) throws(DocumentFormatError) in
            try schema.type(text, of: "result")
        }
        self.result = result?.type
        isResultOptional = result?.isOptional ?? false
        protocols = try schema.protocols()
        risk = try schema.one("risk")
        minimumAuthentication = try schema.one("authentication")
        phrases = texts.value("phrases") == nil ? .none : try SchemaPhrases(texts.reader("phrases"), words: words)
    }
}

extension EntitySchema {
    fileprivate init(_ schema: MemberReader, title: LocalizedText) throws(DocumentFormatError) {
        facts = try SchemaFacts(schema, title: title)
        knownProperties = try schema.parameters("properties")
        protocols = try schema.protocols()
    }
}

extension EnumSchema {
    fileprivate init(_ schema: MemberReader, title: LocalizedText) throws(DocumentFormatError) {
        facts = try SchemaFacts(schema, title: title)
        cases = try schema.list("cases")
        isOpen = try schema.flag("open")
    }
}

extension SchemaPhrases {
    fileprivate init(_ texts: MemberReader, words: WordClasses) throws(DocumentFormatError) {
        english = try Sentences(texts.reader("en"), words: words, language: "en")
        japanese = try Sentences(texts.reader("ja"), words: words, language: "ja")
    }
}

extension SchemaPhrases.Sentences {
    fileprivate init(_ texts: MemberReader, words: WordClasses, language: String) throws(DocumentFormatError) {
        example = try texts.optionalText("example")
        patterns = try texts.list("patterns").map { (pattern) throws(DocumentFormatError) in
            try words.expanded(pattern, language)
        }
        questions = try texts.readers("asks", most: 100).map { (ask) throws(DocumentFormatError) in
            SchemaPhrases.Question(
                pattern: try words.expanded(ask.text("pattern", most: 1000), language),
                text: try ask.text("question"),
                answer: try words.expanded(ask.text("answer", most: 1000), language)
            )
        }
    }
}

extension MemberReader {
    fileprivate func readers(_ name: String, most: Int) throws(DocumentFormatError) -> [MemberReader] {
        try elements(name, most: most).map { (path, value) throws(DocumentFormatError) in
            try MemberReader(value, at: path)
        }
    }

    fileprivate func list(_ name: String) throws(DocumentFormatError) -> [String] {
        try elements(name, most: 100).map { (path, value) throws(DocumentFormatError) in
            guard let text = value.stringValue else {
                throw DocumentFormatError(path: path, message: "A text is expected, not \(value.typeName).")
            }
            return text
        }
    }

    fileprivate func one<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String
    ) throws(DocumentFormatError) -> Choice {
        guard let choice = try choice(name, Choice.self) else { throw fault(name, "'\(name)' is missing.") }
        return choice
    }

    fileprivate func localized(_ name: String) throws(DocumentFormatError) -> LocalizedText {
        let texts = try reader(name)
        return LocalizedText(try texts.text("en"), try texts.text("ja"))
    }

    fileprivate func protocols() throws(DocumentFormatError) -> [SystemProtocol] {
        try list("protocols").map { (name) throws(DocumentFormatError) in
            guard let found = SystemProtocol(rawValue: name) else {
                throw fault("protocols", "'\(name)' is no system protocol.")
            }
            return found
        }
    }

    /// Returns parameters or properties, which are texts such as `creationDate: Date?`; `nil` if they are unknown.
    fileprivate func parameters(_ name: String) throws(DocumentFormatError) -> [SchemaParameter]? {
        guard value(name) != nil else { return nil }
        let later = try list("later")
        let defaults = try object("defaults")
        return try list(name).map { (text) throws(DocumentFormatError) in
            let parameter = text.prefix { $0 != ":" }
            let type = try self.type(String(text.dropFirst(parameter.count + 2)), of: name)
            return SchemaParameter(
                String(parameter),
                type.type,
                optional: type.isOptional,
                later: later.contains { $0 == parameter },
                default: defaults[String(parameter)]
            )
        }
    }

    fileprivate func type(
        _ notation: String,
        of member: String
    ) throws(DocumentFormatError) -> (type: SchemaType, isOptional: Bool) {
        let isOptional = notation.hasSuffix("?")
        guard let type = SchemaType(notation: isOptional ? String(notation.dropLast()) : notation) else {
            throw fault(member, "'\(notation)' is no type.")
        }
        return (type, isOptional)
    }
}
