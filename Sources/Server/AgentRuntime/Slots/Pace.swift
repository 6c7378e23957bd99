/// The rate of a repeated event.
struct Pace {
    private var last: ContinuousClock.Instant?
    /// The average time between two events in seconds, with most weight on the latest; `nil` before the second event.
    private(set) var averageInterval: Double?

    /// Records an event.
    ///
    /// - Parameter isLast: Whether nothing waits for the next event, so that the time until it must not be counted.
    mutating func record(at time: ContinuousClock.Instant, isLast: Bool) {
        if let last {
            let seconds = (time - last) / .seconds(1)
            averageInterval = averageInterval.map { $0 + (seconds - $0) * 0.2 } ?? seconds
        }
        last = isLast ? nil : time
    }

    /// Returns the expected time until a number of further events, in whole seconds from 1 to 60.
    ///
    /// - Parameter assumed: The time between two events in seconds, while there is no average.
    func seconds(until count: Int, assuming assumed: Double) -> Int {
        let seconds = (averageInterval ?? assumed) * Double(count)
        return Int(min(max(seconds.rounded(.up), 1), 60))
    }
}
