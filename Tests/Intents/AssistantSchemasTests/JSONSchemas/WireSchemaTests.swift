import AssistantSchemas
import JSONSchema
import StreamingJSON
import Testing

/// The JSON Schemas of inputs and outputs.
@Suite struct WireSchemaTests {
    private let catalog = SchemaCatalog.current

    /// Every schema is valid, and has the parameters of the data.
    @Test func everyIntentHasSchemas() throws {
        let data = try CatalogData.file("schemas.json")
        for schema in data["schemas"]?.arrayValue ?? [] where schema["kind"] == "intent" {
            let id = try #require(schema["id"]?.stringValue)
            let intent = try #require(catalog.intent(id))
            for form in InputForm.allCases {
                let input = intent.inputSchema(form: form)
                _ = try JSONSchema(.object(input))
                let parameters = (schema["parameters"]?.arrayValue ?? []).compactMap(\.stringValue)
                let names = parameters.map { String($0.prefix { $0 != ":" }) }
                #expect(input["properties"]?.objectValue?.keys == names, "\(id)")
                let defaults = form == .model ? schema["defaults"]?.objectValue?.keys ?? [] : []
                let required = zip(parameters, names).filter { !$0.hasSuffix("?") && !defaults.contains($1) }.map(\.1)
                #expect((input["required"]?.arrayValue ?? []).compactMap(\.stringValue) == required, "\(id)")
            }
            let output = intent.outputSchema()
            _ = try JSONSchema(.object(output))
            if schema["result"]?.isNull == true, intent.knownParameters != nil {
                #expect(output == ["type": "null"], "\(id)")
            }
        }
        for entity in catalog.entities { _ = try JSONSchema(.object(entity.outputSchema())) }
    }

    /// An input with its schema, and whether it is valid.
    struct Input: Sendable, CustomTestStringConvertible {
        var intent: String
        var input: JSONValue
        var isValid: Bool
        var form = InputForm.strict
        var testDescription: String { "\(intent) \(input)" }
    }

    private static let event: JSONObject = [
        "title": "Budget", "startDate": "2026-11-27T15:00:00+09:00",
        "calendar": ["type": "calendar.calendar", "id": "c"],
        "isAllDay": false, "attendees": [],
    ]

    private static func event(_ changes: JSONObject) -> JSONValue {
        var event = event
        for (name, value) in changes { event[name] = value }
        return .object(event)
    }

    private static let refinements = SchemaRefinements(
        cases: ["photos.albumType": ["custom", "smart"]],
        unions: [
            "calendar.createEvent.location": [
                .init(kind: "address", type: "String"), .init(kind: "place", type: "PlaceDescriptor"),
            ]
        ],
        targets: ["system.open.target": "photos.album"],
        transientEntities: ["calendar.attendee"]
    )

