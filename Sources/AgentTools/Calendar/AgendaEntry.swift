/// One event, or one instance of a repeating one, that is on a day.
struct AgendaEntry: Equatable {
    /// When it is.
    enum Span: Hashable {
        /// From a day to before another.
        case days(Range<CivilDay>)
        /// From a second to before another, counted from 1970 in UTC.
        case seconds(Range<Int>)
    }

    let uid: String
    let title: String
    let span: Span
    let attendees: [String]
    /// Whether it leaves its time free.
    let isTransparent: Bool

    /// Whether somebody of just this name takes part.
    func isAttended(by name: String) -> Bool { attendees.contains(name) }
}
