import CalendarDays
import Foundation
import Testing

@testable import AgentTools
@testable import BuiltInTools

/// Unrealistic numbers and lists in every numeric field of an event and of a zone.
@Suite(.timeLimit(.minutes(1))) struct CalendarExtremesTests {
    private static let numbers = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "-9223372036854775809", "-1", "0", "1",
        "-0", "+1", "99999999999999999999999999", "1e308", "-1e308", "NaN", "inf", "0x10", "", "9999999999",
        "2147483648",
    ]

    private static let fields = [
        "RRULE:FREQ=DAILY;INTERVAL=N", "RRULE:FREQ=DAILY;COUNT=N", "RRULE:FREQ=WEEKLY;WKST=N",
        "RRULE:FREQ=YEARLY;BYMONTH=N",
        "RRULE:FREQ=MONTHLY;BYDAY=NMO", "RRULE:FREQ=YEARLY;BYDAY=NTU,NFR", "RRULE:FREQ=MONTHLY;BYMONTHDAY=N",
        "RRULE:FREQ=YEARLY;BYYEARDAY=N", "RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=N", "RRULE:FREQ=DAILY;BYHOUR=N",
        "RRULE:FREQ=DAILY;BYMINUTE=N", "RRULE:FREQ=DAILY;BYSECOND=N", "RRULE:FREQ=DAILY;UNTIL=N",
        "RRULE:FREQ=YEARLY;INTERVAL=100000;COUNT=N", "DURATION:PNW", "DURATION:PND", "DURATION:PTNH", "DURATION:PTNS",
        "DURATION:PNWNDTNHNMNS", "DTEND:N", "DTEND:NT000000Z", "RDATE:N", "EXDATE:N", "RECURRENCE-ID:N",
    ]

    private static let starts = [
        "DTSTART:00010101T000000Z", "DTSTART;VALUE=DATE:00010101", "DTSTART:99991231T235959Z",
        "DTSTART;VALUE=DATE:99991231", "DTSTART:20261124T000000", "DTSTART;TZID=Z:20261124T235960",
    ]

    private static func agenda(_ lines: String, _ day: String = "20261124", zone: String = "") throws -> DayAgenda {
        let date = try #require(CalendarMoment(day)).civil.day
        let timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        var agenda = try #require(DayAgenda(of: date, in: timeZone))
        let text = "BEGIN:VCALENDAR\n\(zone)BEGIN:VEVENT\nUID:1\nSUMMARY:E\n\(lines)\nEND:VEVENT\nEND:VCALENDAR"
        for calendar in CalendarComponent.calendars(in: Array(text.utf8)) {
            try agenda.add(calendar)
            try agenda.addUnexpanded(calendar)
        }
        return agenda
    }

    @Test(arguments: fields) func noNumberInAnEventCrashes(field: String) throws {
        for number in Self.numbers {
            for start in Self.starts {
                for day in ["20261124", "00010103", "99991230"] {
                    let agenda = try Self.agenda("\(start)\n\(field.replacing("N", with: number))", day)
                    #expect(agenda.entries.count <= DayAgenda.mostEntries)
                }
            }
        }
    }

    @Test(arguments: ["DTSTART:N", "RRULE:FREQ=YEARLY;BYDAY=NSU", "RDATE:N", "TZOFFSETFROM:N", "TZOFFSETTO:N"])
    func noNumberInAZoneCrashes(field: String) throws {
        for number in Self.numbers + ["+9999", "-995959", "+000000", "+2400"] {
            let own = field.replacing("N", with: number)
            let usual = ["DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"]
                .filter { !own.hasPrefix($0.prefix { $0 != ":" }) }.joined(separator: "\n")
            let zone =
                "BEGIN:VTIMEZONE\nTZID:Z\nBEGIN:STANDARD\n\(usual)\n\(own)\nEND:STANDARD\nEND:VTIMEZONE\n"
            _ = try Self.agenda("DTSTART;TZID=Z:20261124T000000\nRRULE:FREQ=DAILY", zone: zone)
        }
    }

    @Test(arguments: [
        "BDAY:N", "BDAY:N-N-N", "BDAY:--N", "BDAY;X-APPLE-OMIT-YEAR=N:N", "BDAY:NT000000Z",
    ]) func noNumberInACardCrashes(field: String) {
        for number in Self.numbers {
            let card = "BEGIN:VCARD\nFN:A\n\(field.replacing("N", with: number))\nEND:VCARD"
            #expect(VCard.cards(in: Array(card.utf8)).cards.count == 1)
        }
    }

    @Test(arguments: [
        ("P1D", 86_400), ("PT1H30M", 5400), ("P999999999W", 3660 * 86_400), ("P1D1D1D", 3 * 86_400),
        ("P" + String(repeating: "999999999W", count: 20_000), 3660 * 86_400), ("-P1D", nil), ("P", nil),
        ("P9999999999W", nil),
    ]) func durationsAreLimitedToTenYears(text: String, seconds: Int?) {
        #expect(CalendarEvent.seconds(text) == seconds)
    }

    @Test(arguments: [
        "FREQ=MONTHLY;BYDAY=-9223372036854775808MO", "FREQ=MONTHLY;BYMONTHDAY=-9223372036854775808",
        "FREQ=YEARLY;BYYEARDAY=-9223372036854775808", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-9223372036854775808",
        "FREQ=MONTHLY;BYDAY=0MO", "FREQ=MONTHLY;BYDAY=54MO", "FREQ=DAILY;BYHOUR=-1", "FREQ=DAILY;INTERVAL=0",
        "FREQ=YEARLY;BYMONTH=-1",
    ]) func rulesWithExtremeNumbersAreRefused(rule: String) { #expect(RecurrenceRule(rule) == nil) }

    /// Repeated numbers are dropped, so no list is longer than its range.
    @Test func repeatedNumbersInListsAreDropped() throws {
        func repeated(_ text: String) -> String { Array(repeating: text, count: 5000).joined(separator: ",") }
        let rule = try #require(
            RecurrenceRule(
                "FREQ=YEARLY;BYHOUR=\(repeated("1,2"));BYMINUTE=\(repeated("3"));BYSECOND=\(repeated("4"));"
                    + "BYDAY=\(repeated("MO,1MO"));BYMONTHDAY=\(repeated("-1,5"));BYSETPOS=\(repeated("1"));BYMONTH=\(repeated("2"))"
            )
        )
        #expect(rule.hours == [1, 2] && rule.minutes == [3] && rule.seconds == [4] && rule.positions == [1])
        #expect(rule.weekdays.count == 2 && rule.monthDays == [-1, 5] && rule.months == [2])
    }

    /// The budget is charged before instances are made, so a refused rule costs nothing.
    @Test(arguments: [("", 500_000), (";BYSETPOS=-1", 500_000), ("", 100_000)])
    func instancesAreChargedToTheBudget(more: String, steps: Int) throws {
        func list(_ count: Int) -> String { (0..<count).map(String.init).joined(separator: ",") }
        let rule = try #require(
            RecurrenceRule(
                "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=\(list(24));BYMINUTE=\(list(60));BYSECOND=\(list(60))\(more)"
            )
        )
        let first = try #require(CalendarMoment("20260101T000000")).civil
        var budget = RecurrenceBudget(steps: steps)
        #expect(throws: RecurrenceBudget.Exhausted.self) {
            try rule.starts(
                from: first,
                in: first..<CivilTime(first.seconds + 1),
                isPastEnd: { _ in false },
                budget: &budget
            )
        }
        // Only the times of one day were made.
        #expect(budget.steps == steps - 86_400)
    }

    /// A round of some rules scans lists for each month, and is charged accordingly.
    @Test(arguments: [
        "FREQ=YEARLY;COUNT=9999;BYMONTHDAY=30,29,28,27,26,25,24,23,22,21;BYMONTH=2,3,4,5,6,7;BYDAY=1MO",
        "FREQ=YEARLY;COUNT=9999;BYYEARDAY=1,2,3,4,5,6,7,8,9,10,11,12,13,14;BYMONTH=12",
    ]) func roundsAreChargedForTheirLists(rule: String) throws {
        let agenda = try Self.agenda("DTSTART:00010101T000000Z\nRRULE:\(rule)")
        #expect(agenda.entries.isEmpty && agenda.tooCostly == 1)
    }

    @Test(arguments: [
        ("20000114T000000Z", "FREQ=YEARLY;COUNT=200;BYMONTH=11;BYDAY=4TU", 1),
        ("19700114T000000Z", "FREQ=MONTHLY;COUNT=900;BYDAY=4TU", 1),
        ("19700114T000000Z", "FREQ=WEEKLY;COUNT=9000;BYDAY=TU,TH", 1),
        ("20000101T000000Z", "FREQ=DAILY;COUNT=12000", 1),
        ("19700101T000000Z", "FREQ=MONTHLY;BYMONTHDAY=22,23,24,25,26;BYDAY=TU;BYSETPOS=1", 1),
    ]) func honestRulesAreWithinTheBudget(start: String, rule: String, count: Int) throws {
        let agenda = try Self.agenda("DTSTART:\(start)\nRRULE:\(rule)")
        #expect(agenda.entries.count == count && agenda.tooCostly == 0)
    }

    @Test func aHostileRuleDoesNotHideOtherEvents() throws {
        func list(_ count: Int) -> String { (0..<count).map(String.init).joined(separator: ",") }
        let bomb = "RRULE:FREQ=DAILY;BYHOUR=\(list(24));BYMINUTE=\(list(60));BYSECOND=\(list(60))"
        let bombs = (0..<200).map { "UID:b\($0)\nSUMMARY:B\nDTSTART:20260101T000000Z\n\(bomb)" }
        let events = (bombs + ["UID:o\nSUMMARY:Own\nDTSTART:20260101T000000Z\nRRULE:FREQ=DAILY"])
            .joined(separator: "\nEND:VEVENT\nBEGIN:VEVENT\n")
        let agenda = try Self.agenda("DTSTART:20200101T000000Z\nEND:VEVENT\nBEGIN:VEVENT\n" + events)
        #expect(agenda.entries.map(\.title) == ["Own"] && agenda.tooCostly == 200)
    }

    @Test func aDayHasALimitedNumberOfEvents() throws {
        let events = (0..<DayAgenda.mostEntries + 3).map { "UID:\($0)\nDTSTART:20261124T000000Z" }
            .joined(separator: "\nEND:VEVENT\nBEGIN:VEVENT\n")
        let agenda = try Self.agenda("DTSTART:20200101T000000Z\nEND:VEVENT\nBEGIN:VEVENT\n" + events)
        #expect(agenda.entries.count == DayAgenda.mostEntries && agenda.beyondLimit == 3)
        let text = AgendaAnswer(agenda, attendee: "A").text(for: Caller())
        #expect(text.hasSuffix("Only 5000 events of the day were checked; there are 3 more."))
    }

    /// A long event that repeats often covers a day many times.
    @Test func aLongEventDoesNotPushOutOtherEvents() throws {
        let long = (0..<3).map {
            "UID:l\($0)\nSUMMARY:L\nDTSTART:20200101T000000Z\nDURATION:P500W\nRRULE:FREQ=DAILY"
        }
        let events = (long + ["UID:o\nSUMMARY:Own\nDTSTART:20261124T000000Z"])
            .joined(separator: "\nEND:VEVENT\nBEGIN:VEVENT\n")
        let agenda = try Self.agenda("DTSTART:20200101T000000Z\nEND:VEVENT\nBEGIN:VEVENT\n" + events)
        #expect(agenda.entries.count == 3 * DayAgenda.mostInstances + 1 && agenda.entries.last?.title == "Own")
        #expect(agenda.beyondLimit > 5000)
    }

    @Test func aCancelledAgendaThrows() async throws {
        let task = Task {
            for await _ in AsyncStream<Never>.makeStream().stream {}
            return try Self.agenda("DTSTART:20261124T000000Z").entries.count
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
