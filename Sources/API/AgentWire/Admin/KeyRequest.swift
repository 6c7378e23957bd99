#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Secrets

/// The body of `POST /admin/upstreams/{name}/keys`.
public struct KeyRequest: WireRecord {
    /// The key.
    public var secret: SecretString
    /// A name for people.
    public var label: String?
    /// The key's weight: its share of the calls.
    public var weight: Int?
    /// The models that the key is restricted to; `nil` for all.
    public var models: [String]?
    /// The tools that the key is restricted to; `nil` for all.
    public var tools: [String]?
    /// The time at which the upstream stops accepting the key.
    public var expiresAt: Date?

    /// Makes a request.
    public init(
        secret: SecretString,
        label: String? = nil,
        weight: Int? = nil,
        models: [String]? = nil,
        tools: [String]? = nil,
        expiresAt: Date? = nil
    ) {
        (self.secret, self.label, self.weight) = (secret, label, weight)
        (self.models, self.tools, self.expiresAt) = (models, tools, expiresAt)
    }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        named: "KeyRequest",
        Self.init,
        .always("secret", \.secret, as: .nonEmptyText(), read: .secret),
        .maybe("label", \.label, read: .name),
        .maybe("weight", \.weight, as: .integer("The key's share of the calls.", from: nil)),
        .maybe("models", \.models, as: .names),
        .maybe("tools", \.tools, as: .names),
        .maybe("expires_at", \.expiresAt)
    )
}