    @Test(arguments: [
        Input(intent: "photos.openAlbum", input: ["target": ["type": "photos.album", "id": "7"]], isValid: true),
        Input(intent: "photos.openAlbum", input: ["target": ["type": "photos.asset", "id": "7"]], isValid: false),
        Input(intent: "photos.openAlbum", input: ["target": ["type": "photos.album", "id": ""]], isValid: false),
        Input(intent: "photos.openAlbum", input: ["target": ["type": "photos.album"]], isValid: false),
        Input(intent: "photos.openAlbum", input: ["target": "7"], isValid: false),
        Input(
            intent: "photos.openAlbum",
            input: ["target": ["type": "photos.album", "id": "7", "x": 1]],
            isValid: false
        ),
        Input(intent: "photos.openAlbum", input: [:], isValid: false),
        Input(
            intent: "photos.openAlbum",
            input: ["target": ["type": "photos.album", "id": "7"], "x": 1],
            isValid: false
        ),
        Input(intent: "photos.deleteAlbum", input: ["entities": []], isValid: false),
        Input(intent: "photos.deleteAlbum", input: ["entities": [["type": "photos.album", "id": "7"]]], isValid: true),
        Input(intent: "system.open", input: ["target": ["type": "photos.album", "id": "7"]], isValid: true),
        Input(intent: "system.open", input: ["target": ["type": "photos.asset", "id": "7"]], isValid: false),
        // Updates have three states.
        Input(intent: "photos.updateAsset", input: ["target": []], isValid: true),
        Input(intent: "photos.updateAsset", input: ["target": [], "name": nil, "isHidden": true], isValid: true),
        Input(intent: "photos.updateAsset", input: ["target": [], "name": 3], isValid: false),
        Input(
            intent: "photos.postToSharedAlbum",
            input: ["sharedAlbum": ["type": "photos.album", "id": "7"], "assets": nil],
            isValid: true
        ),
        // Support types.
        Input(intent: "calendar.createEvent", input: event([:]), isValid: true),
        Input(intent: "calendar.createEvent", input: event(["attendees": nil]), isValid: false),
        Input(
            intent: "calendar.createEvent",
            input: event(["location": ["kind": "address", "value": "Room 5"]]),
            isValid: true
        ),
        Input(
            intent: "calendar.createEvent",
            input: event(["location": ["kind": "place", "value": ["name": "Room 5"]]]),
            isValid: true
        ),
        Input(
            intent: "calendar.createEvent",
            input: event(["location": ["kind": "place", "value": "Room 5"]]),
            isValid: false
        ),
        Input(
            intent: "calendar.createEvent",
            input: event(["location": ["kind": "hall", "value": "Room 5"]]),
            isValid: false
        ),
        Input(intent: "calendar.createEvent", input: event(["location": nil]), isValid: true),
        Input(
            intent: "calendar.createEvent",
            input: event([
                "attendees": [
                    [
                        "type": "calendar.attendee",
                        "properties": ["person": ["name": "Anna"], "isAttendanceOptional": false],
                    ]
                ]
            ]),
            isValid: true
        ),
        Input(
            intent: "calendar.createEvent",
            input: event(["attendees": [["type": "calendar.attendee", "id": "7"]]]),
            isValid: false
        ),
        Input(
            intent: "calendar.createEvent",
            input: ["title": "Budget", "startDate": "2026-11-27T15:00:00+09:00"],
            isValid: false,
            form: .model
        ),
        Input(intent: "clock.createAlarm", input: ["time": ["hour": 7]], isValid: true, form: .model),
        Input(intent: "clock.createAlarm", input: ["time": ["hour": 7]], isValid: false),
        Input(intent: "clock.createAlarm", input: ["time": [:]], isValid: false, form: .model),
        Input(intent: "clock.createAlarm", input: ["time": ["hour": 24]], isValid: false, form: .model),
        Input(intent: "clock.createTimer", input: ["duration": -1], isValid: false, form: .model),
        Input(
            intent: "browser.openURLInTab",
            input: ["tab": ["type": "browser.tab", "id": "1"], "url": "https://a"],
            isValid: true
        ),
        Input(
            intent: "browser.openURLInTab",
            input: ["tab": ["type": "browser.tab", "id": "1"], "url": "javascript:a"],
            isValid: false
        ),
        Input(
            intent: "browser.openURLInTab",
            input: ["tab": ["type": "browser.tab", "id": "1"], "url": "file:///etc"],
            isValid: false
        ),
        Input(intent: "maps.shareETA", input: ["person": ["handle": ["kind": "phone", "value": "1"]]], isValid: true),
        Input(intent: "maps.shareETA", input: ["person": [:]], isValid: false),
        Input(intent: "system.searchInApp", input: ["criteria": ["term": "a"]], isValid: true),
        Input(intent: "camera.startCapture", input: ["captureMode": "anything"], isValid: true),
        Input(
            intent: "phone.startCall",
            input: ["destination": ["kind": "a", "value": 1], "audioVisualMode": "hologram"],
            isValid: false
        ),
        Input(intent: "journal.createEntry", input: ["message": "a", "mediaItems": [["fileId": "f"]]], isValid: true),
        Input(
            intent: "journal.createEntry",
            input: ["message": "a", "mediaItems": [["data": "QQ=="]]],
            isValid: false
        ),
    ])
    func inputs(input: Input) throws {
        let intent = try #require(catalog.intent(input.intent))
        let schema = try JSONSchema(.object(intent.inputSchema(Self.refinements, form: input.form)))
        #expect(try schema.isValid(input.input) == input.isValid)
    }

