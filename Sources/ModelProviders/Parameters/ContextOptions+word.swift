import LanguageModels

extension ContextOptions.ReasoningLevel {
    /// The word for the level, by which the table of models names it.
    var word: String {
        switch self {
        case .light: "low"
        case .moderate: "medium"
        case .deep: "high"
        case .custom(let word): word
        }
    }
}
