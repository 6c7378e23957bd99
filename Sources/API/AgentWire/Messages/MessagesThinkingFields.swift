import StreamingJSON

/// A reader of `thinking` and of the effort in `output_config`.
struct MessagesThinkingFields {
    /// The amount of reasoning; `nil` lets the model choose.
    private(set) var effort: ReasoningEffort?
    /// The form in which the answer shows the thinking.
    private(set) var form = MessagesOptions.Thinking.hidden
    /// The field that sets the amount.
    private(set) var effortField = "thinking"
    /// The fields that become the nearest amount.
    private(set) var emulated: [String] = []
    /// The fields without effect.
    private(set) var ignored: [String] = []

    /// The smallest budget that Anthropic accepts.
    private static let smallestBudget = 1024
    /// The budgets up to which the effort is low and medium.
    private static let (lowBudget, mediumBudget) = (2048, 8192)

    /// The words for the effort.
    private enum Effort: String, CaseIterable { case low, medium, high, xhigh, max }

    /// Reads the fields.
    ///
    /// - Parameter limit: The largest number of tokens of the answer.
    init(_ fields: inout RequestFields, limit: Int?) {
        let word: Effort? = fields.nested("output_config") { $0.choice("effort") } ?? nil
        let wanted = word.flatMap { ReasoningEffort(rawValue: $0.rawValue) }
        if wanted != nil { effortField = "output_config.effort" }
        effort = wanted
        _ = fields.nested("thinking") { read(&$0, wanted, limit) }
    }

    /// The forms of thinking.
    private enum Display: String, CaseIterable { case summarized, omitted }

    private mutating func read(_ fields: inout RequestFields, _ wanted: ReasoningEffort?, _ limit: Int?) {
        let display: Display? = fields.choice("display")
        let shown = display == .omitted ? MessagesOptions.Thinking.omitted : .shown
        switch fields.string("type") {
        case "disabled":
            if wanted != nil { ignored.append("output_config.effort") }
            (effort, effortField) = (ReasoningEffort.none, "thinking")
        case "enabled":
            form = shown
            guard let budget = budget(&fields, limit) else { return }
            guard wanted == nil else { return ignored.append("thinking.budget_tokens") }
            effort = budget <= Self.lowBudget ? .low : budget <= Self.mediumBudget ? .medium : .high
            emulated.append("thinking.budget_tokens")
        case "adaptive", "between_tools":
            form = shown
            guard wanted == nil else { return }
            // Other models do not choose the amount themselves.
            effort = .medium
            emulated.append("thinking")
        case let type?:
            let detail = "'\(type.excerpt())' is not supported; it must be enabled, adaptive or disabled"
            fields.reject("type", detail, .unsupportedValue)
        case nil:
            if fields.value("type") == nil {
                fields.reject("type", "required: enabled, adaptive or disabled", .missing)
            }
        }
    }

    private func budget(_ fields: inout RequestFields, _ limit: Int?) -> Int? {
        if fields.value("budget_tokens") == nil {
            fields.reject("budget_tokens", "required: the number of tokens for thinking, 1024 or more", .missing)
        }
        let budget = fields.integer("budget_tokens", in: Self.smallestBudget...Int(Int32.max))
        if let budget, let limit, budget >= limit {
            fields.reject(
                "budget_tokens",
                "must be less than max_tokens, which includes the thinking",
                .integerTooLarge
            )
        }
        return budget
    }
}
