import NIOCore

/// The failed authentications of the last minute, by address.
///
/// It decides which responses to delay and which failures to log. The delay makes guessing slow, and the log stays short. It does not
/// protect a weak token, because a valid token always passes: one address may belong to a whole company or a proxy. Each guess still costs
/// a hash and a lookup.
struct AuthenticationThrottle {
    /// The number of failures of an address in ``window`` with an immediate response and a log line each.
    static let allowedFailures = 10
    /// The time from the first failure until an address is forgotten.
    static let window = TimeAmount.minutes(1)
    /// The maximum number of delayed responses at a time, over all addresses.
    ///
    /// Further ones are immediate; their connections close too.
    static let maximumDelayed = 256

    /// The decision about an address with too many failures.
    struct Brake: Equatable {
        /// The time until the address is forgotten.
        let rest: TimeAmount
        /// Whether the response is delayed.
        ///
        /// Its place among the delayed ones must be released with ``releaseDelay()``.
        let isDelayed: Bool
        /// Whether this is the first such failure of the window, so that ``counts(at:)`` must be called at its end.
        let isFirst: Bool

        /// The value of ``rest`` in whole seconds, for `Retry-After`.
        var retryAfterSeconds: Int { max(1, Int((rest.nanoseconds + 999_999_999) / 1_000_000_000)) }
    }

    /// The number of failures of an address in a window that has ended, without those that were logged individually.
    struct Count: Equatable {
        let address: AddressBlock
        let failures: Int
    }

    private struct Failures {
        let start: NIODeadline
        var count = 1
    }

    private let capacity: Int
    private var failures: [AddressBlock: Failures] = [:]
    /// The addresses in the order of their first failure, which is also the order of their removal.
    private var order: [AddressBlock] = []
    private var first = 0
    private var ended: [Count] = []
    private var delayedCount = 0

    init(capacity: Int = 10_000) { self.capacity = capacity }

    /// The number of remembered addresses.
    var count: Int { failures.count }

    /// Counts a failure, and returns `nil` unless the address has too many.
    mutating func recordFailure(_ address: AddressBlock, at now: NIODeadline) -> Brake? {
        forget(until: now)
        guard var entry = failures[address] else {
            if failures.count >= capacity { forgetFirst() }
            failures[address] = Failures(start: now)
            order.append(address)
            return nil
        }
        entry.count += 1
        failures[address] = entry
        guard entry.count > Self.allowedFailures else { return nil }
        let isDelayed = delayedCount < Self.maximumDelayed
        if isDelayed { delayedCount += 1 }
        return Brake(
            rest: entry.start + Self.window - now,
            isDelayed: isDelayed,
            isFirst: entry.count == Self.allowedFailures + 1
        )
    }

    /// Whether another failure of an address would be one too many.
    func isExceeded(by address: AddressBlock, at now: NIODeadline) -> Bool {
        guard let entry = failures[address], now - entry.start < Self.window else { return false }
        return entry.count >= Self.allowedFailures
    }

    /// Releases the place of a delayed response.
    mutating func releaseDelay() { delayedCount -= 1 }

    /// Returns the counts of windows that have ended since the last call, for addresses with unlogged failures.
    mutating func counts(at now: NIODeadline) -> [Count] {
        forget(until: now)
        defer { ended = [] }
        return ended
    }

    private mutating func forget(until now: NIODeadline) {
        while first < order.count, let entry = failures[order[first]], now - entry.start >= Self.window {
            forgetFirst()
        }
    }

    private mutating func forgetFirst() {
        if let entry = failures.removeValue(forKey: order[first]), entry.count > Self.allowedFailures {
            ended.append(Count(address: order[first], failures: entry.count - Self.allowedFailures))
        }
        first += 1
        // Half of the list is removed at a time, so each entry is moved once on average.
        if first > order.count / 2 {
            order.removeFirst(first)
            first = 0
        }
    }
}
