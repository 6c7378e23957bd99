import CalendarDays
import Synchronization

/// The readings of messages whose calls are still running, so that the answer is written without reading the message
/// again.
///
/// A reading is removed when it is used; of the unused ones, the newest are kept.
final class RecentReadings: Sendable {
    /// All inputs of a reading.
    struct Key: Equatable, Sendable {
        var message: String
        /// The earlier messages and calls.
        var earlier: [Turn]
        var today: CalendarDay
        var language: PhraseLanguage?
        /// The tools that may be called, by name.
        var tools: Set<String>
        /// The owner of the message; `nil` if the request names none.
        var owner: String?
    }

    /// The reading of a message, and the progress of its calls.
    struct Reading: Sendable {
        var understanding: Understanding
        var execution: Execution
    }

    private static let limit = 32

    private let readings = Mutex<[(key: Key, reading: Reading)]>([])

    /// Keeps the reading of a message.
    func keep(_ reading: Reading, for key: Key) {
        readings.withLock { readings in
            if readings.count == Self.limit { readings.removeFirst() }
            readings.append((key, reading))
        }
    }

    /// Removes the readings of some owners; the messages are read again when their calls return.
    func remove(where isGone: (String?) -> Bool) {
        readings.withLock { readings in readings.removeAll { isGone($0.key.owner) } }
    }

    /// Removes and returns the reading of the message whose calls led to these, if it is still kept.
    func remove(_ key: Key, leadingTo calls: [Turn.Call]) -> Reading? {
        readings.withLock { readings in
            guard
                let index = readings.firstIndex(where: { $0.key == key && $0.reading.execution.leads(to: calls) })
            else { return nil }
            return readings.remove(at: index).reading
        }
    }
}
