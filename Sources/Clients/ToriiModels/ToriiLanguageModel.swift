#if canImport(FoundationModels)
public import FoundationModels
#else
public import LanguageModels
#endif
public import ToriiClient

/// A Torii server as the model of a session: its models, tools and keys, with the tools of the session added.
///
/// ```swift
/// let session = LanguageModelSession(
///     model: ToriiLanguageModel(url: "https://torii.example", token: "…"),
///     tools: [FindPeople()],
///     instructions: "Answer in one sentence."
/// )
/// let answer = try await session.respond(to: "Who of my friends has a birthday in May?")
/// ```
///
/// The server runs the calls of its own tools within an answer. Calls of the session's tools are run by the session; a tool of the session
/// replaces one of the server that has the same name. A broken connection, also in the middle of an answer, is resumed.
@available(iOS 27.0, macOS 27.0, visionOS 27.0, *)
public struct ToriiLanguageModel: LanguageModel {
    /// The executor that sends the rounds.
    public typealias Executor = ToriiExecutor

    /// The server.
    public var service: ToriiService
    /// The name of the model; `nil` lets the server choose.
    public var model: String?
    /// The server's tools that the model may call; `nil` for all that the token allows, `[]` for none.
    public var serverTools: [String]?
    /// The answer to calls that wait for a person's approval; `nil` rejects them.
    public var approve: RunOptions.ApprovalHandler?

    /// Makes a model of a server.
    ///
    /// - Parameters:
    ///   - model: The name of one of the server's models; `nil` lets the server choose.
    ///   - serverTools: The server's tools that the model may call; `nil` for all that the token allows, `[]` for none.
    ///   - approve: Answers calls that wait for a person; `nil` rejects them.
    public init(
        _ service: ToriiService,
        model: String? = nil,
        serverTools: [String]? = nil,
        approve: RunOptions.ApprovalHandler? = nil
    ) {
        self.service = service
        self.model = model
        self.serverTools = serverTools
        self.approve = approve
    }

    /// Makes a model of the server at an address, with a fixed token.
    public init(url: String, token: String, model: String? = nil) {
        self.init(ToriiService(url: url, token: token), model: model)
    }

    /// Text, structured answers, calls of tools and reasoning, as far as the server's model is able to; images on Linux.
    public var capabilities: LanguageModelCapabilities {
        #if canImport(FoundationModels)
        LanguageModelCapabilities([.guidedGeneration, .toolCalling, .reasoning])
        #else
        LanguageModelCapabilities([.guidedGeneration, .toolCalling, .reasoning, .vision])
        #endif
    }

    /// The configuration that executors are made from.
    public var executorConfiguration: ToriiExecutor.Configuration {
        .init(url: service.requester.base, model: model, serverTools: serverTools)
    }
}
