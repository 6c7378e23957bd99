#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A writer of a whole conversation, the response of `GET /v1/conversations/{id}`, element by element: none of its lists is held in
/// memory.
public struct ConversationExport: Sendable {
    /// A message as the user has seen it, without tool calls.
    public struct Message: WireRecord {
        /// `user` or `assistant`.
        public var role: String
        /// The text.
        public var text: String

        /// Makes a message.
        public init(role: String, text: String) {
            (self.role, self.text) = (role, text)
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("role", \.role, as: .role),
            .always("text", \.text)
        )
    }

    /// A run of the conversation.
    public struct Run: WireRecord {
        /// The run's id.
        public var id: String
        /// The run's status.
        public var status: String
        /// The time of the run's request.
        public var createdAt: Date

        /// Makes a run.
        public init(id: String, status: String, createdAt: Date) {
            (self.id, self.status, self.createdAt) = (id, status, createdAt)
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("run", \.id),
            .always("status", \.status, as: .runStatus),
            .always("created_at", \.createdAt)
        )
    }

    /// The lists of the export, in the order in which they are written.
    public enum List: String, Sendable, CaseIterable, WireWord {
        /// The messages as the user has seen them (``Message``).
        case messages
        /// The whole transcript with all its entries, in its stored form.
        case transcript
        /// The runs that are still stored (``Run``).
        case runs
    }

    private var isInList = false
    private var isFirst = true

    /// Starts an export with the conversation's fields.
    public init(_ conversation: ConversationPage.Conversation, into bytes: inout [UInt8]) {
        JSONValue.object(conversation.jsonObject).write(into: &bytes)
        // The lists are members of the same object, so it stays open.
        bytes.removeLast()
    }

    /// Starts a list, and ends the previous one.
    public mutating func start(_ list: List, into bytes: inout [UInt8]) {
        endList(into: &bytes)
        bytes.append(contentsOf: ",\"\(list.rawValue)\":[".utf8)
        isInList = true
        isFirst = true
    }

    /// Writes the next element of the current list.
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
