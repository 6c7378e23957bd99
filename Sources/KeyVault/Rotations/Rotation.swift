public import FoundationEssentials
public import KeyLeasing
import Storage

/// A rotation: one key put in another one's place, and how far that has come.
public struct Rotation: Sendable, Equatable, Identifiable {
    /// How far a rotation has come.
    public enum State: String, Sendable, CaseIterable {
        /// It was asked for; nothing was done yet.
        case requested

        /// The new key is being checked with its upstream.
        case verifying

        /// The new key has the old one's place.
        case active

        /// Calls that were given the old key are waited for.
        case draining

        /// The old key is used by nobody any more; it is kept for a roll-back until it is erased.
        case retired

        /// The new key was not taken; nothing was changed.
        case rejected

        /// The old key has its place again.
        case rolledBack = "rolled_back"

        init(_ state: RotationRecord.State) {
            self =
                switch state {
                case .requested: .requested
                case .verifying: .verifying
                case .active: .active
                case .draining: .draining
                case .retired: .retired
                case .rejected: .rejected
                case .rolledBack: .rolledBack
                }
        }
    }

    /// The rotation's id.
    public var id: String

    /// The upstream whose key is changed.
    public var upstream: String

    /// How far it has come.
    public var state: State

    /// The id of the key that goes.
    public var oldKey: String

    /// The id that the new key has once it is taken.
    public var newKey: String

    /// The new key's last four characters, where showing them is harmless.
    public var lastFour: String?

    /// The new key's fingerprint.
    public var fingerprint: String

    /// What the live check said; nil before it has.
    public var check: KeyCheck?

    /// Why it was rejected or rolled back, in a sentence.
    public var reason: String?

    /// Whether a key that could not be checked is taken.
    public var isForced: Bool

    /// Who asked for it, as in the audit chain.
    public var requestedBy: String

    /// When it was asked for.
    public var createdAt: Date

    /// When it last changed.
    public var changedAt: Date

    /// When the new key took the old one's place.
    public var activatedAt: Date?

    /// Until when calls with the old key are waited for at most.
    public var drainsUntil: Date?

    /// How many leases of the old key are out.
    public var leasesOut: Int

    /// Until when the old key is kept for a roll-back; nil while it is not known yet.
    public var keptUntil: Date?

    /// When the old key's sealed bytes were erased.
    public var erasedAt: Date?

    /// Whether the old key could be put back.
    public var isReversible: Bool

    init(_ record: RotationRecord, leasesOut: Int) {
        let machine = RotationStateMachine(record)
        self.id = record.id
        self.upstream = record.upstream
        self.state = State(record.state)
        self.oldKey = record.oldKey
        self.newKey = record.newKey
        self.lastFour = record.lastFour
        self.fingerprint = record.fingerprint
        self.check = KeyCheck(verdict: record.verdict, reason: record.verdictReason)
        self.reason = record.reason
        self.isForced = record.isForced
        self.requestedBy = record.actor
        self.createdAt = record.createdAt
        self.changedAt = record.changedAt
        self.activatedAt = record.activatedAt
        self.drainsUntil = machine.drainEnd
        self.leasesOut = leasesOut
        self.keptUntil = machine.keepEnd
        self.erasedAt = record.erasedAt
        self.isReversible = machine.isReversible
    }

    /// Returns when the new key was taken, and throws why it was not otherwise.
    public func requireTaken() throws(KeyVaultError) {
        guard state == .rejected else { return }
        let sentence = (reason ?? "The rotation was rejected.") + " Nothing was changed."
        switch check {
        case .invalid: throw KeyVaultError(.keyRefused, sentence)
        case .unknown: throw KeyVaultError(.keyUnverified, sentence + " Try again, or force it.")
        case .verified, nil: throw KeyVaultError(.rotationRejected, sentence)
        }
    }
}
