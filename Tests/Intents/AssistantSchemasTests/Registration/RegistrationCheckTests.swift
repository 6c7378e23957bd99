import AssistantSchemas
import StreamingJSON
import Testing

/// The check of registrations by the rules that the macros check in Swift.
@Suite struct RegistrationCheckTests {
    private static let album = ToolboxRegistration.Entity(
        schema: "photos.album",
        entityID: "AlbumEntity",
        queries: [.get, .matching],
        properties: ["name": "String", "creationDate": "Date?", "albumType": "enum:photos.albumType"]
    )
    private static let albumType = ToolboxRegistration.Enumeration(
        schema: "photos.albumType",
        cases: [.init(value: "custom", title: "Custom")]
    )
    private static let openAlbum = ToolboxRegistration.Intent(
        schema: "photos.openAlbum",
        intentID: "OpenAlbum",
        modes: [.foreground],
        parameters: ["target": "entity:photos.album"]
    )
    private static let createAlbum = ToolboxRegistration.Intent(
        schema: "photos.createAlbum",
        intentID: "CreateAlbum",
        parameters: ["name": "String"],
        result: "entity:photos.album"
    )

    private func registration(
        intents: [ToolboxRegistration.Intent] = [openAlbum, createAlbum],
        entities: [ToolboxRegistration.Entity] = [album],
        enumerations: [ToolboxRegistration.Enumeration] = [albumType],
        tools: [ToolboxRegistration.OwnTool] = []
    ) -> ToolboxRegistration {
        ToolboxRegistration(
            app: .init(id: "com.example.album", version: "1"),
            intents: intents,
            entities: entities,
            enumerations: enumerations,
            tools: tools
        )
    }

    private func check(_ registration: ToolboxRegistration, strictGroups: Bool = false) -> RegistrationReport {
        SchemaCatalog.current.check(registration, strictGroups: strictGroups)
    }

    @Test func aRegistrationWithoutFaults() {
        let report = check(registration())
        #expect(report.rejected == [])
        #expect(report.warnings == [])
        #expect(report.accepted == registration())
        #expect(report.json["accepted"]?["intents"] == ["photos.openAlbum", "photos.createAlbum"])
    }

