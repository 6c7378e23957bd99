import EventStreams
import Foundation
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Contacts and events of an account, in turns of the built-in model and in direct calls.
@Suite(.timeLimit(.minutes(2))) struct ContactsAndCalendarTests {
    private static let old = "old-password-0123456789"
    private static let new = "new-password-9876543210"

    private static let cards = [
        ("Hanako", "1990-12-03"), ("Chi", "--0412"), ("Ben", "19851224"),
    ].map { name, birthday in
        "BEGIN:VCARD\nVERSION:3.0\nFN:\(name) X\nN:X;\(name);;;\nBDAY:\(birthday)\nTEL:+81-90-0000-0001\nEND:VCARD\n"
    }

    private static let events = [
        "UID:e1\nDTSTART:20261124T010000Z\nDTEND:20261124T020000Z\nSUMMARY:Planning\nLOCATION:Room 3\n"
            + "ATTENDEE;CN=Ben Ortiz:mailto:ben@example.test",
        "UID:e2\nDTSTART;VALUE=DATE:20261124\nSUMMARY:Surprise party",
    ].map { "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\n\($0)\nEND:VEVENT\nEND:VCALENDAR\n" }

    private func withServer(
        passwords: [String] = [old],
        key: String = old,
        _ body: @Sendable (TestServer, DAVStandIn) async throws -> Void
    ) async throws {
        try await DAVStandIn.with(passwords: passwords, cards: Self.cards, events: Self.events) { standIn in
            try await TestServer.with { settings in
                settings[account: .carddav] = DAVSettings(baseURL: standIn.baseURL, userName: "alice")
                settings[account: .caldav] = settings[account: .carddav]
                settings.keys = [.carddav: SecretString(key), .caldav: SecretString(key)]
                settings.timeZone = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
                settings.contactsFallback = "Kim"
            } _: { server in
                try await body(server, standIn)
            }
        }
    }

    @Test(arguments: [
        ("Which of my contacts were born in December?", "Hanako (December 3)\nBen (December 24)"),
        ("12月生まれの連絡先を教えて", "Hanako（12月3日）\nBen（12月24日）"), ("who was born in April?", "Chi (April 12)"),
        ("Who was born in May?", "Kim"),
        (
            "What meetings do I have with Ben Ortiz on 2026-11-24?",
            "Events with Ben Ortiz on 2026-11-24:\n10:00: Planning"
        ),
        ("2026年11月24日のBen Ortizさんとの予定を教えて", "2026-11-24 のBen Ortizさんとの予定:\n10:00: Planning"),
        (
            "Do I have any events with Maria on 2026-11-24?",
            "No.\nThere are 2 events on 2026-11-24, but none with Maria."
        ),
    ])
    func theBuiltInModelAnswers(message: String, text: String) async throws {
        try await withServer { server, _ in
            let reply = try await server.chat(message)
            #expect(reply["status"] == "completed")
            #expect(reply["message"]?["text"]?.stringValue == text)
        }
    }

    @Test func aStreamContainsTheArtifacts() async throws {
        try await withServer { server, _ in
            let events = try await server.events("Who was born in December?")
            let finished = try #require(events.first { $0.type == "tool.finished" }?.json)
            #expect(finished["name"] == "findContacts" && finished["status"] == "completed")
            #expect(finished["artifacts"]?[0]?["type"] == "contacts.birthdays")
            #expect(
                finished["artifacts"]?[0]?["data"]?["contacts"]?[0]
                    == ["given_name": "Hanako", "birthday": "--12-03"]
            )
            #expect(events.allSatisfy { !$0.data.contains("+81-90") })
        }
    }

    @Test func theToolsCanBeCalledDirectly() async throws {
        try await withServer { server, _ in
            let contacts = try await server.send(.post, "/mcp/tools/find-contacts?locale=ja", body: #"{"month":4}"#)
            let names = contacts.json["content"]?[0]?["text"]?.stringValue?.split(separator: "\n") ?? []
            #expect(names.count == 3 && names[0].contains("quoted text") && names[1] == "Chi（4月12日）")
            let events = try await server.send(
                .post,
                "/mcp/tools/get-calendar-events?time_zone=America/New_York",
                body: #"{"attendee":"Ben Ortiz","date":"2026-11-23"}"#
            )
            let lines = events.json["content"]?[0]?["text"]?.stringValue?.split(separator: "\n") ?? []
            #expect(lines.count == 4 && lines[0] == "Events with Ben Ortiz on 2026-11-23:")
            #expect(lines[1].hasPrefix("--- begin quoted text ") && lines[2] == "20:00: Planning")
            let tools = try await server.send(.get, "/v1/tools").json["tools"]?.arrayValue ?? []
            let left = tools.filter { $0.objectValue?.keys.contains("client_output") == true }
            #expect(left.map { $0["name"] } == ["fetchHealthData"])
        }
    }

    @Test func aWrongPasswordGivesTheFallbackNameAndNoCalendar() async throws {
        try await withServer(key: "wrong-password-00000") { server, standIn in
            #expect(try await server.chat("Who was born in December?")["message"]?["text"] == "Kim")
            let reply = try await server.chat("What meetings do I have with Ben Ortiz today?")
            #expect(reply["message"]?["text"] == "Sorry, I can't see your calendar.")
            #expect(reply["tool_calls"]?[0]?["status"] == "failed")
            #expect(!standIn.requests.isEmpty)
            #expect(!server.log.text.contains("wrong-password-00000"))
        }
    }

    @Test func aPasswordIsRotatedWhileTheServerRuns() async throws {
        try await withServer { server, standIn in
            let question = "What meetings do I have with Ben Ortiz on 2026-11-24?"
            let answer: JSONValue = "Events with Ben Ortiz on 2026-11-24:\n10:00: Planning"
            #expect(try await server.chat(question)["message"]?["text"] == answer)
            let path = "upstreams/caldav/rotations"
            let refused = try await server.admin(.post, path, ["secret": .string(Self.new)])
            #expect(refused.status == 422 && refused.problem == "key-refused")
            standIn.accept(passwords: [Self.old, Self.new])
            let taken = try await server.admin(.post, path, ["secret": .string(Self.new)])
            #expect(taken.status == 201 && taken.json["check"]?["result"] == "verified")
            standIn.accept(passwords: [Self.new])
            #expect(try await server.chat(question)["message"]?["text"] == answer)
            // The address book's password is another key, which was not rotated.
            #expect(try await server.chat("Who was born in December?")["message"]?["text"] == "Kim")
            for password in [Self.old, Self.new] { #expect(!server.log.text.contains(password)) }
        }
    }

    @Test func theDoctorChecksThePasswords() async throws {
        try await DAVStandIn.with(passwords: [Self.old]) { standIn in
            var settings = Settings()
            settings.port = 0
            settings.dataDirectory = NSTemporaryDirectory() + "torii-doctor-\(UUID().uuidString)"
            settings.tools = ["findContacts", "getCalendarEvents"]
            settings[account: .carddav] = DAVSettings(baseURL: standIn.baseURL, userName: "alice")
            settings[account: .caldav] = DAVSettings(baseURL: standIn.baseURL, userName: "bob")
            settings.keys = [.carddav: SecretString(Self.old), .caldav: SecretString(Self.old)]
            let report = await Doctor(settings: settings).examine()
            func states(_ subject: String) -> [DoctorReport.State] {
                report.findings.filter { $0.subject == subject }.map(\.state)
            }
            #expect(states("carddav") == [.ok] && states("caldav") == [.ok])
            #expect(states("carddav key") == [.ok] && states("caldav key") == [.broken])
            #expect(!report.text.contains(Self.old))
        }
    }
}
