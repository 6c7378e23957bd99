public import LanguageModels
public import ToolPhrases
public import StreamingJSON
public import ToolRecords

/// The enabled tools by name, with the state that they share: the cache of results, and the kept outputs.
public struct ToolRegistry: Sendable {
    /// The tools in the order of lists; ``ReadOn`` is the last one if there are any.
    public let tools: [any AgentTool]

    private let cache: ToolResultCache
    private let keeper: OutputKeeper
    /// The names of the tools for whose calls the operator requires approval.
    let approvals: Set<String>
    /// The schemas by the tools' names; also of tools that this registry does not have.
    private let schemas: [String: KeptToolSchema]
    /// The tools that messages select, of this registry or of one that it was narrowed from.
    let selection: ToolSelection
    private let kept = KeptToolSets()

    /// Makes a registry; of several tools with one name, the first counts.
    ///
    /// - Parameters:
    ///   - approvals: The names of further tools whose calls wait for a person's approval, besides destructive ones.
    ///   - now: Reads the clock by which outputs age.
    public init(
        _ tools: [any AgentTool],
        approvals: Set<String> = [],
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.init(tools, approvals, ToolResultCache(now: now), OutputKeeper(now: now), [:], ToolSelection(tools))
    }

    private init(
        _ tools: [any AgentTool],
        _ approvals: Set<String>,
        _ cache: ToolResultCache,
        _ keeper: OutputKeeper,
        _ knownSchemas: [String: KeptToolSchema],
        _ selection: ToolSelection
    ) {
        self.selection = selection
        self.approvals = approvals
        var names: Set<String> = []
        let reader: [any AgentTool] = tools.isEmpty ? [] : [ReadOn(keeper: keeper)]
        self.tools = (tools.filter { $0.name != ReadOn.toolName } + reader).filter { names.insert($0.name).inserted }
        self.cache = cache
        self.keeper = keeper
        schemas = self.tools.reduce(into: knownSchemas) { schemas, tool in
            if schemas[tool.name] == nil { schemas[tool.name] = KeptToolSchema(of: tool) }
        }
    }

    /// The tools' names, in order.
    public var names: [String] { tools.map(\.name) }

    /// The definitions of the tools, which are made on first use and then kept with what providers make of them.
    package var toolSet: ToolSet { kept.set(of: tools) }

    /// The phrases of all tools.
    public var phrases: [ToolPhrases] { tools.map(\.phrases) }

    /// Returns the tool with a name, also in kebab case (`get-current-weather`) or snake case.
    public func tool(named name: String) -> (any AgentTool)? {
        if let tool = tools.first(where: { $0.name == name }) { return tool }
        let wanted = name.camelCased
        return wanted == name ? nil : tools.first { $0.name == wanted }
    }

    /// Returns a registry of the tools with these names, and of ``ReadOn`` if there are any.
    public func narrowed(to names: [String]) -> ToolRegistry {
        let wanted = Set(names.compactMap { tool(named: $0)?.name })
        // Not kept, because a request chooses the names.
        return subset(tools.map { wanted.contains($0.name) }, isKept: false)
    }

    /// Returns a registry of the tools with wanted names, and of ``ReadOn`` if there are any.
    public func narrowed(to isWanted: (String) -> Bool) -> ToolRegistry {
        narrowed { (tool: any AgentTool) in isWanted(tool.name) }
    }

    /// Returns a registry of the wanted tools, and of ``ReadOn`` if there are any.
    ///
    /// The last ones are kept, so that turns with the same tools share one ``toolSet``.
    public func narrowed(to isWanted: (any AgentTool) -> Bool) -> ToolRegistry {
        subset(tools.map(isWanted), isKept: true)
    }

    private func subset(_ wanted: [Bool], isKept: Bool) -> ToolRegistry {
        // Most clients may call all tools.
        if zip(tools, wanted).allSatisfy({ $0.1 || $0.0.name == ReadOn.toolName }) { return self }
        func make() -> ToolRegistry {
            let some = zip(tools, wanted).filter { $0.1 }.map { $0.0 }
            return ToolRegistry(some, approvals, cache, keeper, schemas, selection)
        }
        return isKept ? kept.subset(wanted, make) : make()
    }

    /// Returns a registry with further tools, which shares this one's cache and kept outputs; a name that it has already counts.
    public func adding(_ others: [any AgentTool]) -> ToolRegistry {
        let schemas = Dictionary(others.map { ($0.name, KeptToolSchema(of: $0)) }) { first, _ in first }
        return adding(others, [schemas])
    }

    /// Returns a registry with further tools, which shares this one's cache and kept outputs.
    ///
    /// - Parameter kept: The schemas of the further tools.
    func adding(_ others: [any AgentTool], _ kept: some Sequence<[String: KeptToolSchema]>) -> ToolRegistry {
        if others.isEmpty { return self }
        let all = kept.reduce(into: schemas) { all, some in all.merge(some) { own, _ in own } }
        return ToolRegistry(tools + others, approvals, cache, keeper, all, ToolSelection(tools + others))
    }

