import Accounts
import AgentRuntime
import KeyVault
import ModelProviders
import ModelTable
import Secrets
import Synchronization

extension Doctor {
    /// Returns a finding for each model in use that ends within 60 days or has ended.
    func modelEndFindings(_ stored: [KeyDescription]) -> [DoctorReport.Finding] {
        let withKeys = Set(stored.map(\.upstream)).union(settings.keys.keys.map(\.name))
        return ModelEnds(settings: settings).ending { withKeys.contains($0.name) }.map { ending in
            let start = "\(ending.model) \(ending.clause)"
            if let new = ending.replacedBy {
                return .init(
                    .ok,
                    "model end",
                    "\(start); \(new) answers in its place \(ending.end.isOver ? "now" : "then")"
                )
            }
            let advice = ending.end.replacement.map { "; its provider recommends \($0)" } ?? ""
            let example = "\(ending.model.name)=\(ending.end.replacement ?? "<model>")"
            return .init(
                ending.end.isOver ? .broken : .warning,
                "model end",
                "\(start)\(advice); change TORII_MODEL and the other settings that name it, or set TORII_MODEL_REPLACEMENTS=\(example)"
            )
        }
    }

    /// Reads the list of models of an upstream, in which a provider also reports the ends.
    ///
    /// A failure is not reported, because the check of the key names it.
    ///
    /// - Parameter key: A key of the vault; `nil` for the one of the environment, if there is one.
    func readModels(of upstream: Upstream, with key: KeyDescription?, in vault: KeyVault?) async {
        guard let reader = upstream.modelList else { return }
        let lister = ModelLister(
            reader: reader(settings.values(of: upstream), client),
            // The facts are those of the provider; another server at the address has its own models.
            told: settings.isProvidersOwn(upstream) ? settings.modelTable.told : nil,
            lists: lists
        )
        if let key {
            _ = try? await vault?.inspect(key.id, with: lister)
        } else if let secret = settings.keys[upstream] {
            _ = await lister.check(secret, for: upstream.name)
        }
    }
}

/// The lists of models that upstreams returned.
final class ModelLists: Sendable {
    private let facts = ToldFacts()
    private let names = Mutex<[String: [String]]>([:])

    /// Records the list of an upstream.
    func record(_ models: [ToldModel], of upstream: String) {
        facts.replace(models, of: upstream)
        names.withLock { $0[upstream] = models.map(\.name) }
    }

    /// Returns a hint about a model that the list of its upstream lacks; `nil` if the list has it, or there is none.
    func hint(about model: String, of upstream: String) -> String? {
        guard facts.lists(model, of: upstream) == false else { return nil }
        let nearest = Suggestion.nearest(to: model, among: names.withLock { $0[upstream] ?? [] })
        return nearest.map { "; did you mean \($0)?" } ?? "; check its name"
    }
}

/// Reads a provider's list of models with a stored key, which only the vault can open.
private struct ModelLister: KeyChecker {
    let reader: ModelListReader
    let told: ToldFacts?
    let lists: ModelLists

    func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        do {
            let models = try await reader.models(with: secret)
            told?.replace(models, of: upstream)
            lists.record(models, of: upstream)
            return .verified
        } catch {
            return .unknown(reason: error.description)
        }
    }
}
