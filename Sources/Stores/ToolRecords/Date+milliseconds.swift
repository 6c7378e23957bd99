package import FoundationEssentials

extension Date {
    /// The stored form of the time: whole milliseconds since 1970, so that a backend compares numbers and a date survives the round trip.
    ///
    /// A time that does not fit into `Int64`, which only a number from outside can cause, becomes the first or the last one.
    package var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }

    /// Makes a time from its stored form.
    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
