package import FoundationEssentials

extension Date {
    /// The time as it is stored: whole milliseconds since 1970, so that SQL compares numbers and a date survives the round trip.
    ///
    /// A time that no `Int64` holds, which only a stranger's number can make, is the first or the last one.
    package var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }

    /// The time that a stored number stands for.
    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
