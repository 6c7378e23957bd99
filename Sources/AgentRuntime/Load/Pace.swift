/// How fast something happens that happens now and then.
struct Pace {
    private var last: ContinuousClock.Instant?
    /// How many seconds lie between two times, the latest counting most; `nil` before there were two.
    private(set) var averageInterval: Double?

    /// It has happened.
    ///
    /// - Parameter isLast: Whether nobody waits for it to happen again, so that the time until it does says nothing.
    mutating func happened(at time: ContinuousClock.Instant, isLast: Bool) {
        if let last {
            let seconds = (time - last) / .seconds(1)
            averageInterval = averageInterval.map { $0 + (seconds - $0) * 0.2 } ?? seconds
        }
        last = isLast ? nil : time
    }

    /// In how many whole seconds it will have happened so many times, from 1 to 60.
    ///
    /// - Parameter assumed: How many seconds lie between two times as long as nobody knows.
    func seconds(until count: Int, assuming assumed: Double) -> Int {
        let seconds = (averageInterval ?? assumed) * Double(count)
        return Int(min(max(seconds.rounded(.up), 1), 60))
    }
}
