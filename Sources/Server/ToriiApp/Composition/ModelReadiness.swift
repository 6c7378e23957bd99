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
    /// The text names no upstream and no command, because health checks need no token.
    var obstacle: String? {
        var reasons: [String] = []
        for reference in candidates {
            guard let reason = reason(against: reference) else { return nil }
            reasons.append(reason)
        }
        let distinct = reasons.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return "no model has a usable key (\(distinct.joined(separator: "; ")))"
    }

    /// The reason why a model cannot answer, and the next step, for administrators; `nil` if it can.
    func obstacle(to reference: ModelReference) -> String? {
        guard let reason = reason(against: reference), let upstream = reference.upstream else { return nil }
        guard !usability(upstream, .model(reference.name)).hasKeys else { return reason }
        return "\(reason); add one with `torii keys add \(upstream.name)`"
    }

    private func reason(against reference: ModelReference) -> String? {
        guard let upstream = reference.upstream else { return nil }
        switch usability(upstream, .model(reference.name)) {
        case .usable: return nil
        // A server of the operator may need no key.
        case .missing where settings.isKeyless(reference): return nil
        case .wanted where settings.isKeyless(reference): return "the server wants a key, and none is stored"
        case .missing, .wanted: return "no key is stored"
        case .unusable(let words): return words
        }
    }

    /// The models for requests that name none, as ``ModelAssembly`` chooses them.
    private var candidates: [ModelReference] {
        guard settings.models.isEmpty else { return settings.models }
        let first = Upstream.standardModels.first { usability($0.upstream, .model($0.model.name)).hasKeys }
        return [first?.model ?? .phrasebook]
    }
}

extension Settings {
    /// The check whether a model can answer, by the keys of a vault.
    func readiness(by vault: KeyVault) -> ModelReadiness {
        ModelReadiness(settings: self) { vault.usability(of: $0.name, for: $1) }
    }
}
