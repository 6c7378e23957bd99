/// The options of a chat completions request that only affect the form of the answer.
public struct ChatCompletionOptions: Sendable, Equatable {
    /// The model's name in the request, which every chunk repeats; `nil` for the name of the called model.
    public var model: String?
    /// Whether the stream ends with a chunk that counts tokens.
    public var includesUsage = false
    /// Whether the answer shows the server's tools, in `torii` members.
    public var showsTools = false
    /// Whether the answer contains the model's reasoning, in `reasoning_content`.
    public var showsReasoning = false
    /// Whether the value is sent only when it is complete, because the model's text is not the requested JSON.
    ///
    /// This is true for a schema whose value is not an object: models write another value as a member of an object.
    public var holdsValue = false

    /// Makes the default options.
    public init() {}
}
