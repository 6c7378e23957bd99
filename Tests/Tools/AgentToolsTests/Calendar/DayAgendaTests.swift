import CalendarDays
import Foundation
import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct DayAgendaTests {
    private static func agenda(_ calendar: String, on day: String, in zone: String) throws -> [String] {
        let date = try #require(CalendarMoment(day.filter { $0 != "-" })).civil.day
        let timeZone = try #require(TimeZone(identifier: zone))
        var agenda = try #require(DayAgenda(of: date, in: timeZone))
        let calendars = CalendarComponent.joined(
            CalendarComponent.calendars(in: Array("BEGIN:VCALENDAR\n\(calendar)\nEND:VCALENDAR".utf8))
        )
        for calendar in calendars { try agenda.add(calendar) }
        // As if the server did not expand the events that are left to it.
        for calendar in calendars { try agenda.addUnexpanded(calendar) }
        return agenda.entries.map { entry in
            switch entry.span {
            case .days(let days): "\(entry.title) \(days.lowerBound.text)/\(days.upperBound.text)"
            case .seconds(let seconds):
                "\(entry.title) \(Date(timeIntervalSince1970: Double(seconds.lowerBound)).ISO8601Format())"
            }
        }
    }

    private static func counts(_ calendar: String, on day: String = "2026-11-24") throws -> [Int] {
        let date = try #require(CalendarMoment(day)).civil.day
        let timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        var agenda = try #require(DayAgenda(of: date, in: timeZone))
        let calendars = CalendarComponent.calendars(in: Array("BEGIN:VCALENDAR\n\(calendar)\nEND:VCALENDAR".utf8))
        for calendar in calendars { try agenda.add(calendar) }
        for calendar in calendars { try agenda.addUnexpanded(calendar) }
        return [agenda.entries.count, agenda.unread, agenda.guessed]
    }

    private static func event(_ lines: String, title: String = "E") -> String {
        "BEGIN:VEVENT\nUID:\(title)\nSUMMARY:\(title)\n\(lines)\nEND:VEVENT"
    }

    /// The day in Tokyo starts at 2026-11-23T15:00Z and ends before 2026-11-24T15:00Z.
    @Test(arguments: [
        ("DTSTART:20261123T145959Z", false), ("DTSTART:20261123T150000Z", true), ("DTSTART:20261124T145959Z", true),
        ("DTSTART:20261124T150000Z", false), ("DTSTART:20261123T140000Z\nDTEND:20261123T150000Z", false),
        ("DTSTART:20261123T140000Z\nDTEND:20261123T150001Z", true), ("DTSTART:20261123T140000Z\nDURATION:PT1H", false),
        ("DTSTART:20261123T140000Z\nDURATION:P1DT1S", true), ("DTSTART:20261120T000000Z\nDTEND:20261130T000000Z", true),
        ("DTSTART;VALUE=DATE:20261124", true), ("DTSTART;VALUE=DATE:20261123", false),
        ("DTSTART;VALUE=DATE:20261125", false),
        ("DTSTART;VALUE=DATE:20261123\nDTEND;VALUE=DATE:20261124", false),
        ("DTSTART;VALUE=DATE:20261120\nDTEND;VALUE=DATE:20261125", true),
        ("DTSTART;VALUE=DATE:20261122\nDURATION:P3D", true),
        ("DTSTART:20261124T000000", true), ("DTSTART:20261123T235959", false), ("DTSTART:20261125T000000", false),
        ("DTSTART;TZID=America/New_York:20261123T100000", true),
        ("DTSTART;TZID=America/New_York:20261123T095959", false),
        ("DTSTART:20261124T030000Z\nSTATUS:CANCELLED", false), ("SUMMARY:no start", false), ("DTSTART:soon", false),
    ])
    func theDayIsHalfOpen(lines: String, isOn: Bool) throws {
        #expect(try Self.agenda(Self.event(lines), on: "2026-11-24", in: "Asia/Tokyo").count == (isOn ? 1 : 0))
    }

    @Test(
        arguments: [
            ("2026-11-02", ["E 2026-11-02T00:30:00Z"]), ("2026-11-09", ["E 2026-11-09T00:30:00Z"]), ("2026-11-16", []),
            ("2026-11-17", ["moved 2026-11-17T01:00:00Z"]), ("2026-11-23", []), ("2026-11-30", []), ("2026-10-26", []),
            ("2026-12-07", ["E 2026-12-07T00:30:00Z", "moved 2026-12-07T09:00:00Z"]),
            ("2036-11-03", ["E 2036-11-03T00:30:00Z"]), ("2036-11-04", []),
        ] as [(String, [String])]
    )
    func repeatingEventsAreExpanded(day: String, events: [String]) throws {
        let calendar = """
            BEGIN:VEVENT
            UID:1
            SUMMARY:E
            DTSTART;TZID=Asia/Tokyo:20261102T093000
            DTEND;TZID=Asia/Tokyo:20261102T094500
            RRULE:FREQ=WEEKLY;BYDAY=MO
            EXDATE;TZID=Asia/Tokyo:20261116T093000
            EXDATE:20261123T003000Z
            BEGIN:VALARM
            DTSTART:20261103T093000Z
            END:VALARM
            END:VEVENT
            BEGIN:VEVENT
            UID:1
            SUMMARY:moved
            RECURRENCE-ID:20261130T003000Z
            DTSTART;TZID=Asia/Tokyo:20261117T100000
            END:VEVENT
            BEGIN:VEVENT
            UID:1
            SUMMARY:moved
            RECURRENCE-ID;TZID=Asia/Tokyo:20261214T093000
            DTSTART:20261207T090000Z
            END:VEVENT
            """
        #expect(try Self.agenda(calendar, on: day, in: "Asia/Tokyo").sorted() == events.sorted())
    }

    /// Nine o'clock in New York remains nine o'clock when the clocks change on 2026-11-01; that day has 25 hours.
    @Test(arguments: [
        ("2026-10-31", "E 2026-10-31T13:00:00Z"), ("2026-11-01", "E 2026-11-01T14:00:00Z"),
        ("2027-03-14", "E 2027-03-14T13:00:00Z"),
    ])
    func clocksChange(day: String, event: String) throws {
        let daily = Self.event("DTSTART;TZID=America/New_York:20260101T090000\nRRULE:FREQ=DAILY")
        #expect(try Self.agenda(daily, on: day, in: "America/New_York") == [event])
    }

    private static let windowsZone = """
        BEGIN:VTIMEZONE
        TZID:W. Europe Standard Time
        BEGIN:STANDARD
        DTSTART:16010101T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:16010101T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
        END:DAYLIGHT
        END:VTIMEZONE
        """

    /// A zone that a calendar defines has the system's offsets; Berlin's clocks change on 2026-10-25 and 2026-03-29.
    @Test(arguments: [
        "20261024T120000", "20261025T015959", "20261025T020000", "20261025T023000", "20261025T030000",
        "20260329T013000",
        "20260329T023000", "20260329T030000", "20260701T000000", "20261231T235959", "20270101T000000",
        "20260328T120000",
    ])
    func aCalendarMayDefineItsZone(time: String) throws {
        let own = Self.windowsZone + "\n" + Self.event("DTSTART;TZID=W. Europe Standard Time:\(time)\nDURATION:PT1S")
        let system = Self.event("DTSTART;TZID=Europe/Berlin:\(time)\nDURATION:PT1S")
        let day = "\(time.prefix(4))-\(time.dropFirst(4).prefix(2))-\(time.dropFirst(6).prefix(2))"
        let expected = try Self.agenda(system, on: day, in: "Europe/Berlin")
        #expect(expected.count == 1)
        #expect(try Self.agenda(own, on: day, in: "Europe/Berlin") == expected)
    }

    @Test(
        arguments: [
            ("DTSTART;TZID=/example.org/20260101/Europe/Berlin:20261124T100000", "E 2026-11-24T09:00:00Z"),
            ("DTSTART;TZID=Nowhere Standard Time:20261124T100000", "E 2026-11-24T01:00:00Z"),
            ("DTSTART;TZID=\"Europe/Berlin\":20261124T100000", "E 2026-11-24T09:00:00Z"),
            ("DTSTART:20261124T100000", "E 2026-11-24T01:00:00Z"),
            // Windows' names without a definition, offsets, titles of zones, and names with other letters.
            ("DTSTART;TZID=W. Europe Standard Time:20261124T100000", "E 2026-11-24T09:00:00Z"),
            ("DTSTART;TZID=w. europe standard time:20260724T100000", nil),
            ("DTSTART;TZID=Eastern Standard Time:20261123T220000", "E 2026-11-24T03:00:00Z"),
            ("DTSTART;TZID=GMT+0530:20261124T100000", "E 2026-11-24T04:30:00Z"),
            ("DTSTART;TZID=UTC+02:00:20261124T100000", "E 2026-11-24T08:00:00Z"),
            ("DTSTART;TZID=+05:30:20261124T100000", "E 2026-11-24T04:30:00Z"),
            ("DTSTART;TZID=GMT-3:20261124T100000", "E 2026-11-24T13:00:00Z"),
            ("DTSTART;TZID=(UTC+01:00) Amsterdam, Berlin:20261124T100000", "E 2026-11-24T09:00:00Z"),
            ("DTSTART;TZID=europe/berlin :20261124T100000", "E 2026-11-24T09:00:00Z"),
            ("DTSTART;TZID=Japan:20261124T100000", "E 2026-11-24T01:00:00Z"),
            ("DTSTART;TZID=CET:20261124T100000", "E 2026-11-24T09:00:00Z"),
            // The moments that programs write in place of those of the standard.
            ("DTSTART:2026-11-24T09:00:00Z", "E 2026-11-24T09:00:00Z"),
            ("DTSTART:20261124T0900Z", "E 2026-11-24T09:00:00Z"),
            ("DTSTART:20261124T090000+0100", "E 2026-11-24T08:00:00Z"),
            ("DTSTART:20261124t090000.25z ", "E 2026-11-24T09:00:00Z"),
            ("DTSTART:2026-11-24T09:00:00-05:30", "E 2026-11-24T14:30:00Z"),
            ("DTSTART:20261123T240000", "E 2026-11-23T15:00:00Z"),
            ("DTSTART;VALUE=DATE:20261124T000000", "E 2026-11-24/2026-11-25"),
            ("DTSTART:2026-11-24", "E 2026-11-24/2026-11-25"),
        ] as [(String, String?)]
    )
    func zonesByTheirNames(lines: String, event: String?) throws {
        #expect(try Self.agenda(Self.event(lines), on: "2026-11-24", in: "Asia/Tokyo") == [event].compactMap(\.self))
    }

    /// Kept events, those that cannot be read or not in full, and those whose zone is a guess.
    @Test(
        arguments: [
            (event("DTSTART;TZID=Nowhere Standard Time:20261124T100000"), [1, 0, 1]),
            // By another clock it might be on the day.
            (event("DTSTART;TZID=Nowhere Standard Time:20261125T100000"), [0, 0, 1]),
            (event("DTSTART;TZID=Nowhere Standard Time:20261127T100000"), [0, 0, 0]),
            (event("DTSTART;TZID=IST:20261124T100000"), [1, 0, 1]),
            (event("DTSTART;TZID=(UTC+01:00) Rome:20261124T100000"), [1, 0, 1]),
            (event("DTSTART;TZID=(UTC+01:00):20261124T100000"), [1, 0, 0]),
            (event("DTSTART;TZID=W. Europe Standard Time:20261124T100000"), [1, 0, 0]),
            (event("DTSTART:soon") + "\n" + event("DTSTART:20261124T000000Z", title: "F"), [1, 1, 0]),
            (event("SUMMARY:no start"), [0, 1, 0]), (event("DTSTART:20261124T000000Z\nDTEND:later"), [1, 1, 0]),
            (event("DTSTART:20261124T000000Z\nDURATION:-PT5M"), [1, 1, 0]),
            (event("DTSTART:20261124T000000Z\nEXDATE:20261125T000000Z,x"), [1, 1, 0]),
            (event("DTSTART:20200124T000000Z\nDTEND:later"), [0, 0, 0]),
            (event("DTSTART:20261124T000000Z\nRRULE:FREQ=YEARLY;BYWEEKNO=48"), [1, 1, 0]),
            (event("DTSTART:20261124T000000Z\nSTATUS:CANCELLED\nDTEND:later"), [0, 0, 0]),
            // One bad part spoils no other.
            ("BEGIN:VEVENT\nBEGIN:VALARM\nEND:VEVENT\n" + event("DTSTART:20261124T000000Z"), [1, 1, 0]),
            ("END:VALARM\n" + event("DTSTART:20261124T000000Z"), [1, 0, 0]),
            (event("DTSTART:20261124T000000Z") + "\nBEGIN:VEVENT\nDTSTART:20261124T010000Z", [2, 0, 0]),
            (
                String(repeating: "BEGIN:X\n", count: 20) + String(repeating: "END:X\n", count: 20)
                    + event("DTSTART:20261124T000000Z"), [1, 0, 0]
            ),
            ("END:VCALENDAR\n" + event("DTSTART:20261124T000000Z"), [1, 0, 0]),
            // Several rules, exceptions by a rule, and a change of all earlier instances.
            (event("DTSTART:20261101T000000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO\nRRULE:FREQ=WEEKLY;BYDAY=TU"), [0, 1, 0]),
            (event("DTSTART:20261101T000000Z\nRRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY;BYDAY=TU"), [1, 1, 0]),
            (
                event("DTSTART:20261101T000000Z\nRRULE:FREQ=DAILY") + "\n"
                    + event("RECURRENCE-ID;RANGE=THISANDPRIOR:20261126T000000Z\nDTSTART:20261126T010000Z"), [1, 1, 0]
            ),
            (event("DTSTART:20261124T000000Z\nSTATUS: Cancelled "), [0, 0, 0]),
            ("METHOD:CANCEL\n" + event("DTSTART:20261124T000000Z"), [0, 0, 0]),
            ("METHOD:PUBLISH\n" + event("DTSTART:20261124T000000Z"), [1, 0, 0]),
        ] as [(String, [Int])]
    )
    func whatCannotBeReadIsCounted(calendar: String, counts: [Int]) throws {
        #expect(try Self.counts(calendar) == counts)
    }

    /// From Monday 2026-11-16 on, the meeting is on Tuesdays at ten, from 2026-12-07 on, it is cancelled.
    @Test(
        arguments: [
            ("2026-11-09", ["old 2026-11-09T00:30:00Z"]), ("2026-11-16", []),
            ("2026-11-17", ["new 2026-11-17T01:00:00Z"]),
            ("2026-11-23", []), ("2026-11-24", ["new 2026-11-24T01:00:00Z"]), ("2026-11-30", []),
            ("2026-12-01", []), ("2026-12-02", ["once 2026-12-02T01:00:00Z"]), ("2026-12-08", []), ("2026-12-14", []),
            ("2036-11-04", []),
        ] as [(String, [String])]
    )
    func aChangeMayHoldForAllLaterInstances(day: String, events: [String]) throws {
        let calendar = """
            BEGIN:VEVENT
            UID:1
            SUMMARY:old
            DTSTART;TZID=Asia/Tokyo:20261102T093000
            RRULE:FREQ=WEEKLY;BYDAY=MO
            END:VEVENT
            BEGIN:VEVENT
            UID:1
            SUMMARY:new
            RECURRENCE-ID;RANGE=THISANDFUTURE:20261116T003000Z
            DTSTART;TZID=Asia/Tokyo:20261117T100000
            END:VEVENT
            BEGIN:VEVENT
            UID:1
            SUMMARY:once
            RECURRENCE-ID;TZID=Asia/Tokyo:20261130T093000
            DTSTART;TZID=Asia/Tokyo:20261202T100000
            END:VEVENT
            BEGIN:VEVENT
            UID:1
            SUMMARY:none
            STATUS:CANCELLED
            RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Asia/Tokyo:20261207T093000
            DTSTART;TZID=Asia/Tokyo:20261207T093000
            END:VEVENT
            """
        #expect(try Self.agenda(calendar, on: day, in: "Asia/Tokyo") == events)
    }

    /// Exceptions and changes of a meeting at ten in Berlin, whose times have no zone, are of its day only, or are a resource of their own.
    @Test(
        arguments: [
            ("EXDATE:20261124T100000", "", []), ("EXDATE:20261124T180000", "", ["E 2026-11-24T09:00:00Z"]),
            ("", event("RECURRENCE-ID:20261124T100000\nDTSTART:20261124T110000Z"), ["E 2026-11-24T11:00:00Z"]),
            ("", event("RECURRENCE-ID;VALUE=DATE:20261124\nDTSTART:20261124T110000Z"), ["E 2026-11-24T11:00:00Z"]),
            (
                "",
                "END:VCALENDAR\nBEGIN:VCALENDAR\n" + event("RECURRENCE-ID:20261124T090000Z\nDTSTART:20261124T110000Z"),
                ["E 2026-11-24T11:00:00Z"]
            ),
            (
                "",
                "END:VCALENDAR\nBEGIN:VCALENDAR\n"
                    + event("RECURRENCE-ID:20261124T090000Z\nDTSTART:20261124T110000Z", title: "F"),
                ["E 2026-11-24T09:00:00Z", "F 2026-11-24T11:00:00Z"]
            ),
            (
                "",
                event("RECURRENCE-ID;RANGE=THISANDFUTURE:20261123T100000\nDTSTART;TZID=Europe/Berlin:20261123T120000"),
                ["E 2026-11-24T11:00:00Z"]
            ),
        ] as [(String, String, [String])]
    )
    func changesMayLackTheZone(lines: String, more: String, events: [String]) throws {
        let series = Self.event("DTSTART;TZID=Europe/Berlin:20261102T100000\nRRULE:FREQ=DAILY\n\(lines)")
        #expect(try Self.agenda(series + "\n" + more, on: "2026-11-24", in: "Asia/Tokyo") == events)
    }

    @Test func laterWholeDaysAreMovedByDays() throws {
        let calendar = """
            \(Self.event("DTSTART;VALUE=DATE:20261102\nRRULE:FREQ=WEEKLY"))
            \(Self.event("RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20261109\nDTSTART;VALUE=DATE:20261110\nDTEND;VALUE=DATE:20261112"))
            """
        #expect(try Self.agenda(calendar, on: "2026-11-25", in: "Asia/Tokyo") == ["E 2026-11-24/2026-11-26"])
        #expect(try Self.agenda(calendar, on: "2026-11-23", in: "Asia/Tokyo").isEmpty)
    }

    @Test(arguments: [
        ("DTSTART;VALUE=DATE:20201225\nRRULE:FREQ=YEARLY", "2026-12-25", 1),
        ("DTSTART;VALUE=DATE:20201225\nRRULE:FREQ=YEARLY;UNTIL=20251225", "2025-12-25", 1),
        ("DTSTART;VALUE=DATE:20201225\nRRULE:FREQ=YEARLY;UNTIL=20251225", "2026-12-25", 0),
        ("DTSTART;VALUE=DATE:20201225\nRRULE:FREQ=YEARLY\nEXDATE;VALUE=DATE:20261225", "2026-12-25", 0),
        ("DTSTART;VALUE=DATE:20261201\nDTEND;VALUE=DATE:20261204\nRRULE:FREQ=MONTHLY", "2027-01-03", 1),
        ("DTSTART;VALUE=DATE:20261201\nDTEND;VALUE=DATE:20261204\nRRULE:FREQ=MONTHLY", "2027-01-04", 0),
        ("DTSTART;TZID=Asia/Tokyo:20261101T220000\nDURATION:PT12H\nRRULE:FREQ=DAILY;COUNT=3", "2026-11-04", 1),
        ("DTSTART;TZID=Asia/Tokyo:20261101T220000\nDURATION:PT12H\nRRULE:FREQ=DAILY;COUNT=3", "2026-11-05", 0),
        ("DTSTART;TZID=Asia/Tokyo:20261101T090000\nRRULE:FREQ=DAILY;UNTIL=20261103T000000Z", "2026-11-03", 1),
        ("DTSTART;TZID=Asia/Tokyo:20261101T090000\nRRULE:FREQ=DAILY;UNTIL=20261102T235959Z", "2026-11-03", 0),
        ("DTSTART:20261101T000000Z\nRDATE:20261105T000000Z,20261106T000000Z", "2026-11-06", 1),
        ("DTSTART:20261101T000000Z\nRDATE;VALUE=PERIOD:20261105T000000Z/PT1H", "2026-11-05", 1),
        ("DTSTART:20261101T000000Z\nRRULE:FREQ=DAILY;COUNT=9\nRDATE:20261105T000000Z", "2026-11-05", 1),
        ("DTSTART:20261101T000000Z\nRRULE:FREQ=SECONDLY", "2026-11-01", 1),
    ])
    func repetitions(lines: String, day: String, count: Int) throws {
        #expect(try Self.agenda(Self.event(lines), on: day, in: "Asia/Tokyo").count == count)
    }

    @Test func aDayThatIsSkippedHasNoAgenda() {
        #expect(CalendarDay(year: 2026, month: 2, day: 30) == nil)
        // Samoa skipped December 30, 2011.
        let samoa = TimeZone(identifier: "Pacific/Apia")
        let day = CalendarDay(year: 2011, month: 12, day: 29)
        #expect(samoa.flatMap { zone in day.flatMap { DayAgenda(of: $0, in: zone) } }?.seconds.count == 86_400)
    }

    @Test(
        arguments: [
            ("PT1H30M", 5400), ("P1D", 86_400), ("P2W", 1_209_600), ("P1DT12H", 129_600), ("+PT5S", 5), ("-PT5S", nil),
            ("P", nil),
            ("PT5", nil), ("1H", nil), ("PT1D", nil),
        ] as [(String, Int?)]
    )
    func durations(text: String, seconds: Int?) { #expect(CalendarEvent.seconds(text) == seconds) }
}
