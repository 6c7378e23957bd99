package import Accounts
package import AgentRuntime
import AgentTools
import AgentWire
import Foundation
package import ModelContextProtocol
package import StreamingJSON
import ToolRecords

/// The resources that a client may read: its conversations, as they are exported, and its kept outputs.
package struct ClientResources: Sendable {
    private let runtime: AgentRuntime
    private let client: Principal

    /// The maximum size of a conversation that is read as a resource, in bytes.
    private static let conversationBytes = 4 << 20
    private static let pageSize = 100
    /// The maximum number of outputs in the list.
    private static let listedOutputs = 20

    /// Makes the resources of a client.
    package init(runtime: AgentRuntime, client: Principal) { (self.runtime, self.client) = (runtime, client) }

    /// Whether the client may read its conversations.
    private var seesConversations: Bool { client.may(.chat) }

    /// Returns a page of the resources: on the first page the newest outputs, then the conversations, the most recently continued first.
    ///
    /// - Parameter place: The `next` of the page before; `nil` for the first page.
    /// - Throws: `RPCError` if this server did not make the place.
    package func list(after place: String?) async throws -> MCPPage {
        let outputs = place == nil ? runtime.tools.keptOutputs(of: client.owner).prefix(Self.listedOutputs) : []
        var page = MCPPage(outputs.map(\.definition))
        guard seesConversations else { return page }
        do {
            let found = try await runtime.conversations(of: client.owner, cursor: place, limit: Self.pageSize)
            page.elements += found.conversations.map(\.definition)
            page.next = found.next
        } catch let problem as Problem where problem.kind == .invalidRequest {
            throw RPCError.invalid("cursor must be the nextCursor of an earlier page")
        }
        return page
    }

    /// The templates of the addresses.
    package var templates: [JSONObject] {
        let outputs: JSONObject = [
            "uriTemplate": .string(ResourceAddress.outputTemplate), "name": "output",
            "title": "A long output of a tool",
            "description": "All pages of an output that was cut, for 30 minutes after the call",
            "mimeType": "text/plain",
        ]
        guard seesConversations else { return [outputs] }
        return [
            [
                "uriTemplate": .string(ResourceAddress.conversationTemplate), "name": "conversation",
                "title": "A conversation",
                "description": "The messages, the transcript and the runs of a conversation, as JSON",
                "mimeType": "application/json",
            ],
            outputs,
        ]
    }

    /// Returns the contents of a resource, as the result of `resources/read`.
    ///
    /// - Throws: `RPCError` if the client has no such resource, or it is too large.
    package func read(_ uri: String) async throws -> JSONObject {
        switch ResourceAddress(uri) {
        case .conversation(let id)? where seesConversations:
            return [
                "contents": [
                    ["uri": .string(uri), "mimeType": "application/json", "text": .string(try await export(id, uri))]
                ]
            ]
        case .output(let id)?:
            guard let output = runtime.tools.keptOutput(id, of: client.owner) else { throw RPCError.noResource(uri) }
            let contents = output.pages.map { page -> JSONValue in
                ["uri": .string(uri), "mimeType": "text/plain", "text": .string(page)]
            }
            return ["contents": .array(contents)]
        default: throw RPCError.noResource(uri)
        }
    }

    /// Whether the client has a resource now.
    ///
    /// - Throws: `StoreError`.
    package func has(_ uri: String) async throws -> Bool {
        switch ResourceAddress(uri) {
        case .conversation(let id)? where seesConversations:
            do { _ = try await runtime.conversation(id, owner: client.owner) } catch let problem as Problem
                where problem.kind == .notFound
            {
                return false
            }
            return true
        case .output(let id)?: return runtime.tools.keptOutput(id, of: client.owner) != nil
        default: return false
        }
    }

    @concurrent private func export(_ conversation: String, _ uri: String) async throws -> String {
        do {
            var exporter = try await runtime.export(conversation, client: client)
            var bytes: [UInt8] = []
            while let piece = try await exporter.next() {
                bytes += piece
                guard bytes.count <= Self.conversationBytes else {
                    throw RPCError(
                        .internalError,
                        "the conversation is larger than \(Self.conversationBytes >> 20) MiB; "
                            + "read it with GET /v1/conversations/\(conversation)"
                    )
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        } catch let problem as Problem {
            guard problem.kind != .notFound else { throw RPCError.noResource(uri) }
            guard problem.kind != .internalError else { throw problem }
            throw RPCError(.internalError, problem.detail)
        }
    }

    /// Returns the ids that start with a text, or whose conversations have it in their titles; the newest first.
    ///
    /// - Parameter template: The template of the addresses.
    package func complete(_ template: String, argument: String, prefix: String) async throws -> [String] {
        guard argument == "id" else { return [] }
        let wanted = prefix.lowercased()
        switch template {
        case ResourceAddress.conversationTemplate where seesConversations:
            return try await runtime.conversations(of: client.owner, cursor: nil, limit: 200).conversations
                .filter { conversation in
                    conversation.id.lowercased().hasPrefix(wanted)
                        || conversation.title?.lowercased().contains(wanted) == true
                }
                .map(\.id)
        case ResourceAddress.outputTemplate:
            return runtime.tools.keptOutputs(of: client.owner).map(\.id).filter { $0.hasPrefix(wanted) }
        default: return []
        }
    }

    /// Returns the changes of the list, and of wanted resources, from now on; the stream ends with its reader.
    ///
    /// A kept output never changes, and a new one is announced by the result of its call only.
    ///
    /// - Parameter isWanted: Whether the reader wants to know of the changes of a resource.
    package func changes(ofResources isWanted: @escaping @Sendable (String) -> Bool) -> AsyncStream<MCPChange> {
        guard seesConversations else { return AsyncStream { $0.finish() } }
        let changes = runtime.conversationChanges(of: client.owner)
        return AsyncStream { [runtime, client] in
            for await change in changes {
                // The scope may have been removed since.
                if let holder = runtime.clients?.currentHolder(of: client.owner), !holder.may(.chat) { continue }
                switch change {
                case .list: return .resources
                case .content(let id):
                    let uri = ResourceAddress.conversation(id).uri
                    if isWanted(uri) { return .resource(uri) }
                }
            }
            return nil
        }
    }
}

extension ConversationPage.Conversation {
    /// The definition of the conversation as a resource.
    fileprivate var definition: JSONObject {
        var object: JSONObject = ["uri": .string(ResourceAddress.conversation(id).uri), "name": .string(id)]
        if let title, !title.isEmpty { object["title"] = .string(title) }
        object["description"] = "A conversation with its messages, its transcript and its runs"
        object["mimeType"] = "application/json"
        object["annotations"] = ["lastModified": .time(updatedAt)]
        return object
    }
}

extension KeptOutput {
    /// The definition of the output as a resource.
    fileprivate var definition: JSONObject {
        let size = pages.reduce(0) { $0 + $1.utf8.count }
        return [
            "uri": .string(ResourceAddress.output(id).uri), "name": .string(id), "title": "A long output of a tool",
            "description": .string("An output of a tool in \(pages.count) pages"), "mimeType": "text/plain",
            "size": .integer(size), "annotations": ["lastModified": .time(date)],
        ]
    }
}
