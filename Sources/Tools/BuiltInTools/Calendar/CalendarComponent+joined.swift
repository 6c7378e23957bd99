extension CalendarComponent {
    /// The most events that are moved, so that no account keeps the server busy.
    private static let mostMoved = 10_000

    /// Returns calendars in which changed instances are beside their series, also those that the server stores as a resource of their own.
    static func joined(_ calendars: [CalendarComponent]) -> [CalendarComponent] {
        // The places of the series by their identifiers, only if there are changes without one.
        var orphans: [(calendar: Int, component: CalendarComponent, uid: String)] = []
        for (index, calendar) in calendars.enumerated() {
            let events = calendar.components.filter { $0.name == "VEVENT" }
            guard events.contains(where: \.isChange) else { continue }
            let own = Set(events.filter { !$0.isChange }.map(\.uid))
            for event in events where event.isChange && !event.uid.isEmpty && !own.contains(event.uid) {
                guard orphans.count < mostMoved else { break }
                orphans.append((index, event, event.uid))
            }
        }
        guard !orphans.isEmpty else { return calendars }
        let wanted = Set(orphans.map(\.uid))
        var places: [String: [Int]] = [:]
        for (index, calendar) in calendars.enumerated() {
            for event in calendar.components
            where event.name == "VEVENT" && !event.isChange && wanted.contains(event.uid) {
                if places[event.uid, default: []].count < 8 { places[event.uid, default: []].append(index) }
            }
        }
        var result = calendars
        for orphan in orphans {
            guard let homes = places[orphan.uid] else { continue }
            for home in homes {
                result[home].components.append(orphan.component)
                result[home].components += calendars[orphan.calendar].components.filter { $0.name == "VTIMEZONE" }
                    .prefix(8)
            }
            result[orphan.calendar].components.removeAll { $0.isChange && $0.uid == orphan.uid }
        }
        return result
    }

    private var isChange: Bool { line("RECURRENCE-ID") != nil }
    private var uid: String { line("UID")?.text ?? "" }
}
