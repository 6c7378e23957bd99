import LanguageModels
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentTools
@testable import BuiltInTools

/// Events, cards and collections that a server does not send: the answer says how many.
@Suite(.timeLimit(.minutes(1))) struct DAVLossTests {
    private static let namespaces =
        "xmlns:d=\"DAV:\" xmlns:c=\"urn:ietf:params:xml:ns:caldav\" xmlns:card=\"urn:ietf:params:xml:ns:carddav\""

    private static func response(_ href: String, _ properties: String, _ status: String = "200 OK") -> String {
        "<d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop><d:status>HTTP/1.1 \(status)</d:status>"
            + "</d:propstat></d:response>"
    }

    /// Calls a tool with an account whose server answers each query with the same resources.
    private static func trial(_ responses: [String], isCalendar: Bool = true) async throws -> WebToolTrial {
        try await DAVStandIn.with { standIn in
            let text = "<d:multistatus \(namespaces)>\(responses.joined())</d:multistatus>"
            standIn.server.misbehave(.answer(.text(text, status: 207)), times: nil)
            let account = DAVAccount(client: HTTPClient(), baseURL: standIn.baseURL)
            guard isCalendar else { return try await WebToolTrial(FindContacts(account: account), ["month": 12]) }
            return try await WebToolTrial(
                GetCalendarEvents(account: account),
                ["date": "2026-11-24"],
                timeZone: "Asia/Tokyo"
            )
        }
    }

    private static let event =
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:E\nDTSTART:20261124T010000Z\nEND:VEVENT\nEND:VCALENDAR"

    @Test(
        arguments: [
            response("/1", "<c:calendar-data/>", "403 Forbidden"),
            response("/1", "<c:calendar-data/>", "404 Not Found"),
            response("/1", "<c:calendar-data/>", "500 Oops"), response("/1", "<c:calendar-data/>"),
            response("/1", "<c:calendar-data>&lt;html&gt;Sign in&lt;/html&gt;</c:calendar-data>"),
        ])
    func anEventWithoutDataIsCounted(lost: String) async throws {
        let calendar = Self.response("/", "<d:resourcetype><c:calendar/></d:resourcetype>")
        let data = Self.response("/2", "<c:calendar-data>\(Self.event)</c:calendar-data>")
        let trial = try await Self.trial([calendar, lost, data])
        let note = "Left out, or not in full, because they cannot be read: 1 of the calendar's events."
        #expect(trial.unfenced == "Events on 2026-11-24:\n10:00: E\n\(note)")
        let whole = try await Self.trial([calendar, data])
        #expect(whole.unfenced == "Events on 2026-11-24:\n10:00: E")
    }

    @Test(
        arguments: [
            response("/1", "<card:address-data/>", "403 Forbidden"), response("/1", "<card:address-data/>"),
            response("/1", "<card:address-data>hello</card:address-data>"),
        ])
    func aCardWithoutDataIsCounted(lost: String) async throws {
        let book = Self.response("/", "<d:resourcetype><card:addressbook/></d:resourcetype>")
        let trial = try await Self.trial([book, lost], isCalendar: false)
        #expect(trial.unfenced == "Naomi\nLeft out because their birthday or name cannot be read: 1 contacts.")
    }

    @Test(
        arguments: [
            DAVStandIn.failure(500, retryAfter: nil), DAVStandIn.failure(503, retryAfter: 60),
            DAVStandIn.failure(403, retryAfter: nil), .text("<html>Sign in</html>"),
        ])
    func aCalendarThatFailsIsCounted(reply: StandInReply) async throws {
        try await DAVStandIn.with(events: [Self.event]) { standIn in
            standIn.server.misbehave(.answer(reply), times: nil) {
                $0.path.hasSuffix("/empty/") && $0.method == "REPORT"
            }
            let account = DAVAccount(client: HTTPClient(), baseURL: standIn.baseURL)
            func ask() async throws -> WebToolTrial {
                try await WebToolTrial(
                    GetCalendarEvents(account: account),
                    ["date": "2026-11-24"],
                    timeZone: "Asia/Tokyo"
                )
            }
            // With discovery, and with the cached addresses.
            for _ in 0..<2 {
                let trial = try await ask()
                #expect(
                    trial.unfenced == "Events on 2026-11-24:\n10:00: E\nCalendars that could not be read in full: 1."
                )
            }
            // Nothing is known of the day if no calendar answers.
            standIn.server.misbehave(.answer(reply), times: nil) { $0.method == "REPORT" }
            #expect(try await ask().isError)
        }
    }

    @Test func aHomeThatFailsIsCounted() async throws {
        let homes = "<c:calendar-home-set><d:href>/lost/</d:href><d:href>/home/</d:href></c:calendar-home-set>"
        let (start, home) = (
            Self.response("/", homes), Self.response("/home/", "<d:resourcetype><c:calendar/></d:resourcetype>")
        )
        try await DAVStandIn.with { standIn in
            func answer(_ path: String, _ reply: StandInReply) {
                standIn.server.misbehave(.answer(reply), times: nil) { $0.path == path }
            }
            func documents(_ responses: String...) -> StandInReply {
                .text("<d:multistatus \(Self.namespaces)>\(responses.joined())</d:multistatus>", status: 207)
            }
            answer("/", documents(start))
            answer(
                "/home/",
                documents(home, Self.response("/home/1", "<c:calendar-data>\(Self.event)</c:calendar-data>"))
            )
            answer("/lost/", DAVStandIn.failure(500, retryAfter: nil))
            let trial = try await WebToolTrial(
                GetCalendarEvents(account: DAVAccount(client: HTTPClient(), baseURL: standIn.baseURL)),
                ["date": "2026-11-24"],
                timeZone: "Asia/Tokyo"
            )
            #expect(
                trial.unfenced == "Events on 2026-11-24:\n10:00: E\nCalendars that could not be read in full: 1."
            )
        }
    }

    @Test func calendarsBeyondTheLimitAndUnknownOnesAreCounted() async throws {
        let home = Self.response("/", "<c:calendar-home-set><d:href>/</d:href></c:calendar-home-set>")
        let calendars = (1...70).map { Self.response("/\($0)/", "<d:resourcetype><c:calendar/></d:resourcetype>") }
        let unknown = Self.response("/x/", "<d:resourcetype/>", "500 Oops")
        let trial = try await Self.trial([home] + calendars + [unknown])
        #expect(
            trial.unfenced == """
                There are no events on 2026-11-24.
                Calendars that could not be read in full: 1.
                Only 64 of the account's calendars were read; there are 6 more.
                """
        )
        #expect(trial.artifacts.first?.content.jsonValue["unread"] == 7)
    }
}
