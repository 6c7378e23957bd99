import FoundationEssentials

/// A runner of one round's calls: it runs them in parallel and returns their outcomes in the order of the calls.
struct ToolRunner: Sendable {
    let tools: [any Tool]
    let configuration: LanguageModelSession.Configuration
    let metadata: [String: GeneratedContent]
    /// The names of the tools that may be run; `nil` for all tools.
    var callable: Set<String>?
    /// The ids of calls beyond the turn's limit, which are not made.
    var surplus: Set<String> = []

    /// Returns the way in which a call gets its output; a call that cannot be made is answered at once.
    func execution(of call: Transcript.ToolCall) -> ToolExecution {
        guard let tool = tool(named: call.toolName) as? any SuspendingTool else { return .immediate }
        // External even if the arguments are invalid, because the call has been emitted.
        if streams(tool) { return .external }
        return Self.execution(of: call, by: tool)
    }

    private static func execution<T: SuspendingTool>(of call: Transcript.ToolCall, by tool: T) -> ToolExecution {
        guard let arguments = try? T.Arguments(call.arguments) else { return .immediate }
        return tool.execution(for: arguments)
    }

    /// The names of the tools whose calls are emitted while the model writes them: those whose every call runs
    /// elsewhere.
    var streamedNames: Set<String> {
        Set(tools.lazy.filter(streams).map(\.name).filter { tool(named: $0).map(streams) ?? false })
    }

    private func streams(_ tool: any Tool) -> Bool { (tool as? ExternalTool)?.streamsCalls ?? false }

    private func tool(named name: String) -> (any Tool)? {
        tools.first { $0.name == name && callable?.contains(name) ?? true }
    }

    private var callableNames: [String] {
        tools.map(\.name).filter { callable?.contains($0) ?? true }
    }

    /// Runs the calls and passes on the events of all of them as they happen.
    func run(
        _ calls: [Transcript.ToolCall],
        onEvent: (SessionEvent) async throws -> Void
    ) async throws -> [ToolOutcome] {
        guard !calls.isEmpty else { return [] }
        let steps = ToolSteps()
        return try await withThrowingTaskGroup(of: [ToolOutcome].self) { group in
            group.addTask {
                defer { steps.finish() }
                return try await outcomes(of: calls, steps: steps)
            }
            try await steps.forEach(onEvent)
            return try await group.next() ?? []
        }
    }

    private func outcomes(
        of calls: [Transcript.ToolCall],
        steps: ToolSteps
    ) async throws -> [ToolOutcome] {
        func outcome(at index: Int) async throws -> ToolOutcome {
            let call = calls[index]
            let outcome = try await self.outcome(of: call) { steps.report($0, $1, of: call, at: index) }
            steps.end(outcome, at: index)
            return outcome
        }
        for (index, call) in calls.enumerated() { steps.begin(call, at: index) }
        // One call, the usual number, needs no task.
        if calls.count == 1 { return [try await outcome(at: 0)] }
        return try await withThrowingTaskGroup(of: (Int, ToolOutcome).self) { group in
            for index in calls.indices {
                group.addTask { (index, try await outcome(at: index)) }
            }
            var outcomes: [(Int, ToolOutcome)] = []
            for try await outcome in group { outcomes.append(outcome) }
            return outcomes.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    func outcome(
        of call: Transcript.ToolCall,
        onProgress: @escaping @Sendable (Double?, String?) -> Void = { _, _ in }
    ) async throws -> ToolOutcome {
        let artifacts = ToolArtifacts()
        let context = ToolCallContext(
            callID: call.id,
            toolName: call.toolName,
            metadata: metadata,
            onArtifact: { artifacts.add($0) },
            onProgress: onProgress
        )
        let clock = ContinuousClock()
        let start = clock.now
        let result = try await ToolCallContext.$current.withValue(context) { try await answer(call) }
        return ToolOutcome(
            call: call,
            output: .init(id: call.id, toolName: call.toolName, segments: result.segments),
            isError: result.isError,
            artifacts: artifacts.end(),
            duration: clock.now - start
        )
    }

    private func answer(_ call: Transcript.ToolCall) async throws -> (segments: [Transcript.Segment], isError: Bool) {
        guard let tool = tool(named: call.toolName) else {
            return fault(.unknownTool(name: call.toolName, known: callableNames))
        }
        if let limit = configuration.maximumToolCalls, surplus.contains(call.id) {
            return fault(.tooManyCalls(limit: limit))
        }
        do {
            let deadline = (tool as? any DeadlineTool)?.deadline ?? configuration.toolDeadline
            return (try await run(tool, with: call.arguments, deadline: deadline), false)
        } catch let failure as ToolFailure {
            return ([.text(.init(content: failure.message))], true)
        } catch let error as ArgumentsDoNotFit {
            return fault(.argumentsDoNotFit(tool: call.toolName, detail: error.error.debugDescription))
        } catch let error as MissedDeadline {
            return fault(.missedDeadline(tool: call.toolName, error.deadline))
        } catch {
            // Cancelled from outside: the turn is over, so no text for the model is needed.
            try Task.checkCancellation()
            switch configuration.toolErrorPolicy {
            case .throwToCaller: throw LanguageModelSession.ToolCallError(tool: tool, underlyingError: error)
            case .explainToModel: return fault(.failedInside(tool: call.toolName))
            }
        }
    }

    private func fault(_ fault: ToolFault) -> (segments: [Transcript.Segment], isError: Bool) {
        ([.text(.init(content: configuration.toolFaultText(fault)))], true)
    }
}

// MARK: - One call

extension ToolRunner {
    private func run(
        _ tool: some Tool,
        with arguments: GeneratedContent,
        deadline: Duration?
    ) async throws -> [Transcript.Segment] {
        guard let deadline else { return try await output(tool, arguments) }
        return try await withDeadline(deadline) { try await output(tool, arguments) }
    }

    private func output<T: Tool>(_ tool: T, _ arguments: GeneratedContent) async throws -> [Transcript.Segment] {
        let read: T.Arguments
        do {
            read = try T.Arguments(arguments)
        } catch let error as GeneratedContent.ParsingError {
            throw ArgumentsDoNotFit(error: error)
        }
        let output = try await tool.call(arguments: read)
        if let structured = output as? any ConvertibleToGeneratedContent, !(output is String) {
            let name = String(describing: T.Output.self)
            return [.structure(.init(schemaName: name, content: structured.generatedContent))]
        }
        return try await output.promptRepresentation.content.loadedSegments(configuration.imageLimits)
    }
}

/// The error for arguments of a model that do not fit the tool.
struct ArgumentsDoNotFit: Error {
    let error: GeneratedContent.ParsingError
}
