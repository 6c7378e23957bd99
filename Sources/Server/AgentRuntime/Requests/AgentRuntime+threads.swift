public import Accounts
public import AgentWire
import Foundation
import LanguageModels
import Signals
public import Storage
import StreamingJSON

extension AgentRuntime {
    /// Returns a client's conversation, without its entries.
    ///
    /// - Throws: ``Problem`` when the client has no such conversation; `StoreError`.
    public func conversation(_ id: String, owner: Owner) async throws -> ConversationResource {
        ConversationResource(try await owned(id, by: owner))
    }

    /// Creates a conversation with first items, and returns it.
    ///
    /// It counts as one of the client's requests.
    ///
    /// - Throws: ``Problem`` when the items do not fit together, when the client's storage is full or is being erased, or when the client's
    ///   limits or the server's memory have no room; `StoreError`.
    public func createConversation(
        _ items: ConversationItems,
        metadata: [String: String],
        client: Principal
    ) async throws -> ConversationResource {
        try await withReservation(for: client) {
            let entries = try Self.entries(of: items, after: 0)
            let time = now()
            let record = ConversationRecord(
                id: Identifier.make("conv", at: time),
                owner: client.owner,
                title: items.title,
                metadata: metadata,
                createdAt: time,
                updatedAt: time
            )
            let added = record.metadataBytes + ConversationRecord.bareBytes + entries.byteCount
            let limits = runs.conversationLimits.within(client.plan)
            if let problem = limits.clientProblem(of: try await size(of: client.owner), adding: added) { throw problem }
            return try await unlessErased(record.id, owner: client.owner) {
                try await runs.store.createConversation(record)
                if !entries.isEmpty {
                    try await runs.store.commitTurn(record, appending: entries, expectedCount: 0)
                }
                runs.conversationChanges.notify((client.owner, .list))
                return ConversationResource(record)
            }
        }
    }

    /// Adds items to a conversation in which no turn is active, and returns them.
    ///
    /// It counts as one of the client's requests. No model is asked.
    ///
    /// - Throws: ``Problem`` when the client has no such conversation or one of its turns is active, when the items do not fit together, when
    ///   the conversation or the client's storage is full, or when the client's limits or the server's memory have no room; `StoreError`.
    public func append(
        _ items: ConversationItems,
        to id: String,
        client: Principal
    ) async throws -> ConversationItemPage {
        let former = try await owned(id, by: client.owner)
        return try await withReservation(for: client) {
            let place = ConversationQueue.Place(owner: client.owner, conversation: id)
            let holder = Identifier.make("items", at: now())
            guard runs.holdConversation(place, for: holder) else {
                throw runs.busy(place, advice: "cancel its run or wait for its end, then add the items")
            }
            defer { runs.releaseConversation(place, from: holder) }
            try await directory.requireHere(place)
            var size = try await size(of: client.owner, conversation: id)
            let entries = try Self.entries(of: items, after: size.entries)
            size.turns += max(0, entries.count { $0.kind == TranscriptEntryRecord.promptKind } - 1)
            let limits = runs.conversationLimits.within(client.plan)
            if let problem = limits.problem(of: size, adding: entries.byteCount) { throw problem }
            var record = former
            record.title = items.title
            record.updatedAt = now()
            return try await unlessErased(id, owner: client.owner) { [record] in
                try await runs.store.commitTurn(record, appending: entries, expectedCount: size.entries)
                runs.conversationChanges.notify((client.owner, .content(id)))
                return ConversationItemPage(try self.items(of: entries, in: id))
            }
        }
    }

    /// Replaces the metadata of a conversation, and returns the conversation.
    ///
    /// It counts as one of the client's requests.
    ///
    /// - Throws: ``Problem`` when the client has no such conversation, or the client's storage is full; `StoreError`.
    public func setMetadata(
        _ metadata: [String: String],
        of id: String,
        client: Principal
    ) async throws -> ConversationResource {
        let former = try await owned(id, by: client.owner)
        return try await withReservation(for: client) {
            var record = former
            record.metadata = metadata
            let added = record.metadataBytes - former.metadataBytes
            let limits = runs.conversationLimits.within(client.plan)
            if added > 0, let problem = limits.clientProblem(of: try await size(of: client.owner), adding: added) {
                throw problem
            }
            guard try await runs.store.setMetadata(metadata, of: id) else {
                throw Problem(.notFound, detail: "there is no conversation '\(id.excerpt())'")
            }
            return ConversationResource(record)
        }
    }

