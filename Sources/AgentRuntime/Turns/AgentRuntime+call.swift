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
        if !isConfirmed, let question = tools.question(before: name, arguments, for: context.caller) {
            return .needsConfirmation(question: question, context.caller)
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
