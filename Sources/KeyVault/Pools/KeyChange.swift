public import FoundationEssentials
import Storage

/// A change of a key's settings; nil leaves a setting as it is.
public struct KeyChange: Sendable, Equatable {
    /// The new name for people.
    public var label: String?

    /// The new weight, from 0 to 1000.
    public var weight: Int?

    /// The new list of models; empty for all.
    public var models: [String]?

    /// The new list of tools; empty for all.
    public var tools: [String]?

    /// The new expiry; `.some(nil)` for none.
    public var expiresAt: Date??

    /// Makes a change; without arguments it changes nothing.
    public init(
        label: String? = nil,
        weight: Int? = nil,
        models: [String]? = nil,
        tools: [String]? = nil,
        expiresAt: Date?? = nil
    ) {
        self.label = label
        self.weight = weight
        self.models = models
        self.tools = tools
        self.expiresAt = expiresAt
    }

    var stored: SealedSecretChange {
        SealedSecretChange(label: label, weight: weight, models: models, tools: tools, expiresAt: expiresAt)
    }

    /// The names of the changed settings, for the audit chain.
    var names: [String] {
        [
            label.map { _ in "label" }, weight.map { _ in "weight" }, models.map { _ in "models" },
            tools.map { _ in "tools" }, expiresAt.map { _ in "expires_at" },
        ]
        .compactMap { $0 }
    }
}
