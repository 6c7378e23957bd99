import Accounts
import AgentRuntime

extension Settings {
    /// The models that a request may name, in listing order.
    var offeredModels: [ModelReference] {
        let standard = models.isEmpty ? Upstream.standardModels.map(\.model) + [.phrasebook] : models
        return standard + allowedModels.filter { !standard.contains($0) }
    }

    /// Reads the aliases; the models must be set before.
    ///
    /// Faults are a text that is no list of aliases, a pattern that occurs twice, and a model that this server does not offer.
    ///
    /// - Returns: `nil` after a fault.
    func aliases(in values: SettingValues) -> ModelAliases? {
        values.reading { () throws(SettingsError) in
            try checkedAliases(values.list(.modelAliases, expected: Self.aliasForm) { ModelAliases.Alias($0) } ?? [])
        }
    }

    private static let aliasForm =
        "a list such as gpt-4o=openai:gpt-6.1-terra,claude-*=phrasebook, in which each name has at most one * and each model "
        + "its provider"

    private func checkedAliases(_ all: [ModelAliases.Alias]) throws(SettingsError) -> ModelAliases {
        guard let aliases = ModelAliases(all) else {
            throw SettingsError(
                name: SettingName.modelAliases.rawValue,
                message: "the list contains a name twice; remove one of the two"
            )
        }
        let offered = offeredModels.map(\.description)
        for alias in all where !offered.contains(alias.target.description) {
            let target = alias.target.description
            let nearest = offered.min { $0.editDistance(to: target) < $1.editDistance(to: target) } ?? ""
            throw SettingsError(
                name: SettingName.modelAliases.rawValue,
                message:
                    "'\(alias.pattern)' names '\(target)', which this server does not offer; did you mean \(nearest)? Add "
                    + "other models to \(SettingName.modelsAllowed.rawValue)"
            )
        }
        return aliases
    }
}
