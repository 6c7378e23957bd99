import LanguageModels
import StreamingJSON
import Transport

/// Fits the tools of a round to a provider: lowers their schemas, and leaves out the tools that it would refuse.
///
/// One tool would otherwise stop the turn, because a provider refuses the whole request for it.
struct ToolFitting {
    let rules: ToolRules
    /// The address of the interface.
    let baseURL: String
    /// The model's name.
    let model: String
    let memory: RemedyMemory

    private var place: RemedyMemory.Place { RemedyMemory.Place(baseURL: baseURL, model: model) }

    /// Returns a round with the names on the wire and the tools that the provider accepts, and the mapping of the names.
    func fit(
        _ request: LanguageModelExecutorGenerationRequest
    ) -> (round: LanguageModelExecutorGenerationRequest, names: ToolNameMap) {
        if let kept = keptFit(of: request) { return kept }
        let names = ToolNameMap(request, rule: rules.names)
        return (fit(names.wireForm(of: request), names: names), names)
    }

    /// Returns the same as ``fit(_:)`` by what is kept with the round's set of tools; `nil` if the set is not accepted as a whole, or the
    /// round has further names that matter.
    private func keptFit(
        of request: LanguageModelExecutorGenerationRequest
    ) -> (round: LanguageModelExecutorGenerationRequest, names: ToolNameMap)? {
        guard let set = request.toolSet else { return nil }
        let tools = set.form(FittedTools.init).tools(by: rules)
        guard let fitted = tools.set, !memory.refusesTools(at: place),
            tools.names.covers(request.transcript, besides: set, rule: rules.names)
        else { return nil }
        var round = request
        // Their names on the wire are kept.
        round.enabledToolDefinitions = []
        round = tools.names.wireForm(of: round)
        round.toolSet = fitted
        return (round, tools.names)
    }

    /// Returns the round with the tools that the provider accepts.
    ///
    /// A tool that the caller demands is kept, because without it the request would not mean the same.
    ///
    /// - Parameters:
    ///   - request: The round, with the names on the wire.
    ///   - names: The tools' names in the session.
    func fit(
        _ request: LanguageModelExecutorGenerationRequest,
        names: ToolNameMap
    ) -> LanguageModelExecutorGenerationRequest {
        guard !request.enabledToolDefinitions.isEmpty else { return request }
        let place = self.place
        var excluded: [(tool: String, reason: ExcludedTool.Reason)] = []
        var offeredCount = 0
        var request = request
        for index in request.enabledToolDefinitions.indices {
            let tool = request.enabledToolDefinitions[index]
            switch ToolSchemaLowering.fit(tool.parameters, propertyNames: rules.propertyNames) {
            case .same: break
            case .lowered(let schema): request.enabledToolDefinitions[index].parameters = schema
            case .impossible:
                excluded.append((tool.name, .schema))
                continue
            }
            if memory.refuses(tool.name, request.enabledToolDefinitions[index].parameters.jsonValue, at: place) {
                excluded.append((tool.name, .refused))
            } else if offeredCount == rules.mostTools {
                excluded.append((tool.name, .tooMany))
            } else {
                offeredCount += 1
            }
        }
        guard let smaller = request.leavingOut(Set(excluded.map(\.tool))) else { return request }
        for (tool, reason) in excluded { report(tool, reason, names) }
        return smaller
    }

    /// Records that a tool is left out.
    func report(_ tool: String, _ reason: ExcludedTool.Reason, _ names: ToolNameMap) {
        memory.report(
            ExcludedTool(
                host: HTTPRequest.host(of: baseURL),
                model: model,
                tool: names.name(ofWire: tool),
                reason: reason
            )
        )
    }
}
