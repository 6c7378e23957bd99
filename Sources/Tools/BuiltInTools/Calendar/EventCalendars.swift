import AgentTools
import CalendarDays
import Foundation

/// The calendars of a CalDAV account.
struct EventCalendars: Sendable {
    /// The largest offset of any clock from UTC, in seconds.
    ///
    /// An event without a zone is by its reader's clock, but servers read it as UTC. The request therefore covers more than the day,
    /// and ``DayAgenda`` drops the events outside it.
    private static let widestOffset = 14 * 3600

    private let collections: DAVCollections

    init(_ account: DAVAccount) { collections = DAVCollections(account, .calendar) }

    /// Returns the agenda with the events of its day added.
    ///
    /// - Throws: ``UpstreamFailure``, or `CancellationError`.
    func fill(_ agenda: DayAgenda) async throws -> DayAgenda {
        let from = Self.utc(agenda.seconds.lowerBound - Self.widestOffset)
        let to = Self.utc(agenda.seconds.upperBound + Self.widestOffset)
        let asStored = Self.query(from: from, to: to, data: "<c:calendar-data/>")
        var agenda = agenda
        let stored = try await calendars([asStored])
        (agenda.unansweredCalendars, agenda.unaskedCalendars) = (stored.report.incomplete, stored.report.beyondLimit)
        agenda.unread += stored.unread
        for calendar in stored.calendars {
            try agenda.add(calendar)
            // An account may have thousands of calendars, and other tasks need the thread.
            await Task.yield()
        }
        guard !agenda.unexpanded.isEmpty else { return agenda }
        // The server expands rules that are unsupported here, if it can. Only those, because some servers ignore the change of clocks
        // between an event's first instance and the requested one.
        let expanded = Self.query(
            from: from,
            to: to,
            data: "<c:calendar-data><c:expand start=\"\(from)\" end=\"\(to)\"/></c:calendar-data>"
        )
        for calendar in try await calendars([expanded, asStored]).calendars {
            try agenda.addUnexpanded(calendar)
            await Task.yield()
        }
        return agenda
    }

    /// The calendars of an answer, and the number of its resources that are none although they should be.
    private func calendars(
        _ questions: [String]
    ) async throws -> (calendars: [CalendarComponent], unread: Int, report: DAVCollections.Report) {
        var calendars: [CalendarComponent] = []
        var unread = 0
        var report = try await collections.report(questions)
        for resource in report.resources {
            // An answer may have megabytes.
            try Task.checkCancellation()
            guard let data = resource.property(.calendarData) else {
                if resource.lacks(.calendarData) { unread += 1 }
                continue
            }
            let found = CalendarComponent.calendars(in: data.bytes)
            if found.isEmpty { unread += 1 }
            calendars += found
            await Task.yield()
        }
        report.resources = []
        return (CalendarComponent.joined(calendars), unread, report)
    }

    private static func query(from: String, to: String, data: String) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop>\(data)</d:prop><c:filter>\
        <c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="\(from)" end="\(to)"/>\
        </c:comp-filter></c:comp-filter></c:filter></c:calendar-query>
        """
    }

    /// Returns a time in the form `20261124T000000Z`.
    private static func utc(_ seconds: Int) -> String {
        let time = CivilTime(seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let second = time.secondOfDay
        return time.day.text.filter { $0 != "-" }
            + "T\(two(second / 3600))\(two(second / 60 % 60))\(two(second % 60))Z"
    }
}
