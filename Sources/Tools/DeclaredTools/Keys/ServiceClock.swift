import FoundationEssentials
import Transport

/// The difference between this machine's clock and a service's, for signatures that contain the time.
struct ServiceClock: Sendable {
    /// The seconds that the service's clock is ahead.
    private(set) var offset = 0

    /// A smaller difference is no reason to refuse a signature.
    private static let tolerance = 60

    /// Returns the service's time in seconds since 1970.
    func time(at now: Date) -> Int { Int(now.timeIntervalSince1970) + offset }

    /// Adopts the service's time; returns whether it differed so much that another attempt may succeed.
    mutating func adopt(_ field: String?, at now: Date) -> Bool {
        guard let field, let date = HTTPDate(field, now: now)?.date else { return false }
        let found = Int(date.timeIntervalSince(now).rounded())
        guard abs(found - offset) > Self.tolerance else { return false }
        offset = found
        return true
    }
}
