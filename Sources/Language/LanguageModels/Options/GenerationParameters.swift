/// A parameter of a request, named as in the clients' APIs.
package enum GenerationParameter: String, Sendable, CaseIterable {
    case maximumOutputTokens = "max_output_tokens"
    case temperature
    case topP = "top_p"
    case topK = "top_k"
    case seed
    case presencePenalty = "presence_penalty"
    case frequencyPenalty = "frequency_penalty"
    case stop
    case toolChoice = "tool_choice"
    case parallelToolCalls = "parallel_tool_calls"
    case reasoningEffort = "reasoning_effort"

    /// The capability that a model lacks if it refuses this parameter.
    fileprivate var capability: LanguageModelCapabilities.Capability {
        switch self {
        case .stop: .stopSequences
        case .reasoningEffort: .reasoning
        default: .toolCalling
        }
    }
}

/// The effective parameters of a round, merged from `GenerationOptions`, its details and `ContextOptions`.
package struct GenerationParameters: Sendable, Equatable {
    package let maximumOutputTokens: Int?
    package let temperature: Double?
    package let topP: Double?
    package let topK: Int?
    package let seed: Int?
    package let presencePenalty: Double?
    package let frequencyPenalty: Double?
    package let stop: [String]
    package let toolChoice: GenerationOptions.ToolChoice
    package let allowsParallelCalls: Bool?
    package let reasoningLevel: ContextOptions.ReasoningLevel?

    /// Merges the options of a round.
    package init(_ options: GenerationOptions, _ context: ContextOptions = ContextOptions()) {
        let details = options.details
        var mode: (temperature: Double?, topP: Double?, topK: Int?, seed: UInt64?)
        switch options.samplingMode?.kind {
        case nil: break
        case .greedy: mode.temperature = 0
        case .randomTopK(let count, let seed): (mode.topK, mode.seed) = (count, seed)
        case .randomProbabilityThreshold(let threshold, let seed): (mode.topP, mode.seed) = (threshold, seed)
        }
        maximumOutputTokens = options.maximumResponseTokens
        temperature = options.temperature ?? mode.temperature
        topP = details.topP ?? mode.topP
        topK = details.topK ?? mode.topK
        seed = details.seed ?? mode.seed.map(Int.init(truncatingIfNeeded:))
        presencePenalty = details.presencePenalty
        frequencyPenalty = details.frequencyPenalty
        stop = details.stop
        toolChoice = options.toolChoice
        allowsParallelCalls = details.allowsParallelCalls
        reasoningLevel = context.reasoningLevel
    }

    /// Merges the options of a request.
    package init(_ request: LanguageModelExecutorGenerationRequest) {
        self.init(request.generationOptions, request.contextOptions)
    }

    /// The parameters that are set.
    package var specified: [GenerationParameter] { GenerationParameter.allCases.filter(isSet) }

    private func isSet(_ parameter: GenerationParameter) -> Bool {
        switch parameter {
        case .maximumOutputTokens: maximumOutputTokens != nil
        case .temperature: temperature != nil
        case .topP: topP != nil
        case .topK: topK != nil
        case .seed: seed != nil
        case .presencePenalty: presencePenalty != nil
        case .frequencyPenalty: frequencyPenalty != nil
        case .stop: !stop.isEmpty
        case .toolChoice: toolChoice != .allowed
        case .parallelToolCalls: allowsParallelCalls != nil
        case .reasoningEffort: reasoningLevel != nil
        }
    }
}

/// The way an interface treats a parameter.
package enum ParameterTreatment: Sendable, Equatable {
    /// The parameter is sent.
    case mapped
    /// The parameter is achieved by other means, or approximated.
    case emulated
    /// The parameter is dropped, because it is only a hint: the answer means the same without it.
    case ignored
    /// The request is refused for this reason, because without the parameter the answer would mean something else.
    case refused(String)
}

/// A table of the treatment that an interface has for each parameter.
package protocol ParameterTable: Sendable {
    /// Returns the treatment of a parameter that is set; it may depend on the other parameters.
    func treatment(of parameter: GenerationParameter, in parameters: GenerationParameters) -> ParameterTreatment
}

extension ParameterTable {
    /// Returns the treatment of all parameters that are set.
    package func report(on parameters: GenerationParameters) -> ParameterReport {
        var report = ParameterReport()
        for parameter in parameters.specified {
            switch treatment(of: parameter, in: parameters) {
            case .mapped: break
            case .emulated: report.emulated.append(parameter)
            case .ignored: report.ignored.append(parameter)
            case .refused(let reason): report.refusals.append(.init(parameter, reason))
            }
        }
        return report
    }

    /// Throws if the interface refuses a parameter; called before anything is sent.
    package func check(_ parameters: GenerationParameters) throws(LanguageModelError) {
        if let error = report(on: parameters).error { throw error }
    }

    /// Whether a parameter is set and is sent or emulated.
    package func sends(_ parameter: GenerationParameter, of parameters: GenerationParameters) -> Bool {
        switch treatment(of: parameter, in: parameters) {
        case .mapped, .emulated: true
        case .ignored, .refused: false
        }
    }
}

/// The treatment of a request's parameters.
package struct ParameterReport: Sendable, Equatable {
    /// A parameter because of which a request is refused.
    package struct Refusal: Sendable, Equatable {
        /// The parameter.
        package var parameter: GenerationParameter
        /// The missing ability of the model, and what to do instead.
        package var reason: String

        /// Makes a refusal.
        package init(_ parameter: GenerationParameter, _ reason: String) {
            (self.parameter, self.reason) = (parameter, reason)
        }
    }

    /// The parameters that are dropped.
    package var ignored: [GenerationParameter] = []
    /// The parameters that are achieved by other means or approximated.
    package var emulated: [GenerationParameter] = []
    /// The parameters because of which the request is refused.
    package var refusals: [Refusal] = []

    /// Makes a report.
    package init(ignored: [GenerationParameter] = [], emulated: [GenerationParameter] = [], refusals: [Refusal] = []) {
        (self.ignored, self.emulated, self.refusals) = (ignored, emulated, refusals)
    }

    /// The first refusal as an error; `nil` if the request can be sent.
    package var error: LanguageModelError? {
        refusals.first.map { refusal in
            .unsupportedCapability(
                .init(
                    capability: refusal.parameter.capability,
                    debugDescription: refusal.reason,
                    metadata: ["parameter": refusal.parameter.rawValue]
                )
            )
        }
    }
}

/// A model that reports the treatment of a request's parameters before it is called.
package protocol ParameterReporting: Sendable {
    /// Returns the treatment of the parameters.
    ///
    /// - Parameter name: The answering model as named in the answer's metadata, if there are several; `nil` while it
    ///   is not known.
    func parameterReport(on parameters: GenerationParameters, answeredBy name: String?) -> ParameterReport
}

extension ParameterReporting {
    /// Returns the names of the parameters that are dropped.
    package func ignored(
        _ options: GenerationOptions,
        _ context: ContextOptions = ContextOptions(),
        answeredBy name: String? = nil
    ) -> [String] {
        parameterReport(on: GenerationParameters(options, context), answeredBy: name).ignored.map(\.rawValue)
    }
}
