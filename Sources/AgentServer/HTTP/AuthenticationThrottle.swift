import NIOCore

/// The failed authentications of the last minute, by address: decides which answers are delayed and which failures are logged one by one.
///
/// It makes guessing slow and keeps the log short; it does nothing itself. It does not protect a weak token, because a valid token always
/// passes: behind one address may be a whole company or a proxy. Each guess still costs a hash and a look-up.
struct AuthenticationThrottle {
    /// Failures of an address in ``window`` that are answered at once, each with a line of the log.
    static let allowedFailures = 10
    /// Time from the first failure until an address is forgotten.
    static let window = TimeAmount.minutes(1)
    /// Delayed answers at a time, of all addresses; further ones are sent at once, and their connections closed all the same.
    static let maximumDelayed = 256

    /// The decision about a failure of an address that has had too many.
    struct Brake: Equatable {
        /// Time until the address is forgotten.
        let rest: TimeAmount
        /// Whether the answer has a place among the delayed ones, which ``delayEnded()`` gives back.
        let isDelayed: Bool
        /// Whether it is the first one of the window, so that ``counts(at:)`` is to be asked at the window's end.
        let isFirst: Bool

        /// ``rest`` in whole seconds, for `Retry-After`.
        var retryAfterSeconds: Int { max(1, Int((rest.nanoseconds + 999_999_999) / 1_000_000_000)) }
    }

    /// The failures of an address in a window that has ended, less those that were logged one by one.
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
    /// The addresses in the order of their first failure, which is the order in which they are forgotten.
    private var order: [AddressBlock] = []
    private var first = 0
    private var ended: [Count] = []
    private var delayedCount = 0

    init(capacity: Int = 10_000) { self.capacity = capacity }

    /// The number of addresses that are remembered.
    var count: Int { failures.count }

    /// Counts a failure; returns `nil` while the address has not had too many.
    mutating func failed(_ address: AddressBlock, at now: NIODeadline) -> Brake? {
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

    /// Gives back the place of a delayed answer.
    mutating func delayEnded() { delayedCount -= 1 }

    /// Returns the windows that have ended since the last call and had more failures than are logged one by one.
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
        // Half of the list at a time, so that each entry is moved once on average.
        if first > order.count / 2 {
            order.removeFirst(first)
            first = 0
        }
    }
}
