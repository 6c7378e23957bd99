public import FoundationEssentials

/// The settings that an administrator chooses for a key.
public struct KeySettings: Sendable, Equatable {
    /// The key's share of the calls relative to its upstream's other keys, up to 1000; 0 for a spare, which is used if no other key
    /// can be.
    public var weight: Int

    /// The models that the key is restricted to, where a name may end in `*`; empty for all.
    public var models: [String]

    /// The tools that the key is restricted to, where a name may end in `*`; empty for all.
    public var tools: [String]

    /// The time at which the upstream stops accepting the key, if it is known; from then on the key is not lent.
    public var expiresAt: Date?

    /// Makes settings; without arguments the key has an equal share and no restriction.
    public init(weight: Int = 1, models: [String] = [], tools: [String] = [], expiresAt: Date? = nil) {
        self.weight = weight
        self.models = models
        self.tools = tools
        self.expiresAt = expiresAt
    }

    func validate() throws(KeyVaultError) {
        try Self.validate(weight: weight, names: models + tools)
    }

    /// Throws if the weight is out of range, or if a name cannot be stored in a list of lines.
    static func validate(weight: Int?, names: [String]) throws(KeyVaultError) {
        if let weight, !(0...1000).contains(weight) {
            throw KeyVaultError(
                .invalidSettings,
                "A key's weight must be a whole number from 0 to 1000, not \(weight)."
            )
        }
        for name in names where name.isEmpty || name.utf8.contains(where: { $0 < 0x20 }) {
            throw KeyVaultError(
                .invalidSettings,
                "A key's list of models or tools has a name that is empty or holds a control character."
            )
        }
    }
}
