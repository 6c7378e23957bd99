import LanguageModels

extension ToolNameMap {
    /// Maps all tools of a round: those that may be called and those of earlier calls.
    init(_ request: LanguageModelExecutorGenerationRequest, rule: ToolNameRule) {
        var names = request.enabledToolDefinitions.map(\.name)
        for entry in request.transcript {
            switch entry {
            case .instructions(let instructions): names += instructions.toolDefinitions.map(\.name)
            case .toolCalls(let calls): names += calls.map(\.toolName)
            case .toolOutput(let output): names.append(output.toolName)
            case .prompt, .reasoning, .response: break
            }
        }
        self.init(names, rule: rule)
    }

    /// Whether the mapping is also that of a transcript's names, besides those of the set that it was made for.
    ///
    /// A further name changes no substitute, unless it is refused itself or is one of the substitutes.
    func covers(_ transcript: Transcript, besides set: ToolSet, rule: ToolNameRule) -> Bool {
        func isCovered(_ name: String) -> Bool { rule.accepts(name) ? isFree(name) : hasSubstitute(for: name) }
        return transcript.allSatisfy { entry in
            switch entry {
            case .instructions(let instructions):
                set.isUnchanged(in: instructions.toolDefinitions)
                    || instructions.toolDefinitions.allSatisfy { isCovered($0.name) }
            case .toolCalls(let calls): calls.allSatisfy { isCovered($0.toolName) }
            case .toolOutput(let output): isCovered(output.toolName)
            case .prompt, .reasoning, .response: true
            }
        }
    }

    /// Returns the round with the names to send.
    func wireForm(of request: LanguageModelExecutorGenerationRequest) -> LanguageModelExecutorGenerationRequest {
        guard !isIdentity else { return request }
        var request = request
        request.enabledToolDefinitions = request.enabledToolDefinitions.map(wireForm)
        switch request.generationOptions.details.tools {
        case nil: break
        case .one(let name): request.generationOptions.details.tools = .one(wireName(of: name))
        case .among(let names): request.generationOptions.details.tools = .among(names.map(wireName))
        }
        for index in request.transcript.indices {
            switch request.transcript[index] {
            case .instructions(var instructions):
                instructions.toolDefinitions = instructions.toolDefinitions.map(wireForm)
                request.transcript[index] = .instructions(instructions)
            case .toolCalls(let calls):
                let renamed = calls.map { call in
                    var call = call
                    call.toolName = wireName(of: call.toolName)
                    return call
                }
                request.transcript[index] = .toolCalls(.init(id: calls.id, renamed))
            case .toolOutput(var output):
                output.toolName = wireName(of: output.toolName)
                request.transcript[index] = .toolOutput(output)
            case .prompt, .reasoning, .response: break
            }
        }
        return request
    }

    /// Returns a definition in which the description mentions the session's name of the tool, because instructions and outputs may mention
    /// it.
    func wireForm(of definition: Transcript.ToolDefinition) -> Transcript.ToolDefinition {
        let name = wireName(of: definition.name)
        guard name != definition.name else { return definition }
        var definition = definition
        definition.description =
            definition.description.isEmpty ? definition.name : "\(definition.name): \(definition.description)"
        definition.name = name
        return definition
    }
}
