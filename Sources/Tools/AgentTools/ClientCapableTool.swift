public import LanguageModels
public import StreamingJSON

/// A tool whose data may be on the caller's device: a client can make its calls, and the tool turns the client's answer into text.
///
/// The client receives the call as the model made it. It answers with data in the shape of ``clientOutput``, or with text if
/// ``acceptsClientText`` is true. The model receives only the text of ``text(ofClientOutput:arguments:for:)``.
public protocol ClientCapableTool: AgentTool {
    /// Whether no server is configured, so that a client that offers to make such calls should receive them.
    ///
    /// Without such a client the tool answers in the same way as it does when its server fails.
    var runsOnClient: Bool { get }

    /// Whether a caller's client should receive the calls that it offers to make; by default as for all callers.
    func runsOnClient(for caller: Caller) -> Bool

    /// The JSON Schema of the client's answer, limited to the data that the tool needs.
    var clientOutput: JSONValue { get }

    /// Whether the client may send text instead of data.
    var acceptsClientText: Bool { get }

    /// Whether a client can make a call with these arguments; otherwise the server makes the call, which explains what is wrong.
    func canAskClient(with arguments: Arguments) -> Bool

    /// Returns the text for the model; `nil` means a client that declined, failed or did not answer in time.
    ///
    /// An answer of another shape counts as no answer, and data that was not requested is dropped. Equal answers result in equal texts.
    ///
    /// - Throws: ``ToolFailure`` as a call does.
    func text(ofClientOutput output: JSONValue?, arguments: Arguments, for caller: Caller) throws -> String
}

extension ClientCapableTool {
    /// The same for all callers.
    public func runsOnClient(for caller: Caller) -> Bool { runsOnClient }

    /// False.
    public var acceptsClientText: Bool { false }

    /// Does the same for arguments that are still JSON.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` if the arguments do not fit the tool; ``ToolFailure``.
    public func text(ofClientOutput output: JSONValue?, arguments json: JSONValue, for caller: Caller) throws -> String
    {
        try text(ofClientOutput: output, arguments: try Arguments(GeneratedContent(jsonValue: json)), for: caller)
    }
}
