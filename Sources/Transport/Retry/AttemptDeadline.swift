import Synchronization

/// A flag that distinguishes an attempt cancelled by its deadline from one cancelled by its caller.
final class AttemptDeadline: Sendable {
    private let state = Atomic(false)

    /// Whether the deadline had passed before the attempt was cancelled.
    var hasPassed: Bool { state.load(ordering: .acquiring) }

    /// Sets the flag; called before the attempt is cancelled.
    func pass() { state.store(true, ordering: .releasing) }
}
