import FoundationEssentials
import KeyLeasing

/// The first minute of a key after its rotation, in which refused calls roll the rotation back.
///
/// A check may need fewer permissions than calls, so an accepted check excuses no refused call.
struct RotationProbation: Sendable, Equatable {
    /// The length of the probation after the swap, in seconds.
    static let length: Double = 60

    /// The number of refusals without an accepted call in between that roll a rotation back.
    static let burst = 3

    let rotation: String
    let oldKey: String
    let end: Date
    private(set) var refusals = 0

    /// The number of refused calls in all.
    private var refusedCalls = 0

    /// Whether a call with the new key was accepted.
    private(set) var hasSucceeded = false

    /// Whether a check or another key has shown that the new key can do less.
    private var isProven = false

    /// Whether the refusals were a burst.
    private var isBurst = false

    /// Whether the old key must be restored; it stays true until that is done, turns out to be impossible, or the old key is refused too.
    var isFailed: Bool { isProven || isBurst }

    /// Whether all calls so far were refused, so that the old key must be restored at the end of the minute.
    var isFailing: Bool { refusals > 0 && !hasSucceeded }

    /// Whether the last call was the first one to be refused, and none was accepted.
    var isFirstRefusal: Bool { refusedCalls == 1 && !hasSucceeded }

    /// The time at which the old key must be restored, as far as it is known now.
    func rollBackDue(at time: Date) -> Date? { isFailed ? time : isFailing ? end : nil }

    init(rotation: String, oldKey: String, end: Date) {
        self.rotation = rotation
        self.oldKey = oldKey
        self.end = end
    }

    /// Counts the outcome of a call with the new key.
    mutating func record(_ outcome: KeyOutcome, at time: Date) {
        switch outcome {
        case .refused where time < end:
            (refusals, refusedCalls) = (refusals + 1, refusedCalls + 1)
            if refusals >= Self.burst { isBurst = true }
        case .accepted: (refusals, hasSucceeded) = (0, true)
        case .refused, .outOfCredit, .limited, .upstreamFault: break
        }
    }

    /// Records that another key answered a request for which the new key was refused.
    ///
    /// If it is the old key, the new one can do less. Any other key counts only while no call with the new key has succeeded.
    mutating func recordSuccess(of other: String, at time: Date) {
        if time < end, other == oldKey || isFailing { isProven = true }
    }

    /// Records that another key was refused for a request for which the new key was refused.
    ///
    /// If it is the old key, the request is the reason, and its refusal does not count.
    mutating func recordRefusal(of other: String) {
        guard other == oldKey else { return }
        refusals = max(0, refusals - 1)
        if refusals < Self.burst { isBurst = false }
    }

    /// Fails the probation if a live check refuses the key; this needs no burst.
    mutating func record(_ check: KeyCheck, at time: Date) {
        guard time < end, case .invalid = check else { return }
        isProven = true
    }
}
