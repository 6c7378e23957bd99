public import LanguageModels
public import Phrasebook
public import StreamingJSON

/// The tools that are switched on, by name.
public struct ToolRegistry: Sendable {
    /// The tools, in the order in which they are listed.
    public let tools: [any AgentTool]

    /// Makes a registry; of two tools with one name the first counts.
    public init(_ tools: [any AgentTool]) {
        var names: Set<String> = []
        self.tools = tools.filter { names.insert($0.name).inserted }
    }

    /// The tools' names, in order.
    public var names: [String] { tools.map(\.name) }

    /// What a person may say that means one of the tools.
    public var phrases: [ToolPhrases] { tools.map(\.phrases) }

    /// The tool with this name, also when it is written in kebab case (`get-current-weather`) or snake case.
    public func tool(named name: String) -> (any AgentTool)? {
        let wanted = name.camelCased
        return tools.first { $0.name == name || $0.name == wanted }
    }

    /// Only the tools with these names.
    public func narrowed(to names: [String]) -> ToolRegistry {
        let wanted = Set(names.compactMap { tool(named: $0)?.name })
        return ToolRegistry(tools.filter { wanted.contains($0.name) })
    }

    /// Calls one tool as a model would, and gives its outcome whether it did well or not.
    ///
    /// - Parameters:
    ///   - arguments: The parameters by name, also in snake case (`updated_after`).
    ///   - metadata: `locale`, `time_zone`, `now` and `client` of the caller, for the tool.
    ///   - caller: In whose language a call that cannot be made is explained.
    /// - Throws: Only `CancellationError`; every failure is an outcome that explains itself.
    public func call(
        _ name: String,
        arguments: JSONValue,
        metadata: [String: GeneratedContent],
        for caller: Caller = Caller()
    ) async throws -> ToolOutcome {
        let tool = tool(named: name)
        let call = Transcript.ToolCall(
            id: "direct",
            toolName: tool?.name ?? name,
            arguments: GeneratedContent(
                jsonValue: tool.map { Self.renamed(arguments, for: $0.parameters) } ?? arguments
            )
        )
        return try await ToolInvocation(tools: tools, metadata: metadata, wordFault: { $0.text(for: caller) })
            .outcome(of: call)
    }

    /// The arguments with snake-case names turned into the parameters' own.
    private static func renamed(_ arguments: JSONValue, for schema: GenerationSchema) -> JSONValue {
        guard case .object(let members) = arguments else { return arguments }
        let known = Set(schema.jsonValue["properties"]?.objectValue?.keys ?? [])
        return .object(
            JSONObject(
                members.map { key, value in
                    let camel = key.camelCased
                    return (known.contains(key) || !known.contains(camel) ? key : camel, value)
                }
            )
        )
    }
}

extension String {
    /// `get-current-weather` and `get_current_weather` as `getCurrentWeather`.
    fileprivate var camelCased: String {
        let words = split { $0 == "-" || $0 == "_" }
        guard let first = words.first, words.count > 1 else { return self }
        return words.dropFirst().reduce(String(first)) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
