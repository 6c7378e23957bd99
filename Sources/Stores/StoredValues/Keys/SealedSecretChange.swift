public import FoundationEssentials

/// A change to the description of a secret; a property that is `nil` stays as it is.
public struct SealedSecretChange: Sendable, Equatable {
    /// The new label.
    public var label: String?

    /// The new weight.
    public var weight: Int?

    /// The new list of models; empty for all.
    public var models: [String]?

    /// The new list of tools; empty for all.
    public var tools: [String]?

    /// The new expiry; `.some(nil)` for none.
    public var expiresAt: Date??

    /// The new list of places that the secret may be sent to.
    public var destinations: [String]?

    /// The time at which an answer contained the secret; an earlier one stays.
    public var exposedAt: Date?

    /// Makes a change; without arguments it changes nothing.
    public init(
        label: String? = nil,
        weight: Int? = nil,
        models: [String]? = nil,
        tools: [String]? = nil,
        expiresAt: Date?? = nil,
        destinations: [String]? = nil,
        exposedAt: Date? = nil
    ) {
        self.label = label
        self.weight = weight
        self.models = models
        self.tools = tools
        self.expiresAt = expiresAt
        self.destinations = destinations
        self.exposedAt = exposedAt
    }
}
