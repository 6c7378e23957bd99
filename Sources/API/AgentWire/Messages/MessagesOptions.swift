/// The options of a Messages request that only affect the form of the answer.
public struct MessagesOptions: Sendable, Equatable {
    /// The forms in which an answer shows the model's thinking.
    public enum Thinking: Sendable, Equatable {
        /// The answer has no thinking blocks.
        case hidden
        /// The blocks have a signature and no text.
        case omitted
        /// The blocks have their text and their signature.
        case shown
    }

    /// The model's name in the request, which the answer repeats; `nil` for the name of the called model.
    public var model: String?
    /// The form of the model's thinking.
    public var thinking = Thinking.hidden
    /// Whether the answer shows the server's tools, in `torii` members.
    public var showsTools = false
    /// Whether the value is sent only when it is complete, because the model's text is not the requested JSON.
    ///
    /// This is true for a schema whose value is not an object: models write another value as a member of an object.
    public var holdsValue = false
    /// The request's id, which an error in a stream repeats.
    public var requestID: String?

    /// Makes the default options.
    public init() {}
}
