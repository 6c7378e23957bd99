extension GenerationOptions {
    /// The options of other interfaces that Apple's framework has no word for.
    package struct Details: Sendable, Equatable {
        /// The sum of the probabilities of the tokens among which one is chosen; comes before the sampling mode's threshold.
        package var topP: Double?
        /// The number of tokens among which one is chosen; comes before the sampling mode's number.
        package var topK: Int?
        /// The seed; comes before the sampling mode's.
        package var seed: Int?
        /// The texts before which the model stops.
        package var stop: [String] = []
        /// How much less likely a token is that was written before, from -2 to 2.
        package var presencePenalty: Double?
        /// How much less likely a token is for each time that it was written before, from -2 to 2.
        package var frequencyPenalty: Double?
        /// The tools that may be called; `nil` for all that are offered.
        package var tools: ToolSelection?
        /// Whether the model may call several tools in a round; `nil` leaves it to the model.
        package var allowsParallelCalls: Bool?

        /// Leaves everything to the model.
        package init() {}
    }

    /// The tools that may be called, by name.
    package enum ToolSelection: Sendable, Equatable {
        /// This one, and a call of it is required of the turn.
        case one(String)
        /// These, in all rounds of the turn.
        case among([String])
    }

    /// Whether and which tools are called: the mode and the selection in one.
    package enum ToolChoice: Sendable, Equatable {
        /// The model decides.
        case allowed
        /// At least one call.
        case required
        /// No call.
        case disallowed
        /// A call of this tool.
        case named(String)
        /// Calls of these tools only, one of them at least if it is required.
        case among([String], isRequired: Bool)
    }

    /// Whether and which tools are called.
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
            // A model that does not know the selection is made to make some call.
            case .named(let name): (toolCallingMode, details.tools) = (.required, .one(name))
            case .among(let names, let isRequired):
                (toolCallingMode, details.tools) = (isRequired ? .required : .allowed, .among(names))
            }
        }
    }

    /// The options of the rounds after the first calls of a turn.
    ///
    /// A call is required of the turn, not of each of its rounds: a model that must call every time never answers.
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
