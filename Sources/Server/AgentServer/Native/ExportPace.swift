import NIOCore

/// The time limits of one export: a minimum average pace of its reader, and a total time.
///
/// They are checked between slices of the response. ``ConnectionClock`` handles a reader that accepts nothing at all.
struct ExportPace {
    /// An error: the reader of an export is too slow.
    struct TooSlow: Error {}

    /// The limits.
    ///
    /// The slowest mobile networks are several times faster.
    struct Limits: Sendable {
        /// The time after which ``bytesPerSecond`` is required.
        var grace = TimeAmount.seconds(60)
        var bytesPerSecond: Int64 = 8 << 10
        var total = TimeAmount.hours(1)
    }

    /// The maximum number of bytes written between two checks.
    static let sliceBytes = 32 << 10

    private let limits: Limits
    private let start: NIODeadline
    private var sent: Int64 = 0

    init(_ limits: Limits = Limits(), startedAt now: NIODeadline) {
        self.limits = limits
        start = now
    }

    /// Records bytes that the reader has accepted.
    mutating func recordAccepted(_ count: Int) { sent += Int64(count) }

    /// Whether the export is too slow, by what its reader has accepted.
    func isTooSlow(at now: NIODeadline) -> Bool {
        let elapsed = now - start
        guard elapsed < limits.total else { return true }
        guard elapsed > limits.grace else { return false }
        let due = (elapsed - limits.grace).nanoseconds / 1_000_000 * limits.bytesPerSecond / 1000
        return sent < due
    }
}
