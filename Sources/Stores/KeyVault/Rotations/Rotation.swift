public import FoundationEssentials
public import KeyLeasing
public import Storage

/// A rotation: the replacement of one key by another, with its progress.
public struct Rotation: Sendable, Equatable, Identifiable {
    /// The steps of a rotation.
    public typealias State = RotationState

    /// The rotation as it is stored.
    let record: RotationRecord

    /// The number of calls that hold the old key.
    public var leasesOut: Int

    /// The rotation's id.
    public var id: String { record.id }

    /// The upstream whose key is replaced.
    public var upstream: String { record.upstream }

    /// The progress.
    public var state: State { record.state }

    /// The id of the old key.
    public var oldKey: String { record.oldKey }

    /// The id of the new key; empty until it is stored.
    public var newKey: String { record.newKey }

    /// The new key's last four characters; nil if showing them would reveal too much.
    public var lastFour: String? { record.lastFour }

    /// The digits that identify the new key.
    public var fingerprint: String { record.fingerprint }

    /// Whether a new key that cannot be checked is accepted.
    public var isForced: Bool { record.isForced }

    /// The actor that requested it, as in the audit chain.
    public var actor: String { record.actor }

    /// The reason of a rejection or roll-back, as a sentence.
    public var reason: String? { record.reason }

    /// The time of the request.
    public var createdAt: Date { record.createdAt }

    /// The time of the last change.
    public var changedAt: Date { record.changedAt }

    /// The time at which the new key replaced the old one.
    public var activatedAt: Date? { record.activatedAt }

    /// The time at which the sealed bytes of the old key were erased.
    public var erasedAt: Date? { record.erasedAt }

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
