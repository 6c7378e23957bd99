import Foundation

extension CivilDay {
    /// The day that it is now for a caller.
    init(of caller: Caller) { self.init(of: caller.now, in: caller.timeZone) }

    /// The day that a moment falls on in a time zone.
    init(of moment: Date, in timeZone: TimeZone) {
        // Beyond the years that have four digits there is no day to tell, and no integer for some.
        let seconds = min(max(moment.timeIntervalSince1970.rounded(.down), -62_135_596_800), 253_402_300_799)
        let local = Int(seconds) + timeZone.secondsFromGMT(for: moment)
        self.init(number: CivilTime(local).day.number)
    }

    /// `2026-11-24`.
    var text: String {
        let (year, month, day) = components
        let years = String(year)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return String(repeating: "0", count: max(0, 4 - years.count)) + "\(years)-\(two(month))-\(two(day))"
    }
}
