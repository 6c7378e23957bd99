import AgentRuntime
import KeyVault
import ModelProviders
import ModelTable
import Secrets

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

    /// Reads the list of models of a key's provider, in which it reports the ends.
    ///
    /// A failure is not reported, because the check of the key names it.
    func readModels(of upstream: Upstream, with key: KeyDescription, in vault: KeyVault?) async {
        guard let told = settings.modelTable.told, let reader = upstream.modelList, settings.isProvidersOwn(upstream)
        else {
            return
        }
        let lister = ModelLister(reader: reader(settings.values(of: upstream), client), told: told)
        _ = try? await vault?.inspect(key.id, with: lister)
    }
}

/// Reads a provider's list of models with a stored key, which only the vault can open.
private struct ModelLister: KeyChecker {
    let reader: ModelListReader
    let told: ToldFacts

    func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        do {
            told.replace(try await reader.models(with: secret), of: upstream)
            return .verified
        } catch {
            return .unknown(reason: error.description)
        }
    }
}
