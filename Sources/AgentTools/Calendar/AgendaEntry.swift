/// An event on a day, or one instance of a repeating event.
struct AgendaEntry: Equatable {
    /// The time that an event covers.
    enum Span: Hashable {
        /// Whole days, up to but not including the last.
        case days(Range<CivilDay>)
        /// Seconds since 1970 in UTC, up to but not including the last.
        case seconds(Range<Int>)
    }

    let uid: String
    let title: String
    let span: Span
    let attendees: [String]
    /// Whether the event leaves its time free.
    let isTransparent: Bool

    /// Whether an attendee has exactly this name.
    func isAttended(by name: String) -> Bool { attendees.contains(name) }
}
