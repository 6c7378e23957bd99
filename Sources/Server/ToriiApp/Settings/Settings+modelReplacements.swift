import AgentRuntime

extension Settings {
    /// Reads the replacements of models that end, and offers the models that answer in their place; the models must be set before.
    ///
    /// Faults are a text that is no list of replacements, a model that occurs twice, and a new model whose provider is not known.
    mutating func readModelReplacements(in values: SettingValues) {
        let expected =
            "a list such as gpt-4o=gpt-6-luna,openai:gpt-5.1=openai:gpt-6-sol, in which each part is an old and another new model"
        let all = values.list(.modelReplacements, expected: expected) { ModelReplacements.Replacement($0) } ?? []
        guard let replacements = ModelReplacements(all) else {
            return values.report(
                SettingsError(
                    name: SettingName.modelReplacements.rawValue,
                    message: "the list replaces a model twice; remove one of the two"
                )
            )
        }
        modelReplacements = replacements
        // The new models of one part may be the old ones of the next.
        for _ in all { for replacement in all { offerTargets(of: replacement) } }
        for replacement in all where ModelReference(replacement.new) == nil && ModelReference(replacement.old) == nil {
            guard offeredModels.contains(where: { $0.name == replacement.old || $0.name == replacement.new }) else {
                return values.report(
                    SettingsError(
                        name: SettingName.modelReplacements.rawValue,
                        message:
                            "'\(replacement.old)' is replaced by '\(replacement.new)', and this server offers neither; write the new model "
                            + "with its provider, such as openai:\(replacement.new)"
                    )
                )
            }
        }
    }

    private mutating func offerTargets(of replacement: ModelReplacements.Replacement) {
        let olds = offeredModels.filter(replacement.replaces) + [ModelReference(replacement.old)].compactMap(\.self)
        let targets =
            olds.isEmpty
            ? [ModelReference(replacement.new)].compactMap(\.self) : olds.map { replacement.target(at: $0.provider) }
        for target in targets where !offeredModels.contains(target) { allowedModels.append(target) }
    }
}
