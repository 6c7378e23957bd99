public import StreamingJSON

/// An item of a run: a message, reasoning or a call.
public struct RunItem: Sendable, Equatable {
    /// The kinds of items.
    public enum Content: Sendable, Equatable {
        /// A message to the user.
        case message
        /// The JSON text of an answer with a schema.
        case value
        /// The model's reasoning before an answer.
        case reasoning
        /// A call that the model requests.
        case toolCall(ToolCall)
    }

    /// A call that the model requests.
    public struct ToolCall: Sendable, Equatable {
        /// The places where a tool runs.
        public enum Site: String, Sendable, CaseIterable {
            /// The server runs the tool.
            case server
            /// The client runs the tool, as an action requests.
            case client
        }

        /// The call's id, which its output refers to.
        public var id: String
        /// The tool.
        public var name: String
        /// The place where the tool runs.
        public var site: Site
        /// The complete arguments; `nil` if they are streamed, as ``RunEvent/argumentsDelta(item:text:)``.
        public var arguments: JSONValue?

        /// Makes a call.
        public init(id: String, name: String, site: Site, arguments: JSONValue?) {
            (self.id, self.name, self.site, self.arguments) = (id, name, site, arguments)
        }
    }

    /// The item's number within its run, from 0; ``unnumbered`` in logs of version 1.
    public var number: Int
    /// The content of the item.
    public var content: Content

    /// The number of every item in a log of version 1, which has no numbers.
    public static let unnumbered = -1

    /// Makes an item.
    public init(number: Int, _ content: Content) { (self.number, self.content) = (number, content) }
}
