#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of `POST /admin/clients`.
public struct ClientRequest: WireRecord {
    /// A name for people.
    public var name: String
    /// The scopes; `nil` for those of a client that chats, extracts and calls all tools.
    public var scopes: [String]?
    /// The limits; `nil` for none.
    public var limits: WireClientLimits?
    /// The server's instructions for models in the client's turns: `default`, `none` or the instructions themselves.
    public var instructions: String?
    /// The time from which its tokens are refused; `nil` for never.
    public var expiresAt: Date?

    /// Makes a request.
    public init(
        name: String,
        scopes: [String]? = nil,
        limits: WireClientLimits? = nil,
        instructions: String? = nil,
        expiresAt: Date? = nil
    ) {
        (self.name, self.scopes, self.limits) = (name, scopes, limits)
        (self.instructions, self.expiresAt) = (instructions, expiresAt)
    }

    /// The description of the instructions.
    static let instructionsNote = "The server's instructions for models: `default`, `none` or a text."

    package static let fields: Fields<Self> = Fields(
        of: .request,
        named: "NewClient",
        last: ["scopes", "expires_at"],
        Self.init,
        .always("name", \.name, as: .nonEmptyText(), read: .nonEmpty),
        .maybe("scopes", \.scopes, as: .scopes),
        .maybe("limits", \.limits),
        .maybe("instructions", \.instructions, instructionsNote),
        .maybe("expires_at", \.expiresAt)
    )
}
