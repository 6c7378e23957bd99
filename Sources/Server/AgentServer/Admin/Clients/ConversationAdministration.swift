import APIDescription
import Accounts
import AgentRuntime
import AgentWire
import Foundation
import HTTPTypes
import KeyVault
package import Storage
import StreamingJSON

/// The conversations of one client, for the operator: a person may ask for a copy or a deletion.
///
/// Each export and each deletion is a row in the audit chain, because an operator reads or removes a person's messages.
package struct ConversationAdministration: Sendable {
    /// Deletes a conversation of a client that has no running turn.
    package typealias Deletion = @Sendable (_ conversation: String, _ owner: Owner) async throws -> Void

    let store: any ConversationStore & RunStore
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
        let records = try await store.conversations(of: owner, limit: limit)
        let conversations = records.map { record in
            WireClientConversations.Conversation(
                id: record.id,
                createdAt: record.createdAt,
                updatedAt: record.updatedAt
            )
        }
        return .json(WireClientConversations(client: owner.client, conversations: conversations).jsonValue)
    }

    /// Exports conversations as JSON lines, each with the document that the client itself can export.
    private func export(_ call: AdminCall) async throws -> AdminReply {
        let owner = try await owner(call)
        let only = try await call.query["conversation"].asyncMap { try await owned($0, by: owner) }
        // This is recorded first, because a reader that disconnects early has read too.
        try await recordAudit(call, "conversations.export", owner, "done: \(only?.id ?? "all")")
        return .lines { write in
            if let only { return try await Self.write(only, of: store, to: write) }
            var place: ConversationPlace?
            while true {
                let page = try await store.conversations(of: owner, after: place, limit: Self.pageSize)
                for record in page { try await Self.write(record, of: store, to: write) }
                guard let last = page.last, page.count == Self.pageSize else { return }
                place = ConversationPlace(updatedAt: last.updatedAt, id: last.id)
            }
        }
    }

    private static func write(
        _ record: ConversationRecord,
        of store: any ConversationStore & RunStore,
        to write: AdminReply.LineWriter
    ) async throws {
        var exporter = try await ConversationExporter(of: record, in: store)
        // A line is written as a whole, so that a conversation deleted during the export leaves no half line.
        var line = Data()
        while let piece = try await exporter.next() { line += piece }
        line.append(0x0A)
        try await write(line)
    }

    private func deleteAll(_ call: AdminCall) async throws -> AdminReply {
        let owner = try await owner(call)
        var (deleted, busy) = (0, [String]())
        var place: ConversationPlace?
        while true {
            let page = try await store.conversations(of: owner, after: place, limit: Self.pageSize)
            for record in page {
                do {
                    try await delete(record.id, owner)
                    deleted += 1
                } catch let problem as Problem where [.conversationBusy, .runElsewhere].contains(problem.kind) {
                    busy.append(record.id)
                } catch let problem as Problem where problem.kind == .notFound {
                    // The client or the retention has deleted it in the meantime.
                }
            }
            guard let last = page.last, page.count == Self.pageSize else { break }
            place = ConversationPlace(updatedAt: last.updatedAt, id: last.id)
        }
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
        guard try await store.conversations(of: owner, limit: 1).isEmpty else { return owner }
        return Owner(client: try clients.client(text).id)
    }

    private func owned(_ conversation: String, by owner: Owner) async throws -> ConversationRecord {
        guard let record = try await store.conversation(conversation), record.owner == owner else {
            throw Problem(.notFound, detail: "the client has no conversation '\(conversation.excerpt())'")
        }
        return record
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
