import AgentRuntime
import Foundation
import ModelTable
import Transport

/// A model in use whose end is announced.
struct EndingModel: Sendable, Hashable {
    var model: ModelReference
    var end: ModelEnd
    /// The model that answers in its place, by the settings.
    var replacedBy: ModelReference?

    /// A clause about the end, without the model's name.
    var clause: String {
        let day = end.day.map { " on \($0)" } ?? ""
        guard let left = end.daysLeft, left > 0 else { return "has ended\(day)" }
        return "ends\(day), in \(left == 1 ? "1 day" : "\(left) days")"
    }
}

/// The ends of the models in the settings, by the table of models and by what their providers reported.
struct ModelEnds: Sendable {
    let settings: Settings
    var now: @Sendable () -> Date = { Date() }

    /// The number of days before an end from which it is announced.
    static let announcedDays = 60
    /// The number of days before an end from which the server counts as degraded.
    static let degradedDays = 14

    /// The ends for the catalog of models.
    var lives: ModelLives {
        ModelLives(replacements: settings.modelReplacements, isUnlisted: isUnlisted, end: end)
    }

    /// Returns the announced end of a model; `nil` if there is none.
    func end(of model: ModelReference) -> ModelEnd? {
        guard model != .phrasebook else { return nil }
        let facts = settings.facts(about: model)
        let left = facts.daysLeft(on: now().formatted(.iso8601.year().month().day()))
        guard left != nil || facts.retired == true else { return nil }
        // A provider may report that a model is retired before the day in the table.
        let isEarlier = facts.retired == true && left ?? 0 > 0
        return ModelEnd(
            day: isEarlier ? nil : facts.ends,
            daysLeft: isEarlier ? nil : left,
            replacement: facts.replacement
        )
    }

    /// Whether the provider's own list of models lacks a model.
    private func isUnlisted(_ model: ModelReference) -> Bool {
        guard let upstream = model.upstream, settings.tableProvider(of: model) == upstream.name else { return false }
        return settings.modelTable.told?.lists(model.name, of: upstream.name) == false
    }

    /// Returns the models in use that end within 60 days or have ended, the earliest first.
    ///
    /// - Parameter hasKeys: Whether there are keys of an upstream. A model without keys is not offered.
    func ending(hasKeys: (Upstream) -> Bool) -> [EndingModel] {
        let standard = settings.models.isEmpty ? Upstream.standardModels.map(\.model) : settings.models
        var models: [ModelReference] = []
        for model in standard + settings.allowedModels + settings.modelAliases.all.map(\.target)
        where !models.contains(model) { models.append(model) }
        return models.compactMap { model -> EndingModel? in
            guard let upstream = model.upstream, settings.isKeyless(model) || hasKeys(upstream),
                let end = end(of: model), end.daysLeft ?? 0 <= Self.announcedDays
            else { return nil }
            return EndingModel(model: model, end: end, replacedBy: settings.modelReplacements.target(of: model))
        }
        .sorted { ($0.end.day ?? "", $0.model.description) < ($1.end.day ?? "", $1.model.description) }
    }

    /// Returns a notice for health checks that a model ends soon; `nil` if none does, or if other models answer in place of those that do.
    ///
    /// The text names no model, because health checks need no token.
    func notice(hasKeys: (Upstream) -> Bool) -> String? {
        let ending = ending(hasKeys: hasKeys)
            .filter { $0.replacedBy == nil && $0.end.daysLeft ?? 0 <= Self.degradedDays }
        return ending.first.map { "a model \($0.clause); see `torii doctor`" }
    }
}

extension Settings {
    /// Returns the facts about a model at its address.
    func facts(about model: ModelReference) -> ModelFacts { modelTable.facts(of: tableProvider(of: model), model.name) }

    /// Returns the provider's name in the table of models.
    func tableProvider(of model: ModelReference) -> String {
        guard let upstream = model.upstream, upstream == .openai else { return model.provider.rawValue }
        return modelTable.server(at: HTTPRequest.host(of: address(of: upstream))).provider ?? "compatible"
    }

    /// Whether the address of an upstream is that of its provider, whose list of models reports facts.
    func isProvidersOwn(_ upstream: Upstream) -> Bool {
        guard let address = optionalAddress(of: upstream) else { return false }
        return address == upstream.addressSetting?.standard
            || modelTable.server(at: HTTPRequest.host(of: address)).provider == upstream.name
    }
}
