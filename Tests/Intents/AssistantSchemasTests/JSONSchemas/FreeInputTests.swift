import AssistantSchemas
import StreamingJSON
import Testing

/// Which inputs have texts that only the caller's words determine.
@Suite struct FreeInputTests {
    private static let album: JSONValue = ["type": "photos.album", "id": "a1"]

    @Test(
        arguments: [
            ("photos.createAlbum", [:], []), ("photos.createAlbum", ["name": ""], []),
            ("photos.createAlbum", ["name": "x"], [.text]),
            // Entities, choices, numbers, flags and times are known or harmless.
            ("photos.openAlbum", ["target": album], []),
            ("photos.setRotation", ["target": ["type": "photos.asset", "id": "p"], "direction": "clockwise"], []),
            ("photos.setExposure", ["target": ["type": "photos.asset", "id": "p"], "value": 0.5], []),
            (
                "calendar.createEvent",
                [
                    "startDate": "2026-11-26T09:30:00+09:00", "isAllDay": false, "recurrence": "FREQ=WEEKLY",
                    "calendar": ["type": "calendar.calendar", "id": "c"],
                ], []
            ),
            ("reminders.createReminder", ["dueDate": ["year": 2026, "timeZone": "Asia/Tokyo"]], []),
            // Addresses, also inside of lists.
            ("browser.createTab", ["url": "https://example.com/?q=secret", "isPrivate": false], [.address]),
            ("browser.createTab", ["url": nil, "isPrivate": true], []),
            ("reminders.createReminder", ["urls": ["https://example.com"]], [.address]),
            ("reader.openDocument", ["files": [["fileId": "f"]]], [.address]),
            // Texts in lists and in values of several members.
            ("reminders.createReminder", ["tags": ["x"]], [.text]),
            ("mail.createDraft", ["to": [["handle": ["kind": "email", "value": "a@example.com"]]]], [.text]),
            ("journal.createEntry", ["location": ["name": "Kyoto"]], [.text]),
            ("journal.createEntry", ["location": ["coordinate": ["latitude": 1, "longitude": 2]]], []),
            ("system.search", ["criteria": ["term": "x"]], [.text]),
            // An entity without an identifier is in the input whole.
            (
                "calendar.createEvent",
                ["attendees": [["type": "calendar.attendee", "properties": ["person": ["name": "Mika"]]]]], [.text]
            ),
            // Only the app knows the members of a union.
            ("calendar.createEvent", ["location": ["kind": "address", "value": "1 Main Street"]], [.text]),
            ("calendar.createEvent", ["location": ["kind": "day", "value": "2026-11-26T09:30:00+09:00"]], []),
            ("calendar.createEvent", ["location": ["kind": "page", "value": "ftp://example.com"]], [.address, .text]),
            ("audio.playAudio", ["audioEntity": ["kind": "song", "value": ["type": "audio.song", "id": "s"]]], []),
            ("photos.createAlbum", ["more": ["deep": [["x"]]]], [.text]),
        ] as [(String, JSONObject, Set<FreeInput>)]
    )
    func theKindsOfTexts(intent: String, input: JSONObject, kinds: Set<FreeInput>) throws {
        let schema = try #require(SchemaCatalog.current.intent(intent))
        #expect(schema.freeInput(in: input) == kinds)
    }

    @Test func whatIsTooDeepCounts() throws {
        let schema = try #require(SchemaCatalog.current.intent("photos.createAlbum"))
        let deep = (0..<40).reduce(JSONValue.integer(1)) { value, _ in .array([value]) }
        #expect(schema.freeInput(in: ["name": deep]) == [.text])
    }
}
