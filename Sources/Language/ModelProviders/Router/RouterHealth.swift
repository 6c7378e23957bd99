import Synchronization

/// The health of a router's models, shared by all its calls.
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

    func failed(_ member: Int, _ fault: ClassifiedFault) {
        let now = now()
        members.withLock { $0[member].failed(fault, at: now) }
    }

    func succeeded(_ member: Int) { members.withLock { $0[member].succeeded() } }
}

/// The health of one of a router's models, by the outcomes of its last calls.
///
/// A model that failed rests: it moves to the end of the order and is asked only if no other model is left. After the rest it returns to
/// its place, and the next call shows whether it works.
struct MemberHealth: Sendable {
    private static let longestRest = Duration.seconds(60)
    /// The longest rest that a provider can ask for.
    private static let longestRequestedRest = Duration.seconds(3600)

    private var restEnd: ContinuousClock.Instant?
    private var faultsInARow = 0

    /// Whether it rests.
    func isResting(at now: ContinuousClock.Instant) -> Bool { restEnd.map { now < $0 } ?? false }

    /// Records a failed call.
    mutating func failed(_ fault: ClassifiedFault, at now: ContinuousClock.Instant) {
        let (first, doubles) = fault.kind.rest
        guard first > .zero else { return }
        faultsInARow += 1
        var rest = first
        if doubles {
            for _ in 1..<faultsInARow where rest < Self.longestRest { rest = min(rest * 2, Self.longestRest) }
        }
        if let asked = fault.retryAfter { rest = min(asked, Self.longestRequestedRest) }
        restEnd = max(restEnd ?? now, now + rest)
    }

    /// Records a successful call.
    mutating func succeeded() { self = MemberHealth() }
}
