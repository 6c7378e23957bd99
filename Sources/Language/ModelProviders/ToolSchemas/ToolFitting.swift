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
        let place = RemedyMemory.Place(baseURL: baseURL, model: model)
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
