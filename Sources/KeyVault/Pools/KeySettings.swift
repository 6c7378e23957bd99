public import FoundationEssentials

/// What a person may say about a key when storing it.
public struct KeySettings: Sendable, Equatable {
    /// The key's share of the calls, beside the other keys of its upstream, up to 1000; 0 for a spare, used when there is no other.
    public var weight: Int

    /// The models it may be used for, where a name may end in `*`; empty for all.
    public var models: [String]

    /// The tools it may be used for, where a name may end in `*`; empty for all.
    public var tools: [String]

    /// When the upstream will stop accepting it, as far as that is known; from then on it is not lent.
    public var expiresAt: Date?

    /// Makes settings; without arguments those of a key with an equal share and no restriction.
    public init(weight: Int = 1, models: [String] = [], tools: [String] = [], expiresAt: Date? = nil) {
        self.weight = weight
        self.models = models
        self.tools = tools
        self.expiresAt = expiresAt
    }

    func validate() throws(KeyVaultError) {
        try Self.validate(weight: weight, names: models + tools)
    }

    /// Refuses a weight out of bounds, and names that could not be stored line by line.
    static func validate(weight: Int?, names: [String]) throws(KeyVaultError) {
        if let weight, !(0...1000).contains(weight) {
            throw KeyVaultError(.invalidSettings, "A key's weight is a whole number from 0 to 1000, not \(weight).")
        }
        for name in names where name.isEmpty || name.utf8.contains(where: { $0 < 0x20 }) {
            throw KeyVaultError(
                .invalidSettings,
                "The name of a model or tool that a key is restricted to is empty, or has a control character in it."
            )
        }
    }
}
