/// The options of a chat completions request that change its answer's form and nothing else.
public struct ChatCompletionOptions: Sendable, Equatable {
    /// The model as the client named it, which every chunk repeats; `nil` for the one that is asked.
    public var model: String?
    /// Whether the stream ends with a chunk that counts tokens.
    public var includesUsage = false
    /// Whether the server's tools are shown, in `torii` members.
    public var showsTools = false
    /// Whether the answer has the model's thoughts, in `reasoning_content`.
    public var showsReasoning = false
    /// Whether the model's text is not the JSON that the client wants, so that the answer is sent when its value is whole.
    ///
    /// It is so for a schema that is not one of an object: models write a value of another kind as a member of an object.
    public var holdsValue = false

    /// Makes the options of a request that asks for nothing more.
    public init() {}
}
