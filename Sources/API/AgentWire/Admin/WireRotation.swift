#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A rotation as the admin endpoint describes it.
public struct WireRotation: WireRecord, WireElement {
    /// The states of a rotation.
    public enum State: String, Sendable, CaseIterable, WireWord {
        /// It was requested, and nothing was done yet.
        case requested
        /// The new key is being checked with its upstream.
        case verifying
        /// The new key has replaced the old one.
        case active
        /// Calls that hold the old key are waited for.
        case draining
        /// No call uses the old key; it is kept for a roll-back until it is erased.
        case retired
        /// The new key was refused, and nothing was changed.
        case rejected
        /// The old key is in use again.
        case rolledBack = "rolled_back"
    }

    /// `rotations`.
    public static var listName: String { "rotations" }

    /// The id.
    public var id: String
    /// The upstream whose key is replaced.
    public var upstream: String
    /// The state.
    public var state: State
    /// The id of the key that is replaced.
    public var oldKey: String
    /// The id of the new key.
    public var newKey: String
    /// The new key's last four characters; `nil` when it is too short to show them.
    public var lastFour: String?
    /// The new key's fingerprint.
    public var fingerprint: String
    /// The outcome of the live check of the new key; `nil` before it.
    public var check: WireKeyCheck?
    /// The reason of a rejection or roll-back, in a sentence.
    public var reason: String?
    /// Whether a key that could not be checked is accepted.
    public var isForced: Bool
    /// The requesting actor, as in the audit chain.
    public var requestedBy: String
    /// The number of calls that hold the old key now.
    public var leasesOut: Int
    /// Whether the old key can be put back.
    public var isReversible: Bool
    /// The time of the request.
    public var createdAt: Date
    /// The time of the last change.
    public var changedAt: Date
    /// The time at which the new key replaced the old one.
    public var activatedAt: Date?
    /// The end of the wait for calls that hold the old key.
    public var drainsUntil: Date?
    /// The time until which the old key is kept for a roll-back.
    public var keptUntil: Date?
    /// The time at which the old key was erased.
    public var erasedAt: Date?

    /// Makes a description.
    public init(
        id: String,
        upstream: String,
        state: State,
        oldKey: String,
        newKey: String,
        lastFour: String?,
        fingerprint: String,
        check: WireKeyCheck?,
        reason: String?,
        isForced: Bool,
        requestedBy: String,
        leasesOut: Int,
        isReversible: Bool,
        createdAt: Date,
        changedAt: Date,
        activatedAt: Date?,
        drainsUntil: Date?,
        keptUntil: Date?,
        erasedAt: Date?
    ) {
        (self.id, self.upstream, self.state) = (id, upstream, state)
        (self.oldKey, self.newKey, self.lastFour) = (oldKey, newKey, lastFour)
        (self.fingerprint, self.check, self.reason) = (fingerprint, check, reason)
        (self.isForced, self.requestedBy, self.leasesOut) = (isForced, requestedBy, leasesOut)
        (self.isReversible, self.createdAt, self.changedAt) = (isReversible, createdAt, changedAt)
        (self.activatedAt, self.drainsUntil, self.keptUntil) = (activatedAt, drainsUntil, keptUntil)
        self.erasedAt = erasedAt
    }

    package static let fields: Fields<Self> = Fields(
        named: "Rotation",
        Self.init,
        .always("id", \.id),
        .always("upstream", \.upstream),
        .always("state", \.state),
        .always("old_key", \.oldKey),
        .always("new_key", \.newKey),
        .always("last_four", \.lastFour),
        .always("fingerprint", \.fingerprint),
        .always("check", \.check),
        .always("reason", \.reason),
        .always("forced", \.isForced),
        .always("requested_by", \.requestedBy),
        .always("leases_out", \.leasesOut),
        .always("reversible", \.isReversible),
        .always("created_at", \.createdAt),
        .always("changed_at", \.changedAt),
        .always("activated_at", \.activatedAt),
        .always("drains_until", \.drainsUntil),
        .always("kept_until", \.keptUntil),
        .always("erased_at", \.erasedAt)
    )
}
