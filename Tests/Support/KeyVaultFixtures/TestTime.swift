package import Foundation
import Synchronization

/// A time that only changes when a test advances it.
package final class TestTime: Sendable {
    private let date: Mutex<Date>

    package init(_ date: Date = Date(timeIntervalSince1970: 1_795_000_000)) { self.date = Mutex(date) }

    package var now: Date { date.withLock { $0 } }

    package func advance(by seconds: Double) { date.withLock { $0 += seconds } }
}

/// A clock that sleeps until the task is cancelled, so that only other events can wake the sleeper.
package struct IdleClock: Clock {
    package init() {}

    package typealias Instant = ContinuousClock.Instant

    package var now: Instant { ContinuousClock.now }
    package var minimumResolution: Duration { .nanoseconds(1) }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        for await _ in AsyncStream<Void>.makeStream().stream {}
        try Task.checkCancellation()
    }
}

/// A clock that advances a test's time to every awaited moment at once.
package struct LeapingClock: Clock {
    /// A moment of a test's time.
    package struct Instant: InstantProtocol {
        package var date: Date

        package func advanced(by duration: Duration) -> Instant { Instant(date: date + duration.inSeconds) }
        package func duration(to other: Instant) -> Duration { .seconds(other.date.timeIntervalSince(date)) }
        package static func < (left: Instant, right: Instant) -> Bool { left.date < right.date }
    }

    package let time: TestTime

    package init(time: TestTime) { self.time = time }

    package var now: Instant { Instant(date: time.now) }
    package var minimumResolution: Duration { .nanoseconds(1) }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        await Task.yield()
        try Task.checkCancellation()
        time.advance(by: max(0, now.duration(to: deadline).inSeconds))
    }
}

extension Duration {
    fileprivate var inSeconds: Double { self / .seconds(1) }
}
