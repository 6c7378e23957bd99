import FoundationEssentials

extension Date {
    /// The time as it is stored: whole milliseconds since 1970, so that SQL compares numbers and a date survives the round trip.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// The time that a stored number stands for.
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
