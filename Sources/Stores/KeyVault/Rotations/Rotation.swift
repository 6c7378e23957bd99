public import FoundationEssentials
public import KeyLeasing
public import Storage

/// A rotation: the replacement of one key by another, with its progress.
///
/// The members of the stored record are members of the rotation, too.
@dynamicMemberLookup
public struct Rotation: Sendable, Equatable, Identifiable {
    /// The steps of a rotation.
    public typealias State = RotationState

    /// The rotation as it is stored.
    public var record: RotationRecord

    /// The number of calls that hold the old key.
    public var leasesOut: Int

    /// A member of the stored record.
    public subscript<Value>(dynamicMember member: KeyPath<RotationRecord, Value>) -> Value { record[keyPath: member] }

    /// The rotation's id.
    public var id: String { record.id }

    /// The result of the live check; nil before the check.
    public var check: KeyCheck? { KeyCheck(verdict: record.verdict, reason: record.verdictReason) }

    /// The time at which calls with the old key are no longer waited for.
    public var drainsUntil: Date? { RotationStateMachine(record).drainEnd }

    /// The time until which the old key is kept for a roll-back; nil while it is unknown.
    public var keptUntil: Date? { RotationStateMachine(record).keepEnd }

    /// Whether the old key can be put back.
    public var isReversible: Bool { RotationStateMachine(record).isReversible }

    init(_ record: RotationRecord, leasesOut: Int) {
        self.record = record
        self.leasesOut = leasesOut
    }

    /// Returns if the new key was accepted; otherwise throws the reason why it was rejected.
    public func requireTaken() throws(KeyVaultError) {
        guard record.state == .rejected else { return }
        let sentence = (record.reason ?? "The rotation was rejected.") + " Nothing was changed."
        switch check {
        case .invalid: throw KeyVaultError(.keyRefused, sentence)
        case .unknown: throw KeyVaultError(.keyUnverified, sentence + " Try again, or force it.")
        case .verified, nil: throw KeyVaultError(.rotationRejected, sentence)
        }
    }
}
