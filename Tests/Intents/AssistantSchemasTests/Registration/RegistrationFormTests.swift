import AssistantSchemas
import StreamingJSON
import Testing

/// Registrations as documents.
@Suite struct RegistrationFormTests {
    private let text = """
        {"catalogue":"2026-11","app":{"id":"com.example.cafe","version":"3.1"},"timeZone":"Asia/Tokyo","locale":"ja_JP","push":null,
         "intents":[{"schema":"calendar.createEvent","intentId":"CreateEvent","modes":["background"],"visibility":"model",
          "policy":{"confirm":"always","authentication":"unlocked"},"idempotent":true,"timeoutMs":20000,
          "parameters":{"title":"String","location":"EventLocation?"},"result":"entity:calendar.event",
          "unions":{"location":[{"kind":"address","type":"String"}]},"extensions":{"color":"String?"}}],
         "entities":[{"schema":"calendar.event","entityId":"Event","queries":["filter","get"],"syncable":true,"transient":false,
          "properties":{"title":"String"},"unions":{"location":[{"kind":"address","type":"String"}]}}],
         "enums":[{"schema":"calendar.eventSpan","cases":[{"value":"this","title":"この予定"}]}],
         "tools":[{"name":"x-cafe.birthdayContact","description":"Finds a contact.","parameters":{"type":"object"},
          "output":{"type":"string"},"readOnly":true,"fallback":{"value":"Naomi"},"timeoutMs":5000}]}
        """

    @Test func aDocumentIsReadAndWritten() throws {
        let json = try JSONValue(parsing: text)
        let registration = try ToolboxRegistration(json: json)
        #expect(registration.catalog.description == "2026-11")
        #expect(registration.app.id == "com.example.cafe")
        #expect(registration.push == nil)
        let intent = registration.intents[0]
        #expect(intent.policy == IntentPolicy(confirmation: .always, authentication: .unlocked))
        #expect(intent.unions == ["location": [.init(kind: "address", type: "String")]])
        #expect(intent.timeoutMilliseconds == 20_000)
        #expect(registration.entities[0].queries == [.get, .filter])
        #expect(registration.enumerations[0].cases == [.init(value: "this", title: "この予定")])
        #expect(registration.tools[0].fallback == "Naomi")
        #expect(registration.json == json)
        #expect(try ToolboxRegistration(json: registration.json) == registration)
    }

    @Test func membersWithADefaultMayBeMissing() throws {
        let registration = try ToolboxRegistration(json: [
            "catalogue": "2026-11", "app": ["id": "a", "version": "1"], "unknown": 1,
            "intents": [["schema": "a.b", "intentId": "B"]], "entities": [["schema": "a.c", "entityId": "C"]],
            "tools": [["name": "x-a.b", "description": "d"]],
        ])
        #expect(registration.intents == [.init(schema: "a.b", intentID: "B")])
        #expect(registration.entities == [.init(schema: "a.c", entityID: "C", queries: [])])
        #expect(registration.tools[0].parameters == ["type": "object", "properties": [:]])
        #expect(registration.tools[0].fallback == nil)
    }

    /// A fault with the place that the error names.
    @Test(
        arguments: [
            ([], ""), (["app": ["id": "a", "version": "1"]], "/catalogue"),
            (["catalogue": "v1", "app": ["id": "a", "version": "1"]], "/catalogue"),
            (["catalogue": "2026-11"], "/app"),
            (["catalogue": "2026-11", "app": ["id": 7, "version": "1"]], "/app/id"),
            (["catalogue": "2026-11", "app": ["id": "a b", "version": "1"]], "/app/id"),
            (["catalogue": "2026-11", "app": ["id": "a\nb", "version": "1"]], "/app/id"),
            (["catalogue": "2026-11", "app": ["id": "café", "version": "1"]], "/app/id"),
            (["intents": 7], "/intents"), (["intents": [7]], "/intents/0"),
            (["intents": [["schema": "a"]]], "/intents/0/intentId"),
            (["intents": [["schema": "a", "intentId": "b", "modes": ["orbit"]]]], "/intents/0/modes"),
            (["intents": [["schema": "a", "intentId": "b", "timeoutMs": 600_001]]], "/intents/0/timeoutMs"),
            (
                ["intents": [["schema": "a", "intentId": "b", "policy": ["confirm": "never"]]]],
                "/intents/0/policy/confirm"
            ),
            (["intents": [["schema": "a", "intentId": "b", "parameters": ["x": 7]]]], "/intents/0/parameters/x"),
            (["intents": [["schema": "a", "intentId": "b", "parameters": ["a/b": "Int"]]]], "/intents/0/parameters"),
            (
                ["intents": [["schema": "a", "intentId": "b", "unions": ["x": [["kind": "k"]]]]]],
                "/intents/0/unions/x/0/type"
            ),
            (["entities": [["schema": "a", "entityId": "b", "queries": ["guess"]]]], "/entities/0/queries"),
            (["entities": [["schema": "a", "entityId": "b", "transient": 1]]], "/entities/0/transient"),
            (["enums": [["schema": "a", "cases": [["title": "t"]]]]], "/enums/0/cases/0/value"),
            (["tools": [["name": "x-a.b"]]], "/tools/0/description"),
            (["intents": .array(Array(repeating: [:], count: 401))], "/intents"),
            (["locale": .string(String(repeating: "a", count: 201))], "/locale"),
        ] as [(JSONValue, String)]
    )
    func faults(document: JSONValue, path: String) {
        var document = document
        if var members = document.objectValue, members["catalogue"] == nil, members["app"] == nil {
            members["catalogue"] = "2026-11"
            members["app"] = ["id": "a", "version": "1"]
            document = .object(members)
        }
        let error = #expect(throws: DocumentFormatError.self) { try ToolboxRegistration(json: document) }
        #expect(error?.path == path)
    }
}
