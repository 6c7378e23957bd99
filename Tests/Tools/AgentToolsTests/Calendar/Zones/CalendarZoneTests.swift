import CalendarDays
import Foundation
import Testing

@testable import AgentTools
@testable import BuiltInTools

/// Zones that calendars define: their offsets equal the system's, and their cost is limited.
@Suite(.timeLimit(.minutes(1))) struct CalendarZoneTests {
    private static let day = CalendarDay(year: 2026, month: 11, day: 24) ?? CalendarDay(number: 0)

    // MARK: The time

    private static func observance(_ kind: String, _ start: String, _ offsets: String, _ more: String = "") -> String {
        let pair = offsets.split(separator: " ")
        return "BEGIN:\(kind)\nDTSTART:\(start)\nTZOFFSETFROM:\(pair[0])\nTZOFFSETTO:\(pair[1])\n\(more)\nEND:\(kind)\n"
    }

    private static func zone(_ observances: [String], _ name: String = "Z") -> String {
        "BEGIN:VTIMEZONE\nTZID:\(name)\n\(observances.joined())END:VTIMEZONE\n"
    }

    private static func transitions(_ text: String) throws -> ZoneTransitions {
        let calendar = try #require(
            CalendarComponent.calendars(in: Array("BEGIN:VCALENDAR\n\(text)END:VCALENDAR".utf8)).first
        )
        let definition = try #require(calendar.components.compactMap { ZoneDefinition($0) }.first)
        var budget = RecurrenceBudget(steps: ZoneTransitions.mostSteps)
        return try ZoneTransitions(definition, around: day, budget: &budget)
    }

    /// Zones as mail programs write them: with rules since 1601, with rules since 1996, and with a country's whole history.
    private static let zones: [(String, Int, [String])] = [
        (
            "Europe/Berlin", 1997,
            [
                observance(
                    "STANDARD",
                    "16010101T030000",
                    "+0200 +0100",
                    "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10"
                ),
                observance(
                    "DAYLIGHT",
                    "16010101T020000",
                    "+0100 +0200",
                    "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3"
                ),
            ]
        ),
        (
            "Europe/Berlin", 1997,
            [
                observance("DAYLIGHT", "19810329T020000", "+0100 +0200", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"),
                observance("STANDARD", "19961027T030000", "+0200 +0100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"),
            ]
        ),
        (
            "America/New_York", 1968,
            [
                observance("STANDARD", "18831118T120358", "-045602 -0500"),
                observance(
                    "DAYLIGHT",
                    "19670430T020000",
                    "-0500 -0400",
                    "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=-1SU;UNTIL=19730429T070000Z"
                ),
                observance("DAYLIGHT", "19740106T020000", "-0500 -0400", "RDATE:19750223T020000"),
                observance(
                    "DAYLIGHT",
                    "19760425T020000",
                    "-0500 -0400",
                    "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=-1SU;UNTIL=19860427T070000Z"
                ),
                observance(
                    "DAYLIGHT",
                    "19870405T020000",
                    "-0500 -0400",
                    "RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z"
                ),
                observance("DAYLIGHT", "20070311T020000", "-0500 -0400", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"),
                observance(
                    "STANDARD",
                    "19671029T020000",
                    "-0400 -0500",
                    "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z"
                ),
                observance("STANDARD", "20071104T020000", "-0400 -0500", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
            ]
        ),
        (
            "Asia/Tokyo", 1948,
            [
                observance("STANDARD", "18871231T151859", "+091859 +0900"),
                observance("DAYLIGHT", "19480502T000000", "+0900 +1000", "RDATE:19490403T000000,19500507T000000"),
                observance("DAYLIGHT", "19510506T000000", "+0900 +1000"),
                observance("STANDARD", "19480912T010000", "+1000 +0900", "RDATE:19490911T010000,19500910T010000"),
                observance("STANDARD", "19510909T010000", "+1000 +0900"),
            ]
        ),
        ("Asia/Tokyo", 1960, [observance("STANDARD", "19700101T000000", "+0900 +0900")]),
    ]

    @Test(arguments: zones.indices) func aDefinedZoneHasTheSystemsOffsets(index: Int) throws {
        let (name, year, observances) = Self.zones[index]
        let system = try #require(TimeZone(identifier: name))
        let zone = CalendarZone.defined(try Self.transitions(Self.zone(observances)))
        let first = try #require(CalendarDay(year: year, month: 1, day: 1)).number * CivilTime.secondsOfDay
        let last = try #require(CalendarDay(year: 2036, month: 1, day: 1)).number * CivilTime.secondsOfDay
        var times = Set(stride(from: first, to: last, by: 100 * 3600))
        // Before, during and after each clock change.
        var change = system.nextDaylightSavingTimeTransition(after: Date(timeIntervalSince1970: Double(first)))
        while let next = change, next.timeIntervalSince1970 < Double(last) {
            let local = Int(next.timeIntervalSince1970) + system.secondsFromGMT(for: next)
            times.formUnion(stride(from: local - 4 * 3600, to: local + 4 * 3600, by: 900).map { $0 })
            times.formUnion([local - 3601, local - 1, local + 1, local + 3599])
            change = system.nextDaylightSavingTimeTransition(after: next)
        }
        let wrong = times.sorted().map(CivilTime.init).filter {
            zone.instant(of: $0) != CalendarZone.system(system).instant(of: $0)
        }
        #expect(times.count > 3000 && wrong.isEmpty, "\(wrong.prefix(5).map { "\($0.day.text) \($0.secondOfDay)" })")
    }

    /// This includes rules that ended before the computed years.
    @Test(arguments: [
        ("18000101T000000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=18500101T000000Z", "18490325T000000"),
        ("18000101T000000", "", "18000101T000000"),
        ("18000101T000000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;COUNT=3", "18010329T000000"),
    ]) func theLastChangeBeforeTheComputedYearsIsKept(start: String, rule: String, latest: String) throws {
        let found = try Self.transitions(Self.zone([Self.observance("STANDARD", start, "+0100 +0200", rule)]))
        #expect(found.transitions.last?.start == CalendarMoment(latest)?.civil)
        #expect(found.offset(at: CivilTime(Self.day)) == 7200 && found.offset(at: CivilTime(.min / 4)) == 3600)
    }

    // MARK: The cost

    /// 250 observances that have ended: each time in such a zone once took 180 ms.
    private static func costly(from year: Int = 1000) -> String {
        zone(
            (year..<year + 250).map {
                observance(
                    "STANDARD",
                    "\($0)0101T000000",
                    "+0100 +0200",
                    "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20100101T000000Z"
                )
            }
        )
    }

    private static let windows = zone(zones[0].2)

    private static func agenda(_ calendars: [(zone: String, events: [String])]) throws -> DayAgenda {
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        var agenda = try #require(DayAgenda(of: day, in: tokyo))
        for (zone, events) in calendars {
            let text = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
            for calendar in CalendarComponent.calendars(in: Array("BEGIN:VCALENDAR\n\(zone)\(text)END:VCALENDAR".utf8))
            {
                try agenda.add(calendar)
            }
        }
        return agenda
    }

    private static func invitation(_ number: Int, exclusions: Int = 400) -> String {
        let times = repeatElement("20261124T100000", count: exclusions).joined(separator: ",")
        return "UID:\(number)\nSUMMARY:T\nDTSTART;TZID=Z:20260101T100000\nRRULE:FREQ=DAILY\nEXDATE;TZID=Z:\(times)"
    }

    private static let own = (zone: "", events: ["UID:own\nSUMMARY:Own\nDTSTART:20261124T000000Z"])

    @Test(arguments: [(1, 400), (5, 400), (20, 400), (1, 4000)])
    func aCostlyZoneIsLeftOutOnce(events: Int, exclusions: Int) throws {
        let calendars = (0..<events).map { (Self.costly(), [Self.invitation($0, exclusions: exclusions)]) }
        let agenda = try Self.agenda(calendars + [Self.own])
        #expect(agenda.entries.map(\.title) == ["Own"] && agenda.tooCostly == events)
        #expect(RecurrenceBudget.ofZones - agenda.zones.budget.steps <= ZoneTransitions.mostSteps)
        // The repetitions were not expanded either.
        #expect(agenda.budget.steps == RecurrenceBudget().steps)
    }

    @Test func manyCostlyZonesStayWithinTheBudget() throws {
        let calendars = (0..<40).map { (Self.costly(from: 1000 + $0), [Self.invitation($0)]) }
        let agenda = try Self.agenda([(Self.windows, [Self.invitation(100, exclusions: 0)])] + calendars + [Self.own])
        #expect(agenda.entries.map(\.title) == ["T", "Own"] && agenda.tooCostly == 40)
        #expect(agenda.zones.budget.steps >= 0 && agenda.budget.steps > 400_000)
    }

    /// Each event of an account has its zone, and needs it for each of its times.
    @Test(arguments: [0, 1, 900]) func eventsShareAZone(exclusions: Int) throws {
        func steps(_ events: Int) throws -> Int {
            let agenda = try Self.agenda(
                (0..<events).map { (Self.windows, [Self.invitation($0, exclusions: exclusions)]) }
            )
            #expect(agenda.entries.count == (exclusions == 0 ? events : 0) && agenda.tooCostly == 0)
            return RecurrenceBudget.ofZones - agenda.zones.budget.steps
        }
        let one = try steps(1)
        #expect(one > 0 && one < ZoneTransitions.mostSteps)
        #expect(try steps(50) == one)
    }

    /// Exclusions, additions and changed instances on other days are dropped before their zone is resolved.
    @Test(arguments: ["EXDATE", "RDATE", "RECURRENCE-ID"]) func otherDaysNeedNoZone(field: String) throws {
        func lines(_ day: String) -> [String] { (0..<500).map { "\(field);TZID=A/B\($0):\(day)T100000" } }
        func agenda(_ day: String) throws -> DayAgenda {
            let start = "UID:1\nSUMMARY:T\nDTSTART:20261124T000000Z"
            let events =
                field == "RECURRENCE-ID"
                ? [start] + lines(day).map { "\(start)\n\($0)" } : [start + "\n" + lines(day).joined(separator: "\n")]
            return try Self.agenda([("", events)])
        }
        #expect(try agenda("20261110").zones.budget.steps == RecurrenceBudget.ofZones)
        #expect(try agenda("20270110").zones.budget.steps == RecurrenceBudget.ofZones)
        #expect(try agenda("20261124").zones.budget.steps < RecurrenceBudget.ofZones)
    }

    /// Events in zones beyond the budget are counted as left out.
    @Test func zoneLookUpsAreCharged() throws {
        let events = (0..<10_000).map { "UID:\($0)\nSUMMARY:T\nDTSTART;TZID=A/B\($0):20261124T100000" }
        let agenda = try Self.agenda([("", events)])
        #expect(
            agenda.zones.budget.steps >= 0 && agenda.entries.count + agenda.beyondLimit + agenda.tooCostly == 10_000
        )
        #expect(agenda.tooCostly >= 10_000 - RecurrenceBudget.ofZones / 10)
    }

    /// Zones beyond the limit are not read: their times are by the reader's clock.
    @Test(arguments: [(0, 8), (99, 8), (100, 1)]) func zonesAreLimited(number: Int, hour: Int) throws {
        let zones = (0..<200).map {
            Self.zone([Self.observance("STANDARD", "20000101T000000", "+0200 +0200")], "N\($0)")
        }.joined()
        let agenda = try Self.agenda([(zones, ["UID:1\nDTSTART;TZID=N\(number):20261124T100000"])])
        let expected = Self.day.number * CivilTime.secondsOfDay + hour * 3600
        #expect(agenda.entries.map(\.span) == [.seconds(expected..<expected)])
    }

    @Test func observancesAreLimited() throws {
        let observances = (1000..<2000).map { Self.observance("STANDARD", "\($0)0101T000000", "+0100 +0200") }
        #expect(try Self.transitions(Self.zone(observances)).transitions.count == 250)
    }

    @Test(arguments: [("EXDATE", 1001), ("RDATE", 1001)]) func namedTimesAreLimited(field: String, count: Int) throws {
        let times = (0..<count).map { second in
            let (minute, rest) = second.quotientAndRemainder(dividingBy: 60)
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return "20261124T00\(two(minute))\(two(rest))Z"
        }
        let last = times.last ?? ""
        if field == "EXDATE" {
            let event = "UID:1\nSUMMARY:T\nDTSTART:\(last)\nEXDATE:\(times.joined(separator: ","))"
            #expect(try Self.agenda([("", [event])]).entries.count == 1)
            #expect(
                try Self.agenda([("", [event.replacing("EXDATE:20261124T000000Z,", with: "EXDATE:")])]).entries.isEmpty
            )
        } else {
            let event = "UID:1\nSUMMARY:T\nDTSTART:20200101T000000Z\nRDATE:\(times.joined(separator: ","))"
            let agenda = try Self.agenda([("", [event])])
            #expect(agenda.entries.count == DayAgenda.mostInstances)
            #expect(agenda.beyondLimit == DayAgenda.mostNamedTimes - DayAgenda.mostInstances)
        }
    }

    @Test func aCancelledZoneIsNotComputed() async {
        let task = Task {
            for await _ in AsyncStream<Never>.makeStream().stream {}
            return try Self.transitions(Self.windows)
        }
        task.cancel()
        await #expect(throws: RecurrenceBudget.Exhausted.self) { try await task.value }
    }
}
