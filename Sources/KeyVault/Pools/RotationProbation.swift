import FoundationEssentials
import KeyLeasing

/// The first minute of a key that came by a rotation, in which a burst of refusals takes it back.
struct RotationProbation: Sendable, Equatable {
    /// For how many seconds after the swap refusals count.
    static let length: Double = 60

    /// How many refusals with nothing accepted in between are a burst.
    static let burst = 3

    let rotation: String
    let end: Date
    private(set) var refusals = 0

    /// Whether the old key is to come back; it stays so until that is done or found to be impossible.
    private(set) var isFailed = false

    init(rotation: String, end: Date) {
        self.rotation = rotation
        self.end = end
    }

    /// Counts how a call with the new key went.
    mutating func note(_ outcome: KeyOutcome, at time: Date) {
        guard time < end else { return }
        switch outcome {
        case .refused:
            refusals += 1
            if refusals >= Self.burst { isFailed = true }
        case .accepted: refusals = 0
        case .outOfCredit, .limited, .upstreamFault: break
        }
    }

    /// A live check that confirms a refusal needs no burst.
    mutating func note(_ check: KeyCheck, at time: Date) {
        guard time < end, case .invalid = check else { return }
        isFailed = true
    }
}
