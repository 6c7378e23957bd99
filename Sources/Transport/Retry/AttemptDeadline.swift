import Synchronization

/// Tells why an attempt was cancelled: because its time was up, or because nobody wants it any more.
final class AttemptDeadline: Sendable {
    private let state = Atomic(false)

    /// Whether the time was up before the attempt was cancelled.
    var hasPassed: Bool { state.load(ordering: .acquiring) }

    /// The time is up; to be said before the attempt is cancelled.
    func pass() { state.store(true, ordering: .releasing) }
}
