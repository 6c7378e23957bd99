public import StreamingJSON

/// An item of a run: a message, a thought or a call.
public struct RunItem: Sendable, Equatable {
    /// The kinds of items.
    public enum Content: Sendable, Equatable {
        /// A message to the person.
        case message
        /// The JSON text of an answer that has a shape.
        case value
        /// A thought before an answer.
        case reasoning
        /// A call that the model wants made.
        case toolCall(ToolCall)
    }

    /// A call that the model wants made.
    public struct ToolCall: Sendable, Equatable {
        /// The places where a tool runs.
        public enum Site: String, Sendable, CaseIterable {
            /// Here.
            case server
            /// At the client, which is told by an action.
            case client
        }

        /// The call's id, by which its output is given.
        public var id: String
        /// The tool.
        public var name: String
        /// The place where the tool runs.
        public var site: Site
        /// The arguments, whole; `nil` when they follow in pieces, as ``RunEvent/argumentsDelta(item:text:)``.
        public var arguments: JSONValue?

        /// Makes a call.
        public init(id: String, name: String, site: Site, arguments: JSONValue?) {
            (self.id, self.name, self.site, self.arguments) = (id, name, site, arguments)
        }
    }

    /// The item's place among all of its run, from 0; ``unnumbered`` in logs of version 1.
    public var number: Int
    /// The item.
    public var content: Content

    /// The number of every item in a log of version 1, which knew none.
    public static let unnumbered = -1

    /// Makes an item.
    public init(number: Int, _ content: Content) { (self.number, self.content) = (number, content) }
}