    /// Returns a tool for one owner, with its output budget and cache policy enforced.
    ///
    /// - Parameters:
    ///   - user: The facts about the owner's user; `nil` for an owner without one.
    ///   - refusal: Returns the failure of a call that may not be made now, because the owner's permission has ended; `nil` if it may be
    ///     made.
    public func served<Base: AgentTool>(
        _ tool: Base,
        for owner: OutputOwner,
        user: CallerUser? = nil,
        refusal: @escaping @Sendable (Caller) -> ToolFailure? = { _ in nil }
    ) -> any AgentTool {
        ServedTool(base: tool, owner: owner, user: user, cache: cache, keeper: keeper, refusal: refusal)
    }

    /// Returns the same tools, with approval also required for calls of the tools with these names, also of tools that are added later.
    public func requiringApproval(of names: [String]) -> ToolRegistry {
        ToolRegistry(
            tools,
            approvals.union(names.flatMap { [tool(named: $0)?.name ?? $0, $0.camelCased] }),
            cache,
            keeper,
            schemas,
            selection
        )
    }

    /// Returns the arguments of a call with snake-case names replaced by the parameters' names, as
    /// ``call(_:arguments:metadata:for:owner:)`` reads them.
    public func renamed(_ arguments: JSONValue, for tool: any AgentTool) -> JSONValue {
        schemas[tool.name]?.schema.renamed(arguments) ?? arguments
    }

    /// Returns the schema of a tool's arguments; `nil` if there is no such tool.
    public func schema(of tool: any AgentTool) -> ToolSchema? { schemas[tool.name]?.schema }

    /// Returns the kept outputs of an owner, from all its conversations, newest first.
    public func keptOutputs(of owner: Owner) -> [KeptOutput] { keeper.outputs(of: owner) }

    /// Returns a kept output of an owner; `nil` if there is none with this id.
    public func keptOutput(_ id: String, of owner: Owner) -> KeptOutput? { keeper.output(id, of: owner) }

    /// Removes the kept outputs of some owners, and the results of their own calls.
    public func forgetOutputs(where isGone: (Owner) -> Bool) {
        keeper.forget(where: isGone)
        cache.forget(where: isGone)
    }

    /// Removes outputs and results whose time is over; a timer calls it.
    public func forgetExpiredOutputs() {
        keeper.forgetExpired()
        cache.forgetExpired()
    }

    /// Calls one tool as a model would, and returns its outcome, also if it failed.
    ///
    /// - Parameters:
    ///   - arguments: The arguments by parameter name, also in snake case (`updated_after`).
    ///   - metadata: The caller's `locale`, `time_zone`, `now` and `client`, for the tool.
    ///   - caller: The caller, whose language is used to explain a call that cannot be made, and whose user the tool is called for.
    ///   - owner: The owner of the kept output, if the output is cut.
    /// - Throws: Only `CancellationError`; every failure is an outcome with an explanation.
    public func call(
        _ name: String,
        arguments: JSONValue,
        metadata: [String: GeneratedContent],
        for caller: Caller = Caller(),
        owner: OutputOwner = .nobody
    ) async throws -> ToolOutcome {
        let (call, invocation) = invocation(of: name, arguments, metadata, caller, owner)
        return try await invocation.outcome(of: call)
    }

    /// Calls one tool as ``call(_:arguments:metadata:for:owner:)`` does, and reports the events of the call.
    ///
    /// - Parameter onEvent: Receives the call's start, its progress, and its end.
    /// - Throws: `CancellationError`; the errors of `onEvent`.
    public func call(
        _ name: String,
        arguments: JSONValue,
        metadata: [String: GeneratedContent],
        for caller: Caller,
        owner: OutputOwner,
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> ToolOutcome {
        let (call, invocation) = invocation(of: name, arguments, metadata, caller, owner)
        return try await invocation.outcome(of: call, onEvent: onEvent)
    }

    /// Returns the outcome of a call that is not made because it would fail.
    public func outcome(of name: String, arguments: JSONValue, failing failure: ToolFailure) -> ToolOutcome {
        let call = directCall(of: name, arguments)
        return ToolOutcome(
            call: call,
            output: .init(id: call.id, toolName: call.toolName, segments: [.text(.init(content: failure.message))]),
            isError: true,
            artifacts: [],
            duration: .zero
        )
    }

    private func invocation(
        of name: String,
        _ arguments: JSONValue,
        _ metadata: [String: GeneratedContent],
        _ caller: Caller,
        _ owner: OutputOwner
    ) -> (Transcript.ToolCall, ToolInvocation) {
        let call = directCall(of: name, arguments)
        // The other tools are included for their names, which the error about an unknown tool lists.
        let callable = tools.map { tool -> any AgentTool in
            tool.name == call.toolName ? served(tool, for: owner, user: caller.user) : tool
        }
        return (call, ToolInvocation(tools: callable, metadata: metadata, faultText: { $0.text(for: caller) }))
    }

    private func directCall(of name: String, _ arguments: JSONValue) -> Transcript.ToolCall {
        let tool = tool(named: name)
        return Transcript.ToolCall(
            id: "direct",
            toolName: tool?.name ?? name,
            arguments: GeneratedContent(jsonValue: tool.map { renamed(arguments, for: $0) } ?? arguments)
        )
    }
}

extension String {
    /// The name in camel case: `get-current-weather` and `get_current_weather` become `getCurrentWeather`.
    var camelCased: String {
        let words = split { $0 == "-" || $0 == "_" }
        guard let first = words.first, words.count > 1 else { return self }
        return words.dropFirst().reduce(String(first)) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
