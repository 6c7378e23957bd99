import AgentRuntime
import KeyVault
import LanguageModels
import ModelProviders
import ModelTable
import Transport

/// A kind of model that an upstream serves: the provider in a model's name, and the way to make the model.
struct ModelKind: Sendable {
    /// The parts from which a model is created.
    struct Parts {
        let values: UpstreamValues
        let client: HTTPClient
        let breakers: CircuitBreakers
        let keys: KeySource
        /// The facts about models and servers.
        let table: ModelTable
    }

    /// The provider in a model's name.
    let provider: ModelReference.Provider
    /// The model that is used if none is set and the upstream has a key; `nil` for none.
    let standard: ModelReference?
    /// Returns the model of a name.
    let model: @Sendable (String, Parts) -> any LanguageModel

    /// Describes the models of a dialect.
    ///
    /// - Parameters:
    ///   - standard: The name of the model that is used if none is set.
    ///   - known: Returns the description of a model, if it depends on the settings.
    ///   - other: Returns the kind that serves a model in place of this one; `nil` for none.
    init<Dialect: ProviderDialect>(
        _ dialect: Dialect.Type,
        standard: String? = nil,
        known: (@Sendable (String, Parts) -> Dialect)? = nil,
        inPlace other: (@Sendable (String, Parts) -> ModelKind?)? = nil
    ) {
        let provider = ModelReference.Provider(dialect)
        self.provider = provider
        self.standard = standard.map { ModelReference(provider: provider, name: $0) }
        model = { name, parts in
            if let other = other?(name, parts) { return other.model(name, parts) }
            return ProviderLanguageModel<Dialect>(
                name,
                baseURL: parts.values.address,
                dialect: known?(name, parts),
                table: parts.table,
                client: parts.client,
                breakers: parts.breakers,
                keys: parts.keys
            )
        }
    }
}

extension Upstream {
    /// The models that are used if none is set, each if its upstream has a key.
    static let standardModels = models.flatMap { upstream in
        upstream.models.compactMap(\.standard).map { (upstream: upstream, model: $0) }
    }

    /// Returns the upstream that serves a model, and its kind; `nil` for the built-in model.
    static func serving(_ model: ModelReference) -> (upstream: Upstream, kind: ModelKind)? {
        for upstream in models {
            if let kind = upstream.models.first(where: { $0.provider == model.provider }) { return (upstream, kind) }
        }
        return nil
    }
}

extension ModelReference {
    /// The upstream of the model's keys; `nil` for a model without keys.
    var upstream: Upstream? { Upstream.serving(self).flatMap { $0.upstream.keySetting == nil ? nil : $0.upstream } }
}
