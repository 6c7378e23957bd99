import Synchronization

/// What messages were read as whose calls are still out, so that the answer is worded without reading them once more.
///
/// A reading is taken out when it is used; of those that nobody comes back for the newest are kept.
final class RecentReadings: Sendable {
    /// All that a reading depends on.
    struct Key: Equatable, Sendable {
        var message: String
        /// What was said and called before it.
        var earlier: [Turn]
        var today: Day
        var language: PhraseLanguage?
        /// The tools that may be called, by name.
        var tools: Set<String>
    }

    /// What a message was read as, and how far its calls have come.
    struct Reading: Sendable {
        var understanding: Understanding
        var execution: Execution
    }

    private static let limit = 32

    private let readings = Mutex<[(key: Key, reading: Reading)]>([])

    /// Keeps what a message was read as.
    func keep(_ reading: Reading, for key: Key) {
        readings.withLock { readings in
            if readings.count == Self.limit { readings.removeFirst() }
            readings.append((key, reading))
        }
    }

    /// What the message was read as, with calls that led to these, if that is still known; it is forgotten.
    func take(_ key: Key, leadingTo calls: [Turn.Call]) -> Reading? {
        readings.withLock { readings in
            guard
                let index = readings.firstIndex(where: { $0.key == key && $0.reading.execution.leads(to: calls) })
            else { return nil }
            return readings.remove(at: index).reading
        }
    }
}
