import EventStreams
import Glibc
import Synchronization

/// The times of events from the server's call to send until their reader had them.
final class Delays: Sendable {
    private let nanoseconds = Mutex<[Int]>([])

    /// Records an event, whose data has the time at which the server sent it.
    func record(_ event: ServerSentEvent) {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let now = time.tv_sec * 1_000_000_000 + time.tv_nsec
        let digits = event.data.utf8.dropFirst(16).prefix(16)
        guard let sent = Int(Substring(digits), radix: 16), sent > 0 else { return }
        nanoseconds.withLock { $0.append(now - sent) }
    }

    /// The median and the slowest hundredth, in microseconds.
    var summary: String {
        let sorted = nanoseconds.withLock { $0 }.sorted()
        let part = { (part: Double) in sorted.isEmpty ? -1 : sorted[Int(part * Double(sorted.count - 1))] / 1000 }
        return "delays=\(sorted.count) p50_us=\(part(0.5)) p99_us=\(part(0.99))"
    }
}
