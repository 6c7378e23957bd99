import AgentWire
import LanguageModels

extension ReasoningEffort {
    /// Whether it is more reasoning than another amount.
    func exceeds(_ other: ReasoningEffort) -> Bool {
        let order = Self.allCases
        guard let own = order.firstIndex(of: self), let others = order.firstIndex(of: other) else { return false }
        return own > others
    }
}

extension ContextOptions.ReasoningLevel {
    /// Makes the level of an amount of reasoning.
    init(_ effort: ReasoningEffort) {
        self =
            switch effort {
            case .low: .light
            case .medium: .moderate
            case .high: .deep
            case .none, .minimal, .xhigh, .max: .custom(effort.rawValue)
            }
    }

    /// The amount of reasoning; `nil` for a level that requests cannot name.
    var effort: ReasoningEffort? { ReasoningEffort.allCases.first { Self($0) == self } }
}

extension [Transcript.Entry] {
    /// Lowers the reasoning of the last prompt to the most that its sender may have; a resumed session uses the options of that prompt.
    mutating func lowerEffort(to most: ReasoningEffort) {
        guard let position = lastIndex(where: { if case .prompt = $0 { true } else { false } }),
            case .prompt(var prompt) = self[position],
            let wanted = prompt.contextOptions.reasoningLevel?.effort, wanted.exceeds(most)
        else { return }
        prompt.contextOptions.reasoningLevel = ContextOptions.ReasoningLevel(most)
        self[position] = .prompt(prompt)
    }
}
