public import LanguageModels
public import Phrasebook
public import StreamingJSON

/// The tools that are switched on, by name, and what they share: the outputs that may be given again, and those that were cut.
public struct ToolRegistry: Sendable {
    /// The tools, in the order in which they are listed; where there are any, ``ReadOn`` is the last.
    public let tools: [any AgentTool]

    private let cache: ToolResultCache
    private let keeper: OutputKeeper
    private let approvals: Set<String>

    /// Makes a registry; of two tools with one name the first counts.
    ///
    /// - Parameters:
    ///   - approvals: The names of tools whose calls wait for a person's approval, besides those that destroy or send something.
    ///   - now: Reads the clock by which outputs grow old.
    public init(
        _ tools: [any AgentTool],
        approvals: Set<String> = [],
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.init(tools, approvals, ToolResultCache(now: now), OutputKeeper(now: now))
    }

    private init(
        _ tools: [any AgentTool],
        _ approvals: Set<String>,
        _ cache: ToolResultCache,
        _ keeper: OutputKeeper
    ) {
        self.approvals = approvals
        var names: Set<String> = []
        let reader: [any AgentTool] = tools.isEmpty ? [] : [ReadOn(keeper: keeper)]
        self.tools = (tools.filter { $0.name != ReadOn.toolName } + reader).filter { names.insert($0.name).inserted }
        self.cache = cache
        self.keeper = keeper
    }

    /// The tools' names, in order.
    public var names: [String] { tools.map(\.name) }

    /// What a person may say that means one of the tools.
    public var phrases: [ToolPhrases] { tools.map(\.phrases) }

    /// The tool with this name, also when it is written in kebab case (`get-current-weather`) or snake case.
    public func tool(named name: String) -> (any AgentTool)? {
        if let tool = tools.first(where: { $0.name == name }) { return tool }
        let wanted = name.camelCased
        return wanted == name ? nil : tools.first { $0.name == wanted }
    }

    /// Only the tools with these names, and where there are any, ``ReadOn``.
    public func narrowed(to names: [String]) -> ToolRegistry {
        let wanted = Set(names.compactMap { tool(named: $0)?.name })
        return narrowed { wanted.contains($0) }
    }

    /// Only the tools whose names are wanted, and where there are any, ``ReadOn``.
    public func narrowed(to isWanted: (String) -> Bool) -> ToolRegistry {
        // Most clients may call all there are.
        if tools.allSatisfy({ isWanted($0.name) || $0.name == ReadOn.toolName }) { return self }
        return ToolRegistry(tools.filter { isWanted($0.name) }, approvals, cache, keeper)
    }

    /// A tool as it is called for somebody: within its output budget, and by its cache policy.
    public func served<Base: AgentTool>(_ tool: Base, for owner: OutputOwner) -> any AgentTool {
        ServedTool(base: tool, owner: owner, cache: cache, keeper: keeper)
    }

    /// The same tools, with approval asked for before calls of those with these names too.
    public func requiringApproval(of names: [String]) -> ToolRegistry {
        ToolRegistry(tools, approvals.union(names.compactMap { tool(named: $0)?.name }), cache, keeper)
    }

    /// Whether calls of a tool wait for a person's approval: because of what it does, or because the operator wants it.
    public func needsApproval(_ tool: any AgentTool) -> Bool { tool.isDestructive || approvals.contains(tool.name) }

    /// What a person is to be asked before a call of a tool that needs approval; `nil` for every other tool, and for a call that could
    /// not be made.
    ///
    /// - Throws: ``ToolFailure`` when the call would fail; `CancellationError`.
    public func question(
        before name: String,
        _ arguments: JSONValue,
        for caller: Caller
    ) async throws -> String? {
        guard let tool = tool(named: name), needsApproval(tool) else { return nil }
        return try await Self.question(of: tool, Self.renamed(arguments, for: tool.parameters), caller)
    }

    private static func question<T: AgentTool>(
        of tool: T,
        _ arguments: JSONValue,
        _ caller: Caller
    ) async throws -> String? {
        guard let arguments = try? T.Arguments(GeneratedContent(jsonValue: arguments)) else { return nil }
        return try await tool.examine(arguments, caller: caller)
    }

    /// The arguments of a call with names in snake case turned into the parameters' own, as ``call(_:arguments:metadata:for:owner:)``
    /// reads them.
    public func renamed(_ arguments: JSONValue, for tool: any AgentTool) -> JSONValue {
        Self.renamed(arguments, for: tool.parameters)
    }

    /// Forgets the outputs that are kept for a client to be read on.
    public func forgetOutputs(of client: String) { keeper.forget(client: client) }

    /// Calls one tool as a model would, and gives its outcome whether it did well or not.
    ///
    /// - Parameters:
    ///   - arguments: The parameters by name, also in snake case (`updated_after`).
    ///   - metadata: `locale`, `time_zone`, `now` and `client` of the caller, for the tool.
    ///   - caller: In whose language a call that cannot be made is explained.
    ///   - owner: For whom the rest of an output that is cut is kept.
    /// - Throws: Only `CancellationError`; every failure is an outcome that explains itself.
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

    /// Calls one tool as ``call(_:arguments:metadata:for:owner:)`` does, and tells the call's steps as they happen.
    ///
    /// - Parameter onEvent: Gets the call's beginning, its progress, and its end.
    /// - Throws: `CancellationError`; what `onEvent` throws.
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

    /// The outcome of a call that is not made because it would fail.
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
        // The others are there for their names only, which a model that calls what does not exist is told.
        let callable = tools.map { $0.name == call.toolName ? served($0, for: owner) : $0 }
        return (call, ToolInvocation(tools: callable, metadata: metadata, faultText: { $0.text(for: caller) }))
    }

    private func directCall(of name: String, _ arguments: JSONValue) -> Transcript.ToolCall {
        let tool = tool(named: name)
        return Transcript.ToolCall(
            id: "direct",
            toolName: tool?.name ?? name,
            arguments: GeneratedContent(
                jsonValue: tool.map { Self.renamed(arguments, for: $0.parameters) } ?? arguments
            )
        )
    }

    /// The parameter that a name means, also in snake case; `nil` when there is none.
    public static func parameter(_ name: String, isKnown: (String) -> Bool) -> String? {
        if isKnown(name) { return name }
        let camel = name.camelCased
        return isKnown(camel) ? camel : nil
    }

    /// The arguments with snake-case names turned into the parameters' own.
    private static func renamed(_ arguments: JSONValue, for schema: GenerationSchema) -> JSONValue {
        guard case .object(let members) = arguments else { return arguments }
        let known = Set(schema.jsonValue["properties"]?.objectValue?.keys ?? [])
        return .object(
            JSONObject(
                members.map { key, value in (parameter(key) { known.contains($0) } ?? key, value) }
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
