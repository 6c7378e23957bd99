import FoundationEssentials

extension Day {
    /// The calendar day at `date` in `timeZone`.
    init(_ date: Date, in timeZone: TimeZone) {
        let seconds = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
        self.init(number: Int((seconds / 86_400).rounded(.down)))
    }
}
