@testable import AssistantIntents
import FoundationEssentials
import StreamingJSON
import Testing

/// The values of parameters and results on the wire.
@Suite struct IntentValueTests {
    private let input = IntentInput(path: "/value", files: nil)
    private let output = IntentOutput(depth: 0, properties: nil, files: nil)

    /// Reads a value, writes it, and compares the result.
    private func roundTrip<Value: IntentValue>(_ type: Value.Type, _ json: JSONValue) async throws {
        let value = try await Value.value(from: json, in: input)
        #expect(try await value.json(in: output) == json)
    }

    private func refuses<Value: IntentValue>(_ type: Value.Type, _ json: JSONValue) async {
        await #expect(throws: IntentError.self) { try await Value.value(from: json, in: input) }
    }

    @Test func plainValues() async throws {
        try await roundTrip(String.self, "夏")
        try await roundTrip(Bool.self, true)
        try await roundTrip(Int.self, -7)
        try await roundTrip(Double.self, 0.5)
        try await roundTrip(String?.self, nil)
        try await roundTrip([Int].self, [1, 2])
        try await roundTrip(Set<String>.self, ["a", "b"])
        await refuses(String.self, 7)
        await refuses(Bool.self, "true")
        await refuses(Int.self, 0.5)
        await refuses([Int].self, ["1"])
        await refuses([Int].self, 1)
    }

    @Test func dates() async throws {
        try await roundTrip(Date.self, "2026-11-26T09:30:00Z")
        let local = try await Date.value(from: "2026-11-26T18:30:00+09:00", in: input)
        #expect(try await local.json(in: output) == "2026-11-26T09:30:00Z")
        await refuses(Date.self, "2026-11-26")
        await refuses(Date.self, "tomorrow")
        try await roundTrip(DateComponents.self, ["hour": 7, "minute": 30])
        try await roundTrip(DateComponents.self, ["year": 2026, "month": 11, "day": 26, "timeZone": "Asia/Tokyo"])
        await refuses(DateComponents.self, ["hour": 24])
        await refuses(DateComponents.self, ["timeZone": "Nowhere"])
        await refuses(DateComponents.self, "7:30")
    }

    @Test func durations() async throws {
        #expect(try await Duration.value(from: 90.5, in: input) == .milliseconds(90_500))
        #expect(try await Duration.seconds(90).json(in: output) == .number(90))
        await refuses(Duration.self, -1)
        await refuses(Duration.self, 1e300)
    }

    @Test(arguments: [
        "FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE", "FREQ=MONTHLY;COUNT=10;BYDAY=1MO,-1FR",
        "FREQ=DAILY;UNTIL=20271231T235959Z", "FREQ=YEARLY;BYMONTHDAY=1;BYMONTH=1",
    ])
    func repetitions(text: String) async throws {
        try await roundTrip(Calendar.RecurrenceRule.self, .string(text))
    }

    @Test func supportTypes() async throws {
        try await roundTrip(URL.self, "https://example.com/a?b=c")
        await refuses(URL.self, "example")
        try await roundTrip(
            IntentPerson.self,
            ["name": "Anna", "handle": ["kind": "email", "value": "a@b"], "id": "7"]
        )
        try await roundTrip(IntentPerson.self, ["handle": ["kind": "phone", "value": "1"]])
        await refuses(IntentPerson.self, "Anna")
        await refuses(IntentPerson.self, ["handle": ["kind": "email"]])
        try await roundTrip(
            PlaceDescriptor.self,
            ["name": "Station", "address": "1 Street", "coordinate": ["latitude": 35.5, "longitude": 139.5]]
        )
        await refuses(PlaceDescriptor.self, ["coordinate": ["latitude": 91, "longitude": 0]])
        try await roundTrip(StringSearchCriteria.self, ["term": "cats"])
        try await roundTrip(AttributedString.self, "plain")
        try await roundTrip(LinkMetadata.self, ["url": "https://a", "title": "A"])
        try await roundTrip(TagEntity.self, ["type": "TagEntity", "id": "home"])
        try await roundTrip(VisualIntelligence.SceneDescriptor.self, ["labels": ["cat"], "imageFileId": "f"])
    }

    @UnionValue
    enum Location {
        case address(String)
        case place(PlaceDescriptor)
    }

    @Test func unions() async throws {
        try await roundTrip(Location.self, ["kind": "address", "value": "Room 5"])
        try await roundTrip(Location.self, ["kind": "place", "value": ["name": "Hall"]])
        await refuses(Location.self, ["kind": "hall", "value": "Room 5"])
        await refuses(Location.self, ["kind": "place", "value": "Room 5"])
        #expect(
            Location.unionMembers == [
                .init(kind: "address", type: "String"), .init(kind: "place", type: "PlaceDescriptor"),
            ]
        )
    }

    /// Files are transferred apart from calls.
    @Test func files() async throws {
        struct Transport: IntentFileTransport {
            func download(_ fileID: String) async throws -> Data { Data(fileID.utf8) }
            func upload(_ file: IntentFile) async throws -> String { "up-\(file.filename)" }
        }
        let reading = IntentInput(path: "/file", files: Transport())
        let file = try await IntentFile.value(from: ["fileId": "f7", "contentType": "text/plain"], in: reading)
        #expect(file == IntentFile(data: Data("f7".utf8), filename: "f7", contentType: "text/plain"))
        let writing = IntentOutput(depth: 0, properties: nil, files: Transport())
        #expect(
            try await file.json(in: writing)
                == ["fileId": "up-f7", "filename": "f7", "contentType": "text/plain", "size": 2]
        )
        await refuses(IntentFile.self, ["fileId": "f7"])
        await #expect(throws: IntentError.self) { try await file.json(in: output) }
    }
}
