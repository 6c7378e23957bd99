public import LanguageModels
public import StreamingJSON

/// A tool whose data may be on the caller's own device: its calls can be made there, and what comes back is worded here.
///
/// The client is sent the call as the model made it. It answers with data in the shape of ``clientOutput``, or with text where
/// ``acceptsClientText`` says so; whatever it is, the model only ever sees what ``text(ofClientOutput:arguments:for:)`` makes of it.
public protocol ClientCapableTool: AgentTool {
    /// Whether there is no server to ask, so that a client that offers to make such calls should be given them.
    ///
    /// Without such a client the tool answers all the same, as it does when its server fails.
    var runsOnClient: Bool { get }

    /// The JSON Schema of what the client is to send back: the least that the answer needs.
    var clientOutput: JSONValue { get }

    /// Whether the client may send text in the place of data.
    var acceptsClientText: Bool { get }

    /// Whether a client can be asked with these arguments; with others the call is made here, and says what is wrong with them.
    func canAskClient(with arguments: Arguments) -> Bool

    /// What the model is told of the client's answer; `nil` stands for a client that declined, failed, or did not answer in time.
    ///
    /// What is not in the declared shape counts as no answer; what is in it and was not asked for is dropped. The same answer always
    /// gives the same text.
    ///
    /// - Throws: ``ToolFailure`` where a call would.
    func text(ofClientOutput output: JSONValue?, arguments: Arguments, for caller: Caller) throws -> String
}

extension ClientCapableTool {
    /// False.
    public var acceptsClientText: Bool { false }

    /// As the protocol's requirement, of arguments that are still JSON.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` when the arguments are not the tool's; ``ToolFailure``.
    public func text(ofClientOutput output: JSONValue?, arguments json: JSONValue, for caller: Caller) throws -> String
    {
        try text(ofClientOutput: output, arguments: try Arguments(GeneratedContent(jsonValue: json)), for: caller)
    }
}
