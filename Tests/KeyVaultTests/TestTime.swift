import Foundation
import Synchronization

/// A time that stands until a test moves it.
final class TestTime: Sendable {
    private let date = Mutex(Date(timeIntervalSince1970: 1_795_000_000))

    var now: Date { date.withLock { $0 } }

    func advance(by seconds: Double) { date.withLock { $0 += seconds } }
}

/// Sleeps until the task is cancelled: what wakes the sleeper is something else.
struct IdleClock: Clock {
    typealias Instant = ContinuousClock.Instant

    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        for await _ in AsyncStream<Void>.makeStream().stream {}
        try Task.checkCancellation()
    }
}

/// Moves a test's time to whatever is waited for, at once.
struct LeapingClock: Clock {
    /// A point in a test's time.
    struct Instant: InstantProtocol {
        var date: Date

        func advanced(by duration: Duration) -> Instant { Instant(date: date + duration.inSeconds) }
        func duration(to other: Instant) -> Duration { .seconds(other.date.timeIntervalSince(date)) }
        static func < (left: Instant, right: Instant) -> Bool { left.date < right.date }
    }

    let time: TestTime

    var now: Instant { Instant(date: time.now) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        await Task.yield()
        try Task.checkCancellation()
        time.advance(by: max(0, now.duration(to: deadline).inSeconds))
    }
}

extension Duration {
    fileprivate var inSeconds: Double { self / .seconds(1) }
}
