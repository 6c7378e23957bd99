#if canImport(FoundationModels)
public import FoundationModels
#else
public import LanguageModels
#endif
import AgentWire
import StreamingJSON
import ToriiClient

/// The executor of a Torii server: it sends a round as a Responses request, and resumes the answer over any number of connections.
@available(iOS 27.0, macOS 27.0, visionOS 27.0, *)
public struct ToriiExecutor: LanguageModelExecutor {
    /// Identifies an executor's configuration.
    public struct Configuration: Hashable, Sendable {
        /// The address of the server.
        public var url: String
        /// The name of the model.
        public var model: String?
        /// The server's tools that the model may call.
        public var serverTools: [String]?
    }

    private let toolNames = ServerToolNames()

    /// Makes an executor.
    public init(configuration: Configuration) throws {}

    /// Sends a round and passes on the events of its answer.
    ///
    /// - Throws: `LanguageModelError` for a full context, a limit, a refusal, a filter or a deadline; `ToriiError` for other errors.
    public func respond(
        to request: LanguageModelExecutorGenerationRequest,
        model: ToriiLanguageModel,
        streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
        do {
            try await ResponseCall(request: request, model: model, toolNames: toolNames).stream(into: channel)
        } catch let error as ToriiError {
            throw error.forSession
        }
    }
}
