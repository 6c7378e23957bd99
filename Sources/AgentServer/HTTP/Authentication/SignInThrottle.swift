import NIOCore

/// The failed sign-ins of browsers, by address and in all: it decides which attempts are refused without a look at their token or code.
///
/// After ``allowedFailures`` an address must wait after each further failure, a second at first and then twice as long each time. A
/// successful sign-in ends that. Over all addresses, ``allowedInAll`` failures a minute are looked at. A bearer token is not refused like
/// this, because a program with a valid one may share its address with a stranger (``AuthenticationThrottle``); a person can wait.
struct SignInThrottle {
    /// The number of failures of an address before it must wait.
    static let allowedFailures = 5
    /// The longest wait of an address.
    static let longestWait = TimeAmount.seconds(60)
    /// The time after its last failure for which an address is remembered.
    static let memory = TimeAmount.minutes(10)
    /// The number of failures of all addresses in ``window``.
    static let allowedInAll = 50
    /// The time in which the failures of all addresses are counted.
    static let window = TimeAmount.minutes(1)

    private struct Failures {
        var count = 0
        var last: NIODeadline
        /// The time from which the next attempt is looked at.
        var blockedUntil: NIODeadline
    }

    private let capacity: Int
    private var failures: [AddressBlock: Failures] = [:]
    /// The times of the failures of the last minute, over all addresses.
    private var recent: [NIODeadline] = []

    init(capacity: Int = 10_000) { self.capacity = capacity }

    /// The number of remembered addresses.
    var count: Int { failures.count }

    /// Returns the time for which an attempt must wait; `nil` if it is looked at.
    mutating func wait(of address: AddressBlock?, at now: NIODeadline) -> TimeAmount? {
        recent.removeAll { now - $0 >= Self.window }
        var end = now
        if let address, let entry = failures[address] { end = max(end, entry.blockedUntil) }
        if recent.count >= Self.allowedInAll { end = max(end, recent[recent.count - Self.allowedInAll] + Self.window) }
        return end > now ? end - now : nil
    }

    /// Counts a failure.
    mutating func recordFailure(_ address: AddressBlock?, at now: NIODeadline) {
        recent.append(now)
        guard let address else { return }
        if failures[address] == nil, failures.count >= capacity { forget(at: now) }
        var entry = failures[address] ?? Failures(last: now, blockedUntil: now)
        if now - entry.last >= Self.memory { entry.count = 0 }
        entry.count += 1
        entry.last = now
        // The waits are 1, 2, 4 … 32, 60 seconds.
        let step = entry.count - Self.allowedFailures
        entry.blockedUntil = step < 0 ? now : now + min(.seconds(1 << min(Int64(step), 6)), Self.longestWait)
        failures[address] = entry
    }

    /// Forgets the failures of an address, which has signed in.
    mutating func recordSuccess(_ address: AddressBlock?) {
        if let address { failures[address] = nil }
    }

    /// Makes room: for all addresses that are remembered long enough, or else for the one that failed longest ago.
    private mutating func forget(at now: NIODeadline) {
        failures = failures.filter { now - $0.value.last < Self.memory }
        guard failures.count >= capacity, let oldest = failures.min(by: { $0.value.last < $1.value.last }) else {
            return
        }
        failures[oldest.key] = nil
    }
}
