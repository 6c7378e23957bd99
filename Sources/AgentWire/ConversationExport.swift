public import Foundation
public import StreamingJSON

/// Writes a conversation as a whole, as `GET /v1/conversations/{id}` answers, element by element: none of its lists is held in memory.
public struct ConversationExport: Sendable {
    /// A message as a person has seen it, without the calls of tools.
    public struct Message: Sendable, Equatable {
        /// `user` or `assistant`.
        public var role: String
        /// The text.
        public var text: String

        /// Makes a message.
        public init(role: String, text: String) {
            self.role = role
            self.text = text
        }

        /// The message as JSON.
        public var jsonValue: JSONValue { ["role": .string(role), "text": .string(text)] }
    }

    /// One of the conversation's runs.
    public struct Run: Sendable, Equatable {
        /// Its id.
        public var id: String
        /// Its status.
        public var status: String
        /// The time of its request.
        public var createdAt: Date

        /// Makes a run.
        public init(id: String, status: String, createdAt: Date) {
            self.id = id
            self.status = status
            self.createdAt = createdAt
        }

        /// The run as JSON.
        public var jsonValue: JSONValue {
            [
                "run": .string(id), "status": .string(status), "created_at": .string(createdAt.formatted(.iso8601)),
            ]
        }
    }

    /// The export's lists, in the order in which they are written.
    public enum List: String, Sendable, CaseIterable {
        /// The messages as a person has seen them (``Message``).
        case messages
        /// The transcript with all its entries, in the form in which it is stored.
        case transcript
        /// The runs that are still kept (``Run``).
        case runs
    }

    private var isInList = false
    private var isFirst = true

    /// Begins an export with the conversation's own fields.
    public init(_ conversation: ConversationPage.Conversation, into bytes: inout [UInt8]) {
        JSONValue.object(conversation.jsonObject).write(into: &bytes)
        // The lists follow inside of the same object.
        bytes.removeLast()
    }

    /// Begins a list, and ends the one before.
    public mutating func begin(_ list: List, into bytes: inout [UInt8]) {
        endList(into: &bytes)
        bytes.append(contentsOf: ",\"\(list.rawValue)\":[".utf8)
        isInList = true
        isFirst = true
    }

    /// Writes the next element of the list that was begun last.
    public mutating func append(_ element: JSONValue, into bytes: inout [UInt8]) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        element.write(into: &bytes)
    }

    /// Ends the export.
    public mutating func end(into bytes: inout [UInt8]) {
        endList(into: &bytes)
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func endList(into bytes: inout [UInt8]) {
        if isInList { bytes.append(UInt8(ascii: "]")) }
        isInList = false
    }
}
