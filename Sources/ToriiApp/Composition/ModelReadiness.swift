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
            case .missing where settings.hasOwnAddress(of: upstream): return nil
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
        let first = ModelAssembly.defaults.first { usability($0.upstream, .model($0.model.name)) != .missing }
        return [first?.model ?? .phrasebook]
    }
}

extension ModelReference {
    /// The upstream whose keys open the model; `nil` for a model without keys.
    var upstream: Upstream? {
        switch provider {
        case .phrasebook, .ollama: nil
        case .openai, .openaiResponses: .openai
        case .anthropic: .anthropic
        case .gemini: .gemini
        }
    }
}

extension Settings {
    /// Whether a provider of models is reached at another address than its own.
    func hasOwnAddress(of upstream: Upstream) -> Bool {
        let standard = Settings()
        return switch upstream {
        case .openai: openAIBaseURL != standard.openAIBaseURL
        case .anthropic: anthropicBaseURL != standard.anthropicBaseURL
        case .gemini: geminiBaseURL != standard.geminiBaseURL
        default: false
        }
    }
}
