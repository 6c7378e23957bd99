import NIOCore
import Synchronization

/// The failed authentications of the last minute, by address: a brake on guessing tokens.
///
/// It brakes unknown tokens only. Valid tokens always pass, because behind one address may be a whole company or a proxy. A guess
/// is hopeless against a token of 256 bits; the throttle protects preset tokens and keeps logs and processor for others.
struct AuthenticationThrottle {
    /// Failures of an address in ``window`` that are answered as such.
    static let allowedFailures = 10
    /// Time from the first failure until an address is forgotten.
    static let window = TimeAmount.minutes(1)

    private struct Failures {
        let start: NIODeadline
        var count = 1
    }

    private let capacity: Int
    private var failures: [AddressBlock: Failures] = [:]
    /// The addresses in the order of their first failure, which is the order in which they are forgotten.
    private var order: [AddressBlock] = []
    private var first = 0

    init(capacity: Int = 10_000) { self.capacity = capacity }

    /// The number of addresses that are remembered.
    var count: Int { failures.count }

    /// Counts a failure; returns the seconds to wait when the address has had too many.
    mutating func failed(_ address: AddressBlock, at now: NIODeadline) -> Int? {
        forget(until: now)
        guard var entry = failures[address] else {
            if failures.count >= capacity { forgetFirst() }
            failures[address] = Failures(start: now)
            order.append(address)
            return nil
        }
        entry.count = min(entry.count + 1, Self.allowedFailures + 1)
        failures[address] = entry
        guard entry.count > Self.allowedFailures else { return nil }
        let rest = entry.start + Self.window - now
        return max(1, Int((rest.nanoseconds + 999_999_999) / 1_000_000_000))
    }

    private mutating func forget(until now: NIODeadline) {
        while first < order.count, let entry = failures[order[first]], now - entry.start >= Self.window {
            forgetFirst()
        }
    }

    private mutating func forgetFirst() {
        failures[order[first]] = nil
        first += 1
        // Half of the list at a time, so that each entry is moved once on average.
        if first > order.count / 2 {
            order.removeFirst(first)
            first = 0
        }
    }
}

/// The throttle that all connections share.
final class FailedAuthentications: Sendable {
    private let throttle = Mutex(AuthenticationThrottle())

    /// Counts a failure; returns the seconds to wait when the address has had too many.
    func record(_ address: AddressBlock) -> Int? { throttle.withLock { $0.failed(address, at: .now()) } }
}
