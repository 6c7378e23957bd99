#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A client as the admin endpoint describes it: everything but the text of its tokens.
public struct WireClient: WireRecord, WireElement {
    /// A token of a client, without its text.
    public struct Token: WireRecord {
        /// The id.
        public var id: String
        /// The last four characters.
        public var lastFour: String?
        /// The time at which it was issued.
        public var createdAt: Date
        /// The time from which it is refused; `nil` for never.
        public var expiresAt: Date?

        /// Makes a description.
        public init(id: String, lastFour: String?, createdAt: Date, expiresAt: Date?) {
            (self.id, self.lastFour, self.createdAt, self.expiresAt) = (id, lastFour, createdAt, expiresAt)
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("id", \.id),
            .always("last_four", \.lastFour),
            .always("created_at", \.createdAt),
            .always("expires_at", \.expiresAt)
        )
    }

    /// `clients`.
    public static var listName: String { "clients" }

    /// The id.
    public var id: String
    /// A name for people.
    public var name: String
    /// The scopes, such as `chat` or `tools:*`.
    public var scopes: [String]
    /// The limits.
    public var limits: WireClientLimits
    /// The currency of limits in money; `nil` without such limits, and if the server does not name it.
    public var currency: String?
    /// The instructions for models that its turns have in place of the server's: `none` or a text; `nil` for the server's.
    public var instructions: String?
    /// The time from which all its tokens are refused; `nil` for never.
    public var expiresAt: Date?
    /// The time at which it was revoked; `nil` for a client that was not.
    public var revokedAt: Date?
    /// The time at which it was created.
    public var createdAt: Date
    /// The time of its last change.
    public var changedAt: Date
    /// The tokens, in the order in which they were issued.
    public var tokens: [Token]

    /// Makes a description.
    public init(
        id: String,
        name: String,
        scopes: [String],
        limits: WireClientLimits,
        currency: String? = nil,
        instructions: String? = nil,
        expiresAt: Date?,
        revokedAt: Date?,
        createdAt: Date,
        changedAt: Date,
        tokens: [Token]
    ) {
        (self.id, self.name, self.scopes) = (id, name, scopes)
        (self.limits, self.currency, self.instructions) = (limits, currency, instructions)
        (self.expiresAt, self.revokedAt, self.createdAt) = (expiresAt, revokedAt, createdAt)
        (self.changedAt, self.tokens) = (changedAt, tokens)
    }

    package static let fields: Fields<Self> = Fields(
        named: "Client",
        last: ["currency", "instructions"],
        Self.init,
        .always("id", \.id),
        .always("name", \.name),
        .always("scopes", \.scopes),
        .always("limits", \.limits),
        .maybe("currency", \.currency, "The currency of limits in money."),
        .maybe("instructions", \.instructions, "`none` or a text in place of the server's instructions for models."),
        .always("expires_at", \.expiresAt),
        .always("revoked_at", \.revokedAt),
        .always("created_at", \.createdAt),
        .always("changed_at", \.changedAt),
        .always("tokens", \.tokens)
    )
}
