#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of `PATCH /admin/upstreams/{name}/keys/{key}`: the fields to change.
public struct KeyChangeRequest: WireRecord {
    /// The new name for people.
    public var label: String?
    /// The key's new share of the calls.
    public var weight: Int?
    /// The models it may be used for from now on; empty for all.
    public var models: [String]?
    /// The tools it may be used for from now on; empty for all.
    public var tools: [String]?
    /// The new time from which its upstream no longer accepts it; `.some(nil)` for none.
    public var expiresAt: Date??

    /// Makes a request.
    public init(
        label: String? = nil,
        weight: Int? = nil,
        models: [String]? = nil,
        tools: [String]? = nil,
        expiresAt: Date?? = nil
    ) {
        (self.label, self.weight, self.models, self.tools, self.expiresAt) = (label, weight, models, tools, expiresAt)
    }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        named: "KeyChange",
        Self.init,
        .maybe("label", \.label, read: .name),
        .maybe("weight", \.weight, as: .integer("The key's share of the calls.", from: nil)),
        .maybe("models", \.models, as: .names),
        .maybe("tools", \.tools, as: .names),
        .change("expires_at", \.expiresAt)
    )
}
