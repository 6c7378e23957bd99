import Synchronization

/// The sentences that were reported, so that each is reported once.
final class ReportedOnce: Sendable {
    private static let mostSentences = 100

    private let known = Mutex<Set<String>>([])

    /// Whether a sentence was not reported yet; false for all once there are very many.
    func isNew(_ sentence: String) -> Bool {
        known.withLock { $0.count < Self.mostSentences && $0.insert(sentence).inserted }
    }
}
