import AgentRuntime
import Foundation
import KeyVault
import LanguageModels
import ModelProviders
import Phrasebook
import Synchronization
import Transport

/// The models in the settings: the default one, and those that a request may name.
struct ModelAssembly {
    let settings: Settings
    let client: HTTPClient
    let vault: KeyVault
    let phrasebook: PhrasebookLanguageModel
    /// One set for all models, because several may be on one host.
    let breakers = CircuitBreakers()

    /// Returns the catalog of models.
    func catalog() -> ModelCatalog {
        var catalog = catalogWithoutAliases
        catalog.aliases = settings.modelAliases
        catalog.lives = ModelEnds(settings: settings).lives
        catalog.obstacle = { [settings, vault] in settings.readiness(by: vault).obstacle(to: $0) }
        let later = LaterRouter(make: router)
        catalog.router = { later.router(among: $0) }
        return catalog
    }

    private var catalogWithoutAliases: ModelCatalog {
        guard let first = settings.models.first else { return defaultCatalog }
        let listed = settings.models.map(entry)
        let allowed = listed + settings.allowedModels.filter { !settings.models.contains($0) }.map(entry)
        // A model is called only with a key, unless the settings declare its server keyless.
        let preferred = listed.count == 1 ? listed[0] : ModelCatalog.Entry(reference: first, model: router(listed))
        return ModelCatalog(preferring: preferred, among: listed, allowing: allowed)
    }

    private var defaultCatalog: ModelCatalog {
        let others = Upstream.standardModels.dropFirst().map(defaultEntry) + [entry(.phrasebook)]
        let allowed = settings.allowedModels.filter { reference in
            reference != .phrasebook && !Upstream.standardModels.contains { $0.model == reference }
        }
        return ModelCatalog(
            defaultEntry(Upstream.standardModels[0]),
            // These models are used only by name, because the built-in model before them is always ready.
            others + allowed.map(entry)
        )
    }

    private func defaultEntry(_ choice: (upstream: Upstream, model: ModelReference)) -> ModelCatalog.Entry {
        var entry = entry(choice.model)
        entry.isReady = { [vault] in vault.hasKeys(of: choice.upstream.name) }
        return entry
    }

    private func entry(_ reference: ModelReference) -> ModelCatalog.Entry {
        var entry = ModelCatalog.Entry(reference: reference, model: model(reference))
        if let upstream = reference.upstream, !settings.isKeyless(reference) {
            entry.isReady = { [vault] in vault.hasKeys(of: upstream.name) }
        }
        return entry
    }

    private func router(_ entries: [ModelCatalog.Entry]) -> RouterLanguageModel {
        let members = entries.map { entry in
            RoutedModel(
                entry.reference.description,
                entry.model,
                weight: settings.modelWeights[entry.reference],
                // The built-in model answers at once and would win each race.
                mayHedge: entry.reference != .phrasebook
            )
        }
        return RouterLanguageModel(members[0], Array(members.dropFirst()), hedgeAfter: settings.hedgeDelay)
    }
}

/// The routers among the models that answer after one has ended, and among those of plans.
///
/// Each is made once, because it remembers failures.
private final class LaterRouter: Sendable {
    /// The most routers that are remembered.
    private static let most = 256
    private let make: @Sendable ([ModelCatalog.Entry]) -> RouterLanguageModel
    private let routers = Mutex<[[ModelReference]: RouterLanguageModel]>([:])

    init(make: @escaping @Sendable ([ModelCatalog.Entry]) -> RouterLanguageModel) { self.make = make }

    func router(among entries: [ModelCatalog.Entry]) -> RouterLanguageModel {
        let members = entries.map(\.reference)
        return routers.withLock { routers in
            if let router = routers[members] { return router }
            if routers.count == Self.most { routers.removeAll() }
            let router = make(entries)
            routers[members] = router
            return router
        }
    }
}

// MARK: - One model

extension ModelAssembly {
    private func model(_ reference: ModelReference) -> any LanguageModel {
        guard let (upstream, kind) = Upstream.serving(reference) else { return phrasebook }
        return kind.model(
            reference.name,
            ModelKind.Parts(
                values: settings.values(of: upstream),
                client: client,
                breakers: breakers,
                keys: keys(of: upstream, for: reference),
                table: settings.modelTable
            )
        )
    }

    /// Returns the keys of a model.
    ///
    /// Without a key the call is not sent, unless the settings declare its server keyless.
    private func keys(of upstream: Upstream, for model: ModelReference) -> KeySource {
        guard upstream.keySetting != nil else { return { nil } }
        return { [vault, isKeyless = settings.isKeyless(model)] in
            if let lease = try await vault.lease(upstream.name, for: .model(model.name)) { return lease }
            if isKeyless { return vault.keylessLease(upstream.name) }
            throw KeyVaultError(
                .noUsableKey,
                "There is no key for \(upstream.name), so \(model) was not called. Add one with `torii keys add \(upstream.name)`."
            )
        }
    }
}

extension Settings {
    /// Whether the operator has declared that a model's server needs no key: the settings name the model, and the address of its provider
    /// is set to a host other than the provider's.
    func isKeyless(_ model: ModelReference) -> Bool {
        guard let upstream = model.upstream else { return true }
        guard let address = addresses[upstream], let standard = upstream.addressSetting?.standard,
            Self.isOtherHost(address, than: standard)
        else { return false }
        return models.contains(model) || allowedModels.contains(model)
    }

    /// Whether a base URL has another host than the provider, whatever its scheme, port and path.
    private static func isOtherHost(_ url: String, than standard: String) -> Bool {
        let hosts = [url, standard].map { URL(string: $0)?.host()?.lowercased() ?? "" }
        // In DNS a name with a final dot is the same host.
        return !hosts[0].isEmpty && Self.undotted(hosts[0]) != Self.undotted(hosts[1])
    }

    private static func undotted(_ host: String) -> Substring { host.hasSuffix(".") ? host.dropLast() : host[...] }
}
