import AgentTools
import AgentWire
public import KeyVault
import LanguageModels
public import StreamingJSON

extension AgentRuntime {
    /// Calls one tool outside any conversation, unless it destroys or sends something and nobody has said that it may.
    ///
    /// Every failure of the tool is an outcome that explains itself.
    ///
    /// - Parameter isConfirmed: Whether a person has been asked and has agreed.
    /// - Throws: ``Problem`` when the client's limits have no room for the call; `StoreError` when those cannot be read;
    ///   `CancellationError`.
    public func call(
        tool name: String,
        arguments: JSONValue,
        isConfirmed: Bool,
        client: Client,
        locale: String?,
        timeZone: String?
    ) async throws -> DirectCallAnswer {
        let context = context(locale, timeZone, message: "", client: client.id)
        if !isConfirmed, let tool = tools.tool(named: name), tools.needsApproval(tool) {
            do {
                let question = try await counted(for: client) {
                    try await tools.question(before: name, arguments, for: context.caller)
                }
                if let question { return .needsConfirmation(question: question, context.caller) }
            } catch let failure as ToolFailure {
                return .made(WireToolCall(failure, of: tool.name, tools.renamed(arguments, for: tool)))
            }
        }
        let outcome = try await counted(for: client) {
            try await tools.call(
                name,
                arguments: arguments,
                metadata: context.metadata.mapValues(\.generatedContent),
                for: context.caller,
                owner: OutputOwner(client: client.id)
            )
        }
        measures?.toolEnded(outcome.call.toolName, isError: outcome.isError, after: outcome.duration)
        return .made(WireToolCall(outcome))
    }

    /// Makes sure that a request of the client's would not be refused whatever it asks for: before its body is read.
    ///
    /// Nothing is taken: the request is counted when it is made.
    ///
    /// - Throws: ``Problem`` when the client's rates or the server's memory have no room; `StoreError`.
    public func checkRoom(for client: Client) async throws {
        try runs.checkMemory()
        if let refusal = try await admission?.refusal(of: client) { throw Problem(refusal) }
    }

    /// As ``checkRoom(for:)``, for a request that begins a run.
    ///
    /// - Parameter idempotencyKey: The request's key. A request whose run is there already only reads that, and needs no room.
    public func checkRoomForRun(of client: Client, idempotencyKey: String?) async throws {
        do {
            try runs.checkMemory()
            if let idempotencyKey, try await runs.knows(idempotencyKey, of: client.id) { return }
            try runs.checkRoom(for: client.id)
            try await checkRoom(for: client)
        } catch let problem as Problem {
            measures?.refused(problem.kind)
            throw problem
        }
    }

    /// Does what is no turn, as one of the requests of a client's.
    ///
    /// - Throws: ``Problem`` when the client's limits or the server's memory have no room for it; `StoreError` when those cannot be
    ///   read; what `work` threw.
    public func counted<Result: Sendable>(
        for client: Client,
        _ work: () async throws -> Result
    ) async throws -> Result {
        try runs.checkMemory()
        let reservation = try await admission?.reserve(client, .none)
        defer { reservation?.settle([]) }
        return try await work()
    }
}

extension WireToolCall {
    /// A call that was not made because it would have failed.
    init(_ failure: ToolFailure, of tool: String, _ arguments: JSONValue) {
        self.init(
            id: "direct",
            name: tool,
            arguments: arguments,
            status: .failed,
            durationMilliseconds: 0,
            summary: failure.message,
            artifacts: []
        )
    }
}
