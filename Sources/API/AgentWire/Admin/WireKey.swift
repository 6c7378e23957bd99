#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A key of an upstream as the admin endpoint describes it: everything but the key.
public struct WireKey: WireRecord, WireElement {
    /// The states of a key.
    public enum State: String, Sendable, CaseIterable, WireWord {
        /// It may be lent.
        case active
        /// A rotation replaced it; it is kept sealed until it is erased.
        case retired
    }

    /// `keys`.
    public static var listName: String { "keys" }

    /// The id.
    public var id: String
    /// The upstream, such as `openai`.
    public var upstream: String
    /// A name for people.
    public var label: String
    /// The last four characters; `nil` for a key that is too short to show them.
    public var lastFour: String?
    /// Sixteen hexadecimal digits that are the same for the same key.
    public var fingerprint: String
    /// Whether the key is in use.
    public var state: State
    /// The key's share of the calls.
    public var weight: Int
    /// The models it may be used for; empty for all.
    public var models: [String]
    /// The tools it may be used for; empty for all.
    public var tools: [String]
    /// The time from which its upstream no longer accepts it, as far as that is known.
    public var expiresAt: Date?
    /// The health; `nil` for a key that is not in use.
    public var health: WireKeyHealth?
    /// The outcome of the last live check; `nil` when there was none.
    public var lastCheck: WireKeyCheck?
    /// The places that the key may be sent to, one line each; none if only the operator's settings define them.
    public var destinations: [String]
    /// The places that its upstream sends keys to now, if the key may not go to all of them before it is confirmed.
    public var unconfirmed: [String]?
    /// The time at which an answer of the upstream first contained the key; `nil` if none did.
    public var exposedAt: Date?
    /// The number of calls that hold the key now.
    public var leasesOut: Int
    /// The time at which the key was stored.
    public var createdAt: Date

    /// Makes a description.
    public init(
        id: String,
        upstream: String,
        label: String,
        lastFour: String?,
        fingerprint: String,
        state: State,
        weight: Int,
        models: [String],
        tools: [String],
        expiresAt: Date?,
        health: WireKeyHealth?,
        lastCheck: WireKeyCheck?,
        destinations: [String] = [],
        unconfirmed: [String]? = nil,
        exposedAt: Date? = nil,
        leasesOut: Int,
        createdAt: Date
    ) {
        (self.id, self.upstream, self.label) = (id, upstream, label)
        (self.lastFour, self.fingerprint, self.state) = (lastFour, fingerprint, state)
        (self.weight, self.models, self.tools) = (weight, models, tools)
        (self.expiresAt, self.health, self.lastCheck) = (expiresAt, health, lastCheck)
        (self.destinations, self.unconfirmed, self.exposedAt) = (destinations, unconfirmed, exposedAt)
        (self.leasesOut, self.createdAt) = (leasesOut, createdAt)
    }

    package static let fields: Fields<Self> = Fields(
        named: "Key",
        note: "A key, without its secret.",
        Self.init,
        .always("id", \.id),
        .always("upstream", \.upstream),
        .always("label", \.label),
        .always("last_four", \.lastFour),
        .always("fingerprint", \.fingerprint),
        .always("state", \.state),
        .always("weight", \.weight),
        .always("models", \.models),
        .always("tools", \.tools),
        .always("expires_at", \.expiresAt),
        .always("health", \.health),
        .always("last_check", \.lastCheck),
        .always("destinations", \.destinations, missing: []),
        .always("unconfirmed", \.unconfirmed),
        .always("exposed_at", \.exposedAt),
        .always("leases_out", \.leasesOut),
        .always("created_at", \.createdAt)
    )
}
