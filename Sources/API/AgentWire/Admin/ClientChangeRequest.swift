#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of `PATCH /admin/clients/{id}`: the fields to change.
public struct ClientChangeRequest: WireRecord {
    /// The new name.
    public var name: String?
    /// The scopes that replace all that it has.
    public var scopes: [String]?
    /// The limits that replace all that it has.
    public var limits: WireClientLimits?
    /// The server's instructions for models in the client's turns: `default`, `none` or the instructions themselves.
    public var instructions: String?
    /// The new time from which its tokens are refused; `.some(nil)` for never.
    public var expiresAt: Date??

    /// Makes a request.
    public init(
        name: String? = nil,
        scopes: [String]? = nil,
        limits: WireClientLimits? = nil,
        instructions: String? = nil,
        expiresAt: Date?? = nil
    ) {
        (self.name, self.scopes, self.limits) = (name, scopes, limits)
        (self.instructions, self.expiresAt) = (instructions, expiresAt)
    }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        named: "ClientChange",
        Self.init,
        .maybe("name", \.name),
        .maybe("scopes", \.scopes, as: .scopes),
        .maybe("limits", \.limits),
        .maybe("instructions", \.instructions, ClientRequest.instructionsNote),
        .change("expires_at", \.expiresAt)
    )
}
