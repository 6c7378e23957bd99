public import StreamingJSON

extension ToolboxRegistration {
    /// Reads the body of `PUT /v1/devices/{id}/toolbox`.
    ///
    /// Unknown members are ignored. The limits are 400 intents, 200 entities, 200 enumerations and 100 tools.
    ///
    /// - Throws: ``DocumentFormatError`` for the first member that does not have the form of a registration. Faults by the
    ///   rules of the schemas are found by ``SchemaCatalog/check(_:strictGroups:)``.
    public init(json: JSONValue) throws(DocumentFormatError) {
        let reader = try MemberReader(json, at: "")
        guard let catalog = CatalogVersion(try reader.text("catalogue", most: 16)) else {
            throw reader.fault("catalogue", "'catalogue' has to be the version of a catalog, such as 2026-11.")
        }
        let app = try reader.reader("app")
        let id = try app.text("id")
        // Models and people read it in sentences of the server.
        guard NameForm.isName(id, most: 200) else {
            throw app.fault(
                "id",
                "'id' has to consist of letters, digits, dots, hyphens and underscores, such as com.example.cafe."
            )
        }
        self.init(
            catalog: catalog,
            app: App(id: id, version: try app.text("version")),
            timeZone: try reader.optionalText("timeZone"),
            locale: try reader.optionalText("locale"),
            push: reader.value("push")
        )
        for (path, value) in try reader.elements("intents", most: 400) {
            intents.append(try Intent(MemberReader(value, at: path)))
        }
        for (path, value) in try reader.elements("entities", most: 200) {
            entities.append(try Entity(MemberReader(value, at: path)))
        }
        for (path, value) in try reader.elements("enums", most: 200) {
            enumerations.append(try Enumeration(MemberReader(value, at: path)))
        }
        for (path, value) in try reader.elements("tools", most: 100) {
            tools.append(try OwnTool(MemberReader(value, at: path)))
        }
    }

    /// The longest time for a run that an app may request, in milliseconds.
    static let longestTimeout = 600_000
}

extension ToolboxRegistration.Intent {
    init(_ reader: MemberReader) throws(DocumentFormatError) {
        let policy = MemberReader(try reader.object("policy"), at: "\(reader.path)/policy")
        self.init(
            schema: try reader.text("schema"),
            intentID: try reader.text("intentId"),
            modes: try reader.choices("modes") ?? [.background],
            visibility: try reader.choice("visibility") ?? .both,
            policy: IntentPolicy(
                confirmation: try policy.choice("confirm") ?? .byRisk,
                authentication: try policy.choice("authentication")
            ),
            isIdempotent: try reader.flag("idempotent"),
            timeoutMilliseconds: try reader.integer("timeoutMs", in: 1...ToolboxRegistration.longestTimeout),
            parameters: try reader.texts("parameters"),
            result: try reader.optionalText("result"),
            unions: try reader.unions(),
            extensions: try reader.texts("extensions")
        )
    }
}

extension ToolboxRegistration.Entity {
    init(_ reader: MemberReader) throws(DocumentFormatError) {
        self.init(
            schema: try reader.text("schema"),
            entityID: try reader.text("entityId"),
            queries: try reader.choices("queries") ?? [],
            isSyncable: try reader.flag("syncable"),
            isTransient: try reader.flag("transient"),
            properties: try reader.texts("properties"),
            unions: try reader.unions()
        )
    }
}

extension ToolboxRegistration.Enumeration {
    init(_ reader: MemberReader) throws(DocumentFormatError) {
        var cases: [Case] = []
        for (path, value) in try reader.elements("cases", most: 200) {
            let member = try MemberReader(value, at: path)
            cases.append(Case(value: try member.text("value"), title: try member.optionalText("title") ?? ""))
        }
        self.init(schema: try reader.text("schema"), cases: cases)
    }
}

extension ToolboxRegistration.OwnTool {
    init(_ reader: MemberReader) throws(DocumentFormatError) {
        let fallback = try reader.value("fallback").map { value throws(DocumentFormatError) in
            try MemberReader(value, at: "\(reader.path)/fallback").value("value") ?? nil
        }
        self.init(
            name: try reader.text("name"),
            summary: try reader.text("description", most: 1_000),
            parameters: reader.value("parameters") ?? ["type": "object", "properties": [:]],
            output: reader.value("output"),
            isReadOnly: try reader.flag("readOnly"),
            fallback: fallback,
            timeoutMilliseconds: try reader.integer("timeoutMs", in: 1...ToolboxRegistration.longestTimeout)
        )
    }
}

extension MemberReader {
    /// Returns the members of the unions, by the parameter or property.
    fileprivate func unions() throws(DocumentFormatError) -> [String: [ToolboxRegistration.UnionMember]] {
        var unions: [String: [ToolboxRegistration.UnionMember]] = [:]
        let names = MemberReader(try object("unions"), at: "\(path)/unions")
        for (name, _) in try object("unions") {
            unions[name] = []
            for (path, value) in try names.elements(name, most: 50) {
                let member = try MemberReader(value, at: path)
                unions[name]?.append(
                    ToolboxRegistration.UnionMember(kind: try member.text("kind"), type: try member.text("type"))
                )
            }
        }
        return unions
    }
}
