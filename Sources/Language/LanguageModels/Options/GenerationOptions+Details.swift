extension GenerationOptions {
    /// The generation options that Apple's framework lacks and other interfaces have.
    package struct Details: Sendable, Equatable {
        /// The places up to which the provider shall cache the request; empty leaves them to the provider's interface.
        package var cacheMarks: [CacheMark] = []
        /// The nucleus size: the summed probability of the tokens to choose from; overrides the sampling mode's
        /// threshold.
        package var topP: Double?
        /// The number of tokens to choose from; overrides the sampling mode's number.
        package var topK: Int?
        /// The seed; overrides the sampling mode's.
        package var seed: Int?
        /// The stop sequences: the model stops before it would write one of them.
        package var stop: [String] = []
        /// The penalty for tokens that occur in the text already, from -2 to 2.
        package var presencePenalty: Double?
        /// The penalty for tokens, for each time they occur in the text, from -2 to 2.
        package var frequencyPenalty: Double?
        /// The tools that may be called; `nil` for all tools offered.
        package var tools: ToolSelection?
        /// Whether the model may call several tools in a round; `nil` leaves it to the model.
        package var allowsParallelCalls: Bool?
        /// Whether the answer must be a JSON object of any shape.
        package var wantsJSONObject = false

        /// Makes details that leave everything to the model.
        package init() {}
    }

    /// The tools that may be called, by name.
    package enum ToolSelection: Sendable, Equatable {
        /// Only this tool; the turn must call it at least once.
        case one(String)
        /// Only these tools, in all rounds of the turn.
        case among([String])
    }

    /// The tool-calling mode and the tool selection as one value.
    package enum ToolChoice: Sendable, Equatable {
        /// The model decides.
        case allowed
        /// The model must make at least one call.
        case required
        /// The model must make no call.
        case disallowed
        /// The model must call this tool.
        case named(String)
        /// The model may call only these tools, and must call one if `isRequired`.
        case among([String], isRequired: Bool)
    }

    /// The tool-calling mode and the tool selection as one value.
    package var toolChoice: ToolChoice {
        get {
            switch (toolCallingMode?.kind ?? .allowed, details.tools) {
            case (.disallowed, _): .disallowed
            case (_, .one(let name)?): .named(name)
            case (let mode, .among(let names)?): .among(names, isRequired: mode == .required)
            case (.allowed, nil): .allowed
            case (.required, nil): .required
            }
        }
        set {
            switch newValue {
            case .allowed: (toolCallingMode, details.tools) = (.allowed, nil)
            case .required: (toolCallingMode, details.tools) = (.required, nil)
            case .disallowed: (toolCallingMode, details.tools) = (.disallowed, nil)
            // The mode is `required` as well, so that a model without tool selection at least makes some call.
            case .named(let name): (toolCallingMode, details.tools) = (.required, .one(name))
            case .among(let names, let isRequired):
                (toolCallingMode, details.tools) = (isRequired ? .required : .allowed, .among(names))
            }
        }
    }

    /// The options for the rounds after the first calls of a turn.
    ///
    /// A required call is required once per turn, not per round, because a model that must call in every round never
    /// answers.
    var afterCalls: GenerationOptions {
        var options = self
        switch toolChoice {
        case .required, .named: options.toolChoice = .allowed
        case .among(let names, isRequired: true): options.toolChoice = .among(names, isRequired: false)
        case .allowed, .disallowed, .among: break
        }
        return options
    }
}

extension GenerationOptions.ToolChoice {
    /// Whether the model must make a call.
    package var isRequired: Bool {
        switch self {
        case .required, .named, .among(_, isRequired: true): true
        case .allowed, .disallowed, .among: false
        }
    }

    /// The names of the tools that may be called; `nil` for all.
    package var names: Set<String>? {
        switch self {
        case .allowed, .required: nil
        case .disallowed: []
        case .named(let name): [name]
        case .among(let names, _): Set(names)
        }
    }

    /// Returns the tools that may be called, in their order.
    package func callable(of tools: [Transcript.ToolDefinition]) -> [Transcript.ToolDefinition] {
        guard let names else { return tools }
        return tools.filter { names.contains($0.name) }
    }
}
