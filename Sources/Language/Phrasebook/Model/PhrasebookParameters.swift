package import LanguageModels

/// The treatment of parameters by the built-in model, which does not sample tokens.
struct PhrasebookParameters: ParameterTable {
    func treatment(
        of parameter: GenerationParameter,
        in parameters: GenerationParameters
    ) -> ParameterTreatment {
        switch parameter {
        // The whole answer is computed before its first word is sent, so it can be cut.
        case .stop: .emulated
        case .toolChoice: .emulated
        case .parallelToolCalls: parameters.allowsParallelCalls == false ? .emulated : .mapped
        case .reasoningEffort: parameters.reasoningLevel == .custom("none") ? .mapped : .ignored
        case .maximumOutputTokens, .temperature, .topP, .topK, .seed, .presencePenalty, .frequencyPenalty: .ignored
        }
    }
}

extension PhrasebookLanguageModel: ParameterReporting {
    /// Returns the treatment of the parameters.
    package func parameterReport(on parameters: GenerationParameters, answeredBy name: String?) -> ParameterReport {
        PhrasebookParameters().report(on: parameters)
    }
}

extension String {
    /// Returns the text up to the first of these sequences.
    func cut(before sequences: [String]) -> String {
        var end = utf8.endIndex
        for sequence in sequences where !sequence.isEmpty {
            var rest = utf8[..<end]
            while let start = rest.firstIndex(of: sequence.utf8[sequence.startIndex]) {
                rest = rest[start...]
                if rest.starts(with: sequence.utf8) {
                    end = start
                    break
                }
                rest = rest.dropFirst()
            }
        }
        return String(self[..<end])
    }
}
