import NIOCore

/// The failed sign-ins of browsers: it decides which attempts are refused without a look at their token or code, and which failures are
/// written down.
///
/// After ``allowedFailures`` an address must wait after each further failure, a second at first and then twice as long each time. A
/// successful sign-in ends that. A bearer token is not refused like this, because a program with a valid one may share its address with a
/// stranger (``AuthenticationThrottle``); a person can wait.
///
/// No address waits for the failures of another, so that strangers cannot lock the operator out. A limit over all addresses would
/// protect no weak token either, because a bearer token can be guessed from as many.
struct SignInThrottle {
    /// The number of failures of an address before it must wait.
    static let allowedFailures = 5
    /// The longest wait of an address.
    static let longestWait = TimeAmount.seconds(60)
    /// The time after its last failure for which an address is remembered.
    static let memory = TimeAmount.minutes(10)
    /// The number of failures of all addresses in ``window`` that are written down, so that strangers do not fill the log and the audit.
    static let recordedInAll = 50
    /// The time in which the failures of all addresses are counted.
    static let window = TimeAmount.minutes(1)

    /// Whether a failure is written down.
    enum Record: Equatable {
        /// It is.
        case written
        /// It is, as the last one of this window.
        case last
        /// It is not.
        case omitted
    }

    private struct Failures {
        var count = 0
        var last: NIODeadline
        /// The time from which the next attempt is looked at.
        var blockedUntil: NIODeadline
    }

    private let capacity: Int
    private var failures: [AddressBlock: Failures] = [:]
    private var windowStart: NIODeadline?
    private var inWindow = 0

    init(capacity: Int = 10_000) { self.capacity = capacity }

    /// The number of remembered addresses.
    var count: Int { failures.count }

    /// Returns the time for which an attempt must wait; `nil` if it is looked at.
    func wait(of address: AddressBlock?, at now: NIODeadline) -> TimeAmount? {
        guard let address, let end = failures[address]?.blockedUntil, end > now else { return nil }
        return end - now
    }

    /// Counts a failure.
    mutating func recordFailure(_ address: AddressBlock?, at now: NIODeadline) -> Record {
        if let address { count(address, at: now) }
        if windowStart.map({ now - $0 >= Self.window }) ?? true { (windowStart, inWindow) = (now, 0) }
        inWindow = min(inWindow + 1, Self.recordedInAll + 1)
        return inWindow < Self.recordedInAll ? .written : inWindow == Self.recordedInAll ? .last : .omitted
    }

    private mutating func count(_ address: AddressBlock, at now: NIODeadline) {
        if failures[address] == nil, failures.count >= capacity { makeRoom(at: now) }
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

    /// Forgets the addresses that need not wait, or all if too few are left out by that.
    ///
    /// At least half of the room is free then, so that an address costs the same regardless of the caller that fills it.
    private mutating func makeRoom(at now: NIODeadline) {
        failures = failures.filter { $0.value.blockedUntil > now }
        if failures.count > capacity / 2 { failures = [:] }
    }
}