    /// Outputs contain entities whole, those within them whole or by name, and things of one kind may contain each other.
    @Test func outputs() throws {
        let message = try #require(catalog.entity("messages.message"))
        let schema = try JSONSchema(.object(message.outputSchema()))
        let valid: JSONValue = [
            "type": "messages.message", "id": "7", "display": ["title": "Hello"],
            "properties": [
                "isRead": true, "body": nil,
                "referencedMessage": [
                    "type": "messages.message", "id": "6", "display": ["title": "Hi", "subtitle": "Anna"],
                ],
            ],
        ]
        #expect(try schema.validate(valid).isEmpty)
        #expect(try !schema.isValid(["type": "messages.message", "id": "7"]))
        #expect(
            try !schema.isValid([
                "type": "messages.message", "id": "7", "display": ["title": "a"], "properties": ["x": 1],
            ])
        )
        #expect(
            try !schema.isValid(["type": "messages.message", "id": "7", "display": ["title": "a"], "ownership": "mine"])
        )

        // A list has a property with the name `type`.
        let list = try JSONSchema(.object(#require(catalog.entity("reminders.list")).outputSchema()))
        #expect(
            try list.isValid([
                "type": "reminders.list", "id": "7", "display": ["title": "a"],
                "properties": ["name": "a", "type": "standard"],
            ])
        )
    }

    @Test func anOptionalResultMayBeNull() throws {
        let intent = try #require(catalog.intent("maps.startNavigation"))
        let schema = try JSONSchema(.object(intent.outputSchema()))
        #expect(try schema.isValid(nil))
        #expect(try schema.isValid(["type": "maps.navigationSession", "id": "7", "display": ["title": "a"]]))
    }

    @Test func defaultsAreAdded() throws {
        let intent = try #require(catalog.intent("calendar.createEvent"))
        #expect(intent.completed(["title": "a"]) == ["title": "a", "isAllDay": false, "attendees": []])
        #expect(intent.completed(["isAllDay": true]) == ["isAllDay": true, "attendees": []])
    }

    @Test func aToolForAModel() throws {
        let intent = try #require(catalog.intent("photos.createAlbum"))
        let tool = intent.toolDefinition(locale: "ja")
        #expect(tool["name"] == "photos_createAlbum")
        #expect(tool["description"]?.stringValue == intent.summary.japanese)
        #expect(tool["x-schema"] == "photos.createAlbum")
        #expect(tool["x-risk"] == "additive")
        #expect(
            tool["parameters"] == [
                "type": "object", "additionalProperties": false, "required": ["name"],
                "properties": ["name": ["type": "string", "maxLength": 2_000]],
            ]
        )
    }

    /// Faults that a JSON Schema does not find.
    @Test(
        arguments: [
            ("calendar.createEvent", ["startDate": "2026-11-27T15:00:00+09:00"], []),
            ("calendar.createEvent", ["startDate": "2026-11-27T15:00:00"], ["/startDate"]),
            ("calendar.createEvent", ["startDate": "2026-02-30T15:00:00Z"], ["/startDate"]),
            ("calendar.createEvent", ["startDate": "tomorrow"], ["/startDate"]),
            (
                "calendar.createEvent", ["startDate": "2026-11-27T15:00:00+09:00", "endDate": "2026-11-27T06:30:00Z"],
                []
            ),
            (
                "calendar.createEvent", ["startDate": "2026-11-27T15:00:00+09:00", "endDate": "2026-11-27T05:59:59Z"],
                ["/endDate"]
            ),
            ("calendar.createEvent", ["recurrence": "FREQ=WEEKLY;BYDAY=MO"], []),
            ("calendar.createEvent", ["recurrence": "every Monday"], ["/recurrence"]),
            ("clock.createAlarm", ["time": ["month": 2, "day": 29]], []),
            ("clock.createAlarm", ["time": ["year": 2026, "month": 2, "day": 29]], ["/time"]),
            ("reminders.createReminder", ["dueDate": ["month": 4, "day": 31]], ["/dueDate"]),
        ] as [(String, JSONObject, [String])]
    )
    func faultsOfMeaning(intent: String, input: JSONObject, paths: [String]) throws {
        #expect(try #require(catalog.intent(intent)).faults(in: input).map(\.path) == paths)
    }
}
