import Foundation
import Synchronization

/// A time that moves only when the test says so.
final class ManualTime: Sendable {
    private let date: Mutex<Date>

    init(_ date: Date = Date(timeIntervalSince1970: 1_795_000_000)) { self.date = Mutex(date) }

    var now: Date { date.withLock { $0 } }

    func advance(by seconds: Double) { date.withLock { $0 += seconds } }
}
