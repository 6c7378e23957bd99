import AgentWire
import LanguageModels

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