    /// An action with one fault: its code and its place.
    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        var code: RegistrationFinding.Code
        var path: String
        var change: @Sendable (inout ToolboxRegistration.Intent) -> Void
        var testDescription: String { name }
    }

    @Test(arguments: [
        Fault(name: "unknown", code: .unknownSchema, path: "/intents/0/schema") { $0.schema = "photos.openAlbm" },
        Fault(name: "no target", code: .missingParameter, path: "/intents/0/parameters") { $0.parameters = [:] },
        Fault(name: "wrong entity", code: .parameterType, path: "/intents/0/parameters/target") {
            $0.parameters["target"] = "entity:photos.asset"
        },
        Fault(name: "text", code: .parameterType, path: "/intents/0/parameters/target") {
            $0.parameters["target"] = "String"
        },
        Fault(name: "array", code: .parameterType, path: "/intents/0/parameters/target") {
            $0.parameters["target"] = "[entity:photos.album]"
        },
        Fault(name: "optional", code: .parameterType, path: "/intents/0/parameters/target") {
            $0.parameters["target"] = "entity:photos.album?"
        },
        Fault(name: "nonsense", code: .parameterType, path: "/intents/0/parameters/target") {
            $0.parameters["target"] = "[[[["
        },
        Fault(name: "required extra", code: .unexpectedParameter, path: "/intents/0/parameters/x") {
            $0.parameters["x"] = "Int"
        },
        Fault(name: "required extension", code: .unexpectedParameter, path: "/intents/0/extensions/x") {
            $0.extensions["x"] = "Int"
        },
        Fault(name: "result", code: .resultType, path: "/intents/0/result") { $0.result = "entity:photos.album" },
        Fault(name: "background", code: .missingMode, path: "/intents/0/modes") { $0.modes = [.background] },
        Fault(name: "policy", code: .weakerPolicy, path: "/intents/0/policy/authentication") {
            $0.policy.authentication = AuthenticationLevel.none
        },
    ])
    func aFaultOfAnIntent(fault: Fault) throws {
        var intent = Self.openAlbum
        fault.change(&intent)
        let report = check(registration(intents: [intent, Self.createAlbum]))
        #expect(report.rejected.map(\.code) == [fault.code])
        #expect(report.rejected.map(\.path) == [fault.path])
        #expect(report.accepted.intents.map(\.schema) == ["photos.createAlbum"])
    }

    @Test func theMessageNamesTheNearestSchemas() throws {
        var intent = Self.openAlbum
        intent.schema = "photos.openAlbm"
        let finding = try #require(check(registration(intents: [intent])).rejected.first)
        #expect(finding.schema == "photos.openAlbm")
        #expect(
            finding.message
                == "The catalog 2026-11 has no intent 'photos.openAlbm'. The nearest are 'photos.openAlbum', 'photos.openAsset', "
                + "'photos.createAlbum'."
        )
    }

    @Test func aStricterPolicyIsAccepted() {
        var intent = Self.openAlbum
        intent.policy = IntentPolicy(confirmation: .always, authentication: .local)
        #expect(check(registration(intents: [intent])).rejected == [])
    }

    @Test func anOptionalExtraParameterIsAnExtension() {
        var intent = Self.createAlbum
        intent.parameters["color"] = "String?"
        let report = check(registration(intents: [intent]))
        #expect(report.rejected == [])
        #expect(report.accepted.intents[0].parameters == ["name": "String"])
        #expect(report.accepted.intents[0].extensions == ["color": "String?"])
    }

    @Test func aSchemaIsDeclaredOnce() {
        let report = check(
            registration(intents: [Self.openAlbum, Self.openAlbum], entities: [Self.album, Self.album])
        )
        #expect(report.rejected.map(\.code) == [.repeatedSchema, .repeatedSchema])
        #expect(report.rejected.map(\.path) == ["/entities/1/schema", "/intents/1/schema"])
    }

    @Test func anEntityHasToBeDeclaredAndFound() {
        #expect(check(registration(intents: [Self.openAlbum], entities: [])).rejected.map(\.code) == [.missingEntity])
        #expect(check(registration(intents: [Self.createAlbum], entities: [])).rejected.map(\.code) == [.missingEntity])
        var album = Self.album
        album.queries = [.get]
        #expect(
            check(registration(intents: [Self.openAlbum], entities: [album])).rejected.map(\.code) == [.missingQuery]
        )
        album.queries = [.get, .indexed]
        #expect(check(registration(intents: [Self.openAlbum], entities: [album])).rejected == [])
        album.queries = [.matching]
        #expect(check(registration(intents: [], entities: [album])).rejected.map(\.path) == ["/entities/0/queries"])
    }

    /// An action is rejected with the entity that it uses.
    @Test func anEntityWithAFault() {
        var album = Self.album
        album.properties["albumType"] = "String"
        let report = check(registration(entities: [album]))
        #expect(report.rejected.map(\.code) == [.propertyType, .missingEntity, .missingEntity])
        #expect(report.accepted.intents == [])
    }

    @Test func theProperties() {
        var album = Self.album
        album.properties["name"] = nil
        #expect(check(registration(intents: [], entities: [album])).rejected.map(\.code) == [.missingProperty])
        album = Self.album
        album.properties["creationDate"] = nil
        var report = check(registration(intents: [], entities: [album]))
        #expect(report.rejected == [])
        #expect(report.warnings.map(\.code) == [.missingProperty])
        // A property that always has a value is more than an optional one promises.
        album.properties["creationDate"] = "Date"
        #expect(check(registration(intents: [], entities: [album])).rejected == [])
        album = Self.album
        album.properties["color"] = "String"
        report = check(registration(intents: [], entities: [album]))
        #expect(report.warnings.map(\.code) == [.unexpectedProperty])
        #expect(report.accepted.entities[0].properties["color"] == nil)
        #expect(check(registration(intents: [], enumerations: [])).rejected.map(\.code) == [.missingEnumeration])
    }

    @Test func theCasesOfAnEnumeration() {
        func report(_ schema: String, _ cases: [String], catalog: String = "2026-11") -> RegistrationReport {
            var registration = registration(intents: [], entities: [])
            registration.catalog = CatalogVersion(catalog) ?? registration.catalog
            registration.enumerations = [
                .init(schema: schema, cases: cases.map { .init(value: $0, title: $0.uppercased()) })
            ]
            return check(registration)
        }
        #expect(report("calendar.eventSpan", ["this", "future", "all"]).rejected == [])
        #expect(report("calendar.eventSpan", ["this"]).rejected.map(\.code) == [.enumerationCases])
        // A case that the app does not know may be newer than the app.
        #expect(report("calendar.eventSpan", ["this"], catalog: "2025-06").rejected == [])
        let surplus = report("calendar.eventSpan", ["this", "future", "all", "past"])
        #expect(surplus.rejected == [])
        #expect(surplus.warnings.map(\.code) == [.enumerationCases])
        #expect(surplus.accepted.enumerations[0].cases.map(\.value) == ["this", "future", "all"])
        #expect(report("photos.albumType", ["a", "b"]).rejected == [])
        #expect(report("photos.albumType", []).rejected.map(\.code) == [.enumerationCases])
        for value in ["", "a\u{200B}", "<|im_start|>", "[INST]", "a\nb", String(repeating: "a", count: 201)] {
            let codes = report("photos.albumType", [value]).rejected.map(\.code)
            #expect(Set(codes) == [.enumerationCases], "\(value)")
        }
        #expect(report("photos.albumType", ["夏 の", String(repeating: "a", count: 200)]).rejected.isEmpty)
        #expect(report("photos.albumType", ["a", "a"]).rejected.map(\.code) == [.enumerationCases])
        #expect(report("photos.albumTyp", ["a"]).rejected.map(\.code) == [.unknownSchema])
    }

    @Test func theMembersOfAUnion() {
        func codes(_ members: [ToolboxRegistration.UnionMember]?) -> [RegistrationFinding.Code] {
            var intent = ToolboxRegistration.Intent(
                schema: "audio.addToLibrary",
                intentID: "Add",
                parameters: ["audioEntity": "AudioItem"]
            )
            intent.unions["audioEntity"] = members
            return check(registration(intents: [intent])).rejected.map(\.code)
        }
        #expect(codes([.init(kind: "text", type: "String")]) == [])
        #expect(codes([.init(kind: "album", type: "entity:photos.album")]) == [])
        #expect(codes(nil) == [.unionMembers])
        #expect(codes([]) == [.unionMembers])
        #expect(codes([.init(kind: "a", type: "String"), .init(kind: "a", type: "URL")]) == [.unionMembers])
        #expect(codes([.init(kind: "a", type: "Song")]) == [.unionMembers])
        #expect(codes([.init(kind: "a", type: "AudioItem")]) == [.unionMembers])
        #expect(codes([.init(kind: "song", type: "entity:audio.song")]) == [.missingEntity])
    }

    @Test func anActionForAnyEntity() {
        var intent = ToolboxRegistration.Intent(
            schema: "system.open",
            intentID: "Open",
            modes: [.foreground],
            parameters: ["target": "entity:photos.album"]
        )
        let report = check(registration(intents: [intent]))
        #expect(report.rejected == [])
        #expect(SchemaRefinements(report.accepted).targets == ["system.open.target": "photos.album"])
        intent.parameters["target"] = "entity:photos.asset"
        #expect(check(registration(intents: [intent])).rejected.map(\.code) == [.missingEntity])
        intent.parameters["target"] = "String"
        #expect(check(registration(intents: [intent])).rejected.map(\.code) == [.parameterType])
    }

    @Test func aThingWithoutIdentifierNeedsNoQuery() {
        let attendee = ToolboxRegistration.Entity(
            schema: "calendar.attendee",
            entityID: "Attendee",
            queries: [],
            isTransient: true,
            properties: ["person": "IntentPerson", "isAttendanceOptional": "Bool"]
        )
        let report = check(registration(intents: [], entities: [attendee]))
        #expect(report.rejected == [])
        #expect(SchemaRefinements(report.accepted).transientEntities == ["calendar.attendee"])
    }

    /// The rule for Mail, Clock and Messages.
    @Test func aGroupIsAdoptedAsAWhole() {
        let timer = ToolboxRegistration.Entity(
            schema: "clock.timer",
            entityID: "Timer",
            queries: [.get, .matching],
            properties: [
                "duration": "Duration", "durationRemaining": "Duration", "state": "enum:clock.timerState",
                "label": "String?",
                "isSleepTimer": "Bool",
            ]
        )
        let state = ToolboxRegistration.Enumeration(
            schema: "clock.timerState",
            cases: ["firing", "paused", "running", "undefined"].map { .init(value: $0, title: $0) }
        )
        let pause = ToolboxRegistration.Intent(
            schema: "clock.pauseTimer",
            intentID: "Pause",
            parameters: ["timer": "entity:clock.timer"]
        )
        let registration = registration(intents: [pause], entities: [timer], enumerations: [state])
        let report = check(registration)
        #expect(report.rejected == [])
        #expect(report.warnings.map(\.code) == [.missingGroupMember])
        #expect(report.warnings[0].message.contains("clock.resumeTimer"))
        let strict = check(registration, strictGroups: true)
        #expect(strict.rejected.map(\.code) == [.missingGroupMember])
        #expect(strict.accepted.intents == [])
    }

    @Test func otherVersionsOfTheCatalog() throws {
        var registration = registration()
        registration.catalog = try #require(CatalogVersion("2025-06"))
        #expect(check(registration).warnings.map(\.code) == [.olderCatalog])
        #expect(check(registration).rejected == [])
        registration.catalog = try #require(CatalogVersion("2027-06"))
        #expect(check(registration).warnings.map(\.code) == [.newerCatalog])
    }

    @Test func formerAndDeprecatedSchemas() {
        let delete = ToolboxRegistration.Intent(
            schema: "calendar.deleteEvent",
            intentID: "Delete",
            parameters: ["entity": "entity:calendar.event"]
        )
        let search = ToolboxRegistration.Intent(
            schema: "photos.search",
            intentID: "Search",
            modes: [.foreground],
            parameters: ["criteria": "StringSearchCriteria"]
        )
        let install = ToolboxRegistration.Intent(schema: "appStore.installApplication", intentID: "Install")
        let report = check(registration(intents: [delete, search, install]))
        #expect(
            report.warnings.map(\.code) == [.formerIdentifier, .missingParameter, .deprecatedSchema, .uncheckedSchema]
        )
        #expect(report.rejected.map(\.code) == [.missingEntity])
        #expect(report.rejected.map(\.schema) == ["calendar.deleteEvents"])
        #expect(report.accepted.intents.map(\.schema) == ["photos.search", "appStore.installApplication"])
    }

    /// Examples of 2024 are no evidence of optionality.
    @Test func theOptionalityOfAnUncertainSchema() {
        let book = ToolboxRegistration.Intent(
            schema: "photos.setWarmth",
            intentID: "Warmth",
            parameters: ["target": "entity:photos.album", "value": "Double"]
        )
        let report = check(registration(intents: [book]))
        // The value is optional in the example; the target is of another entity.
        #expect(report.rejected.map(\.path) == ["/intents/0/parameters/target"])
    }

    @Test(
        arguments: [
            ("x-cafe.birthdayContact", nil), ("x-my-cafe.a1", nil), ("cafe.birthday", .ownNamespace),
            ("x-cafe", .ownNamespace),
            ("x-cafe.a.b", .ownNamespace), ("x-.a", .ownNamespace), ("x-cafe.a b", .ownNamespace),
            ("x-café.a", .ownNamespace),
        ] as [(String, RegistrationFinding.Code?)]
    )
    func theNamesOfOwnTools(name: String, code: RegistrationFinding.Code?) {
        let tool = ToolboxRegistration.OwnTool(name: name, summary: "a", parameters: ["type": "object"])
        let report = check(registration(tools: [tool]))
        #expect(report.rejected.map(\.code) == (code.map { [$0] } ?? []))
    }

    @Test(
        arguments: [
            (["month_of.birth-1": ["type": "integer"]], true), (["a b": [:]], false), (["ignore\nall": [:]], false),
            ([String(repeating: "a", count: 64): [:]], true), ([String(repeating: "a", count: 65): [:]], false),
            (["a": ["$ref": "#/$defs/b"]], true), (["a": ["properties": ["é": [:]]]], false),
            (["a": ["description": .string(String(repeating: "x", count: 1_000))]], true),
            (["a": ["description": .string(String(repeating: "x", count: 1_001))]], false),
            (["a": ["enum": .array(Array(repeating: .string(String(repeating: "x", count: 900)), count: 20))]], false),
            (["a": (0..<40).reduce(true) { value, _ in ["not": value] }], false),
        ] as [([String: JSONValue], Bool)]
    )
    func theParametersOfOwnTools(properties: [String: JSONValue], isAccepted: Bool) {
        let schema: JSONValue = ["type": "object", "properties": .object(JSONObject(properties.map { ($0, $1) }))]
        let tool = ToolboxRegistration.OwnTool(name: "x-cafe.a", summary: "a", parameters: schema)
        #expect(check(registration(tools: [tool])).rejected.map(\.code) == (isAccepted ? [] : [.invalidSchema]))
    }

    @Test func ownTools() {
        let tool = ToolboxRegistration.OwnTool(name: "x-cafe.a", summary: "a", parameters: ["type": "string"])
        #expect(check(registration(tools: [tool])).rejected.map(\.code) == [.invalidSchema])
        let good = ToolboxRegistration.OwnTool(name: "x-cafe.a", summary: "a", parameters: ["type": "object"])
        #expect(check(registration(tools: [good, good])).rejected.map(\.code) == [.repeatedSchema])
    }

    /// In place of a change that nobody has made, a fallback would be a lie.
    @Test(
        arguments: [
            (true, "Naomi", true), (true, .null, true), (false, "Naomi", false),
            (true, .string(String(repeating: "x", count: 4_094)), true),
            (true, .string(String(repeating: "x", count: 4_095)), false),
        ] as [(Bool, JSONValue, Bool)]
    )
    func fallbacksOfOwnTools(isReadOnly: Bool, fallback: JSONValue, isAccepted: Bool) {
        let tool = ToolboxRegistration.OwnTool(
            name: "x-cafe.a",
            summary: "a",
            parameters: ["type": "object"],
            isReadOnly: isReadOnly,
            fallback: fallback
        )
        let report = check(registration(tools: [tool]))
        #expect(report.rejected.map(\.code) == (isAccepted ? [] : [.invalidFallback]))
        #expect(report.accepted.tools == (isAccepted ? [tool] : []))
    }
}
