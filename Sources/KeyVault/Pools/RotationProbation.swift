import FoundationEssentials
import KeyLeasing

/// The first minute of a key after its rotation, in which a burst of refusals rolls the rotation back.
struct RotationProbation: Sendable, Equatable {
    /// The length of the probation after the swap, in seconds.
    static let length: Double = 60

    /// The number of refusals without an accepted call in between that roll a rotation back.
    static let burst = 3

    let rotation: String
    let end: Date
    private(set) var refusals = 0

    /// Whether the old key must be restored; it stays true until that is done or turns out to be impossible.
    private(set) var isFailed = false

    init(rotation: String, end: Date) {
        self.rotation = rotation
        self.end = end
    }

    /// Counts the outcome of a call with the new key.
    mutating func record(_ outcome: KeyOutcome, at time: Date) {
        guard time < end else { return }
        switch outcome {
        case .refused:
            refusals += 1
            if refusals >= Self.burst { isFailed = true }
        case .accepted: refusals = 0
        case .outOfCredit, .limited, .upstreamFault: break
        }
    }

    /// Fails the probation if a live check refuses the key; this needs no burst.
    mutating func record(_ check: KeyCheck, at time: Date) {
        guard time < end, case .invalid = check else { return }
        isFailed = true
    }
}
