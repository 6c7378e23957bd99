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

    private static let limit = 32

    private let readings = Mutex<[(key: Key, understanding: Understanding)]>([])

    /// Keeps what a message was read as.
    func keep(_ understanding: Understanding, for key: Key) {
        readings.withLock { readings in
            if readings.count == Self.limit { readings.removeFirst() }
            readings.append((key, understanding))
        }
    }

    /// What the message was read as, if that is still known; it is forgotten.
    func take(_ key: Key) -> Understanding? {
        readings.withLock { readings in
            guard let index = readings.firstIndex(where: { $0.key == key }) else { return nil }
            return readings.remove(at: index).understanding
        }
    }
}
