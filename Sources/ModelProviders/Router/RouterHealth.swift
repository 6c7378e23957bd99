import Synchronization

/// How a router's models are, for all the calls that share it.
final class RouterHealth: Sendable {
    private let members: Mutex<[MemberHealth]>
    private let now: @Sendable () -> ContinuousClock.Instant

    init(count: Int, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        members = Mutex(Array(repeating: MemberHealth(), count: count))
        self.now = now
    }

    /// Whether each model rests.
    var isResting: [Bool] {
        let now = now()
        return members.withLock { $0.map { $0.isResting(at: now) } }
    }

    func failed(_ member: Int, _ fault: Fault) {
        let now = now()
        members.withLock { $0[member].failed(fault, at: now) }
    }

    func succeeded(_ member: Int) { members.withLock { $0[member].succeeded() } }
}
