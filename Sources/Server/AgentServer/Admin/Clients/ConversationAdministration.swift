import APIDescription
import Accounts
import AgentRuntime
import AgentWire
import Foundation
import HTTPTypes
import KeyVault
import StreamingJSON
package import ToolRecords

/// The operator's access to the conversations of one client: a person may ask for a copy or a deletion.
///
/// Each export and each deletion is a row in the audit chain, because an operator reads or removes a person's messages.
package struct ConversationAdministration: Sendable {
    /// Deletes a conversation of a client that has no running turn.
    package typealias Deletion = @Sendable (_ conversation: String, _ owner: Owner) async throws -> Void

    let conversations: ConversationListings
    let vault: KeyVault
    let clients: Clients
    let delete: Deletion

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.conversationsOfClient, answer: list),
            AdminRoute(.conversationsExport, answer: export),
            AdminRoute(.conversationsOfClientDeletion, answer: deleteAll),
            AdminRoute(.conversationOfClientDeletion) { call in
                let owner = try await owner(call)
                let conversation = try call.parameter("conversation")
                _ = try await owned(conversation, by: owner)
                try await delete(conversation, owner)
                try await recordAudit(call, "conversations.delete", owner, "done: \(conversation)")
                return .nothing
            },
        ]
    }

    private static let pageSize = 200

    private func list(_ call: AdminCall) async throws -> AdminReply {
        let owner = try await owner(call)
        let limit = try call.integer("limit", in: 1...10_000) ?? 1000
        let found = try await conversations.page(of: owner, limit: limit).map(\.wire)
        return .json(WireClientConversations(client: owner.client, conversations: found).jsonValue)
    }

    /// Exports conversations as JSON lines, each with the document that the client itself can export.
    private func export(_ call: AdminCall) async throws -> AdminReply {
        let owner = try await owner(call)
        let only = try await call.query["conversation"].asyncMap { try await owned($0, by: owner) }
        // This is recorded first, because a reader that disconnects early has read too.
        try await recordAudit(call, "conversations.export", owner, "done: \(only?.id ?? "all")")
        return .lines { write in
            if let only { return try await self.write(only, to: write) }
            var last: ConversationListings.Conversation?
            repeat {
                let page = try await conversations.page(of: owner, after: last, limit: Self.pageSize)
                for conversation in page { try await self.write(conversation, to: write) }
                last = page.count == Self.pageSize ? page.last : nil
            } while last != nil
        }
    }

    private func write(
        _ conversation: ConversationListings.Conversation,
        to write: AdminReply.LineWriter
    ) async throws {
        var exporter = try await conversations.exporter(of: conversation)
        // A line is written as a whole, so that a conversation deleted during the export leaves no half line.
        var line = Data()
        while let piece = try await exporter.next() { line += piece }
        line.append(0x0A)
        try await write(line)
    }

    private func deleteAll(_ call: AdminCall) async throws -> AdminReply {
        let owner = try await owner(call)
        var (deleted, busy) = (0, [String]())
        var last: ConversationListings.Conversation?
        repeat {
            let page = try await conversations.page(of: owner, after: last, limit: Self.pageSize)
            for conversation in page {
                do {
                    try await delete(conversation.id, owner)
                    deleted += 1
                } catch let problem as Problem where [.conversationBusy, .runElsewhere].contains(problem.kind) {
                    busy.append(conversation.id)
                } catch let problem as Problem where problem.kind == .notFound {
                    // The client or the retention has deleted it in the meantime.
                }
            }
            last = page.count == Self.pageSize ? page.last : nil
        } while last != nil
        try await recordAudit(call, "conversations.delete", owner, "done: \(deleted) conversations")
        return .json(WireConversationDeletion(deleted: deleted, busy: busy).jsonValue)
    }
}

extension ConversationAdministration {
    /// Returns the client in the path: a stored one, one in the settings, or a deleted one whose conversations were kept.
    private func owner(_ call: AdminCall) async throws -> Owner {
        let text = try call.parameter("client")
        if let id = try IDPrefix.resolve(text, among: clients.list().map(\.id), of: "client") {
            return Owner(client: id)
        }
        let owner = Owner(client: text)
        if text.utf8.starts(with: "preset:".utf8) { return owner }
        guard try await conversations.page(of: owner, limit: 1).isEmpty else { return owner }
        return Owner(client: try clients.client(text).id)
    }

    private func owned(_ id: String, by owner: Owner) async throws -> ConversationListings.Conversation {
        guard let conversation = try await conversations.conversation(id, of: owner) else {
            throw Problem(.notFound, detail: "the client has no conversation '\(id.excerpt())'")
        }
        return conversation
    }

    private func recordAudit(_ call: AdminCall, _ action: String, _ owner: Owner, _ outcome: String) async throws {
        try await vault.appendAudit(call.actor, (action, "clients/\(owner.client)", outcome))
    }
}

extension Optional {
    /// Transforms the value like `map`, with an asynchronous closure.
    fileprivate func asyncMap<Value>(_ body: (Wrapped) async throws -> Value) async rethrows -> Value? {
        guard let self else { return nil }
        return try await body(self)
    }
}
