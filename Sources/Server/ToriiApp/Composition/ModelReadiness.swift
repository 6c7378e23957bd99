import AgentRuntime
import KeyVault

/// The check whether a model can answer requests that name none, by the settings and the health of the keys.
///
/// It calls no upstream. Turns and `torii doctor` detect an upstream that does not respond.
struct ModelReadiness {
    let settings: Settings
    /// Returns whether the keys of an upstream can be used for one kind of call.
    let usability: (Upstream, KeyUse) -> KeyUsability

    /// The reason why no model can answer; `nil` if one can.
    ///
    /// The text names no upstream, because health checks need no token.
    var obstacle: String? {
        var reasons: [String] = []
        for reference in candidates {
            guard let reason = obstacle(to: reference) else { return nil }
            reasons.append(reason)
        }
        let distinct = reasons.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return
            "no model has a usable key (\(distinct.joined(separator: "; "))); see `torii keys list`"
    }

    /// The reason why a model cannot answer; `nil` if it can.
    func obstacle(to reference: ModelReference) -> String? {
        guard let upstream = reference.upstream else { return nil }
        switch usability(upstream, .model(reference.name)) {
        case .usable: return nil
        // A server of the operator may need no key.
        case .missing where settings.isKeyless(reference): return nil
        case .missing: return "no key is stored"
        case .unusable(let words): return words
        }
    }

    /// The models for requests that name none, as ``ModelAssembly`` chooses them.
    private var candidates: [ModelReference] {
        guard settings.models.isEmpty else { return settings.models }
        let first = Upstream.standardModels.first { usability($0.upstream, .model($0.model.name)) != .missing }
        return [first?.model ?? .phrasebook]
    }
}

extension Settings {
    /// The check whether a model can answer, by the keys of a vault.
    func readiness(by vault: KeyVault) -> ModelReadiness {
        ModelReadiness(settings: self) { vault.usability(of: $0.name, for: $1) }
    }
}
