/// The models that answer in place of models that have ended, by the operator's settings.
public struct ModelReplacements: Sendable, Equatable {
    /// A name, and that of the model that answers in its place.
    ///
    /// Each is a model with its provider, or only the model's name at the provider.
    public struct Replacement: Sendable, Equatable {
        /// The old model.
        public let old: String
        /// The new model.
        public let new: String

        /// Parses `<old>=<new>`, such as `gpt-4o=gpt-6-luna`; `nil` for anything else, and for a model that replaces itself.
        public init?(_ text: String) {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false)
                .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
            guard parts.count == 2, parts[0] != parts[1],
                parts.allSatisfy({ part in
                    !part.isEmpty && part.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "*" }
                })
            else { return nil }
            (old, new) = (parts[0], parts[1])
        }

        /// Whether the old name is a model's name, with or without its provider.
        public func replaces(_ model: ModelReference) -> Bool {
            model.description == old || (!model.name.isEmpty && model.name == old)
        }

        /// Returns the new model in place of a model of a provider.
        public func target(at provider: ModelReference.Provider) -> ModelReference {
            ModelReference(new) ?? ModelReference(provider: provider, name: new)
        }
    }

    /// The replacements, in the order of the setting.
    public let all: [Replacement]

    /// Makes replacements; `nil` if two have the same old name.
    public init?(_ all: [Replacement]) {
        guard Set(all.map(\.old)).count == all.count else { return nil }
        self.all = all
    }

    /// No replacements.
    public static let none = ModelReplacements(checked: [])

    private init(checked all: [Replacement]) { self.all = all }

    /// Returns the model in place of another one; `nil` if the operator has set none.
    ///
    /// A replacement that names the provider comes before one that does not.
    public func target(of model: ModelReference) -> ModelReference? {
        let matches = all.filter { $0.replaces(model) }
        return (matches.first { $0.old == model.description } ?? matches.first)?.target(at: model.provider)
    }

    /// Returns the name of the model in place of a name that this server does not offer; `nil` if the operator has set none.
    func target(ofUnoffered name: String) -> String? {
        for replacement in all {
            let old = ModelReference(replacement.old)
            guard replacement.old == name || (old.map { !$0.name.isEmpty && $0.name == name } ?? false) else {
                continue
            }
            return old.map { replacement.target(at: $0.provider).description } ?? replacement.new
        }
        return nil
    }
}