    /// Returns the size of a client's data with the active requests, which are not wholly stored yet.
    private func size(of owner: Owner, conversation: String? = nil) async throws -> StoredSize {
        var size = try await runs.store.size(of: conversation, owner: owner)
        runs.addPendingBytes(of: owner, to: &size)
        return size
    }

    /// Writes to a conversation, and deletes it again when the client's data is being erased.
    private func unlessErased<Value: Sendable>(
        _ conversation: String,
        owner: Owner,
        _ write: () async throws -> Value
    ) async throws -> Value {
        guard !runs.isErasing(owner) else { throw RunCoordinator.erasing }
        let value = try await write()
        // The erasure may have passed the place of this conversation already.
        guard !runs.isErasing(owner) else {
            _ = try await runs.store.deleteConversation(conversation)
            throw RunCoordinator.erasing
        }
        return value
    }

    /// Returns the entries of items in their stored form.
    ///
    /// - Throws: ``Problem`` with the places of all items that do not fit together.
    private static func entries(of items: ConversationItems, after count: Int) throws -> [TranscriptEntryRecord] {
        var reader = InputReader(.responses, imageLimits: ImageLimits())
        for (item, place) in zip(items.input, items.places) { reader.read(item, at: place) }
        let entries = reader.finishWithoutTurn()
        guard reader.faults.isEmpty else {
            throw Problem(.invalidRequest, detail: reader.faults.description, faults: reader.faults)
        }
        return entries.enumerated().map { offset, entry in
            TranscriptEntryRecord(
                id: entry.id,
                position: count + offset,
                kind: entry.kind,
                json: entry.jsonValue.serialized()
            )
        }
    }

    /// Creates a conversation with the first entries of another one, and returns its id.
    ///
    /// The other conversation stays as it is. Its runs and its metadata are not copied.
    ///
    /// - Parameters:
    ///   - entryCount: The number of entries to copy, for example ``Storage/RunRecord/entryCount`` of a run.
    ///   - plan: The plan of the user whose conversation it is; `nil` without a user.
    /// - Throws: ``Problem`` when the client has no such conversation, when the conversation has fewer entries, or when the client's
    ///   storage is full; `StoreError`.
    public func forkConversation(
        _ id: String,
        entryCount: Int,
        owner: Owner,
        plan: UserPlan? = nil
    ) async throws -> String {
        let source = try await owned(id, by: owner)
        try await directory.requireHere(.init(owner: owner, conversation: id))
        let size = try await runs.store.size(of: id, owner: owner)
        // The whole conversation bounds the part, whose bytes nobody has counted.
        let limits = runs.conversationLimits.within(plan)
        if let problem = limits.clientProblem(of: size, adding: size.bytes) { throw problem }
        let time = now()
        let copy = ConversationRecord(
            id: Identifier.make("conv", at: time),
            owner: owner,
            title: source.title,
            createdAt: time,
            updatedAt: time
        )
        guard try await runs.store.copyEntries(of: id, count: entryCount, to: copy) else {
            throw Problem(
                .conflict,
                detail:
                    "the conversation '\(id.excerpt())' has not \(entryCount) entries any more; start from its present end"
            )
        }
        runs.conversationChanges.notify((owner, .list))
        return copy.id
    }
}

extension [TranscriptEntryRecord] {
    /// The bytes of the entries as JSON text.
    fileprivate var byteCount: Int { reduce(0) { $0 + $1.json.utf8.count } }
}

extension ConversationItems {
    /// The title of a conversation that starts with these items; `nil` without a message of the user.
    fileprivate var title: String? {
        for case .message(.user, let parts) in input {
            return ConversationTitle.of(parts.compactMap(\.text).joined(separator: "\n"))
        }
        return nil
    }
}

extension ConversationResource {
    fileprivate init(_ record: ConversationRecord) {
        self.init(id: record.id, createdAt: record.createdAt, metadata: record.metadata)
    }
}
