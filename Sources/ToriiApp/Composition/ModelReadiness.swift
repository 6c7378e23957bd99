import AgentRuntime
import KeyVault

/// Whether a model can answer requests that name none, as far as the settings and the health of the keys tell.
///
/// Nothing is asked of an upstream. One that does not answer is noticed by the turns, and by `torii doctor`.
struct ModelReadiness {
    let settings: Settings
    /// Whether the keys of an upstream can open calls of one kind.
    let usability: (Upstream, KeyUse) -> KeyUsability

    /// The reason why no model can answer; `nil` when one can.
    ///
    /// It names no upstream, because the health checks take no token.
    var obstacle: String? {
        var reasons: [String] = []
        for reference in candidates {
            guard let upstream = reference.upstream else { return nil }
            switch usability(upstream, .model(reference.name)) {
            case .usable: return nil
            // A server of the operator's own may take no key.
            case .missing where settings.values(of: upstream).hasOwnAddress: return nil
            case .missing: reasons.append("no key is stored")
            case .unusable(let words): reasons.append(words)
            }
        }
        let counted = reasons.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return
            "no model has a key that can be used (\(counted.joined(separator: "; "))); `torii keys list` names the keys"
    }

    /// The models that answer requests which name none, as ``ModelAssembly`` chooses them.
    private var candidates: [ModelReference] {
        guard settings.models.isEmpty else { return settings.models }
        let first = Upstream.standardModels.first { usability($0.upstream, .model($0.model.name)) != .missing }
        return [first?.model ?? .phrasebook]
    }
}
