import AgentTools
import CalendarDays

extension CalendarEvent {
    /// The length in seconds, as if the start and the end were by the same clock; a whole day has 86,400.
    var civilLength: Int {
        guard let end else { return duration ?? (start.isDay ? CivilTime.secondsOfDay : 0) }
        if start.isDay { return max(0, end.civil.day.number - start.civil.day.number) * CivilTime.secondsOfDay }
        return max(0, end.civil.seconds - start.civil.seconds)
    }
}

extension CalendarMoment {
    /// Returns a moment of the same kind at another time.
    func moved(to time: CivilTime) -> CalendarMoment {
        switch self {
        case .day: .day(time.day)
        case .utc: .utc(time)
        case .local(_, let zone): .local(time, zone: zone)
        }
    }
}
