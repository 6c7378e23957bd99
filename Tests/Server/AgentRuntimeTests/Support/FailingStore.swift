import Foundation
import Storage
import StorageSQLite
import Synchronization

/// A store whose writes can be made to fail, or held back.
final class FailingStore: RunStore, ConversationStore {
    private let store: any Store
    private struct State {
        var isFailing = false
        var refusals = 0
        /// Those who wait for a number of failed writes.
        var waiters: [(count: Int, end: AsyncStream<Never>.Continuation)] = []
    }

    private let state = Mutex(State())
    private let held = Mutex((isHolding: false, writes: [CheckedContinuation<Void, Never>]()))

    /// Makes a store in memory, whose writes succeed at first.
    init() throws { store = try SQLiteStore(path: nil) }

    /// Makes writes fail or succeed from now on.
    func fail(_ isFailing: Bool = true) { state.withLock { $0.isFailing = isFailing } }

    /// Holds writes back until ``release()``.
    func hold() { held.withLock { $0.isHolding = true } }

    /// Lets the writes go on.
    func release() {
        let writes = held.withLock { held in
            defer { held = (false, []) }
            return held.writes
        }
        for write in writes { write.resume() }
    }

    /// The number of failed writes.
    var refusalCount: Int { state.withLock { $0.refusals } }

    /// Returns when so many more writes have failed.
    func refusals(_ count: Int) async {
        let (stream, end) = AsyncStream.makeStream(of: Never.self)
        state.withLock { $0.waiters.append(($0.refusals + count, end)) }
        for await _ in stream {}
    }

    func write(_ writes: [RunWrite]) async throws -> Set<String> {
        let isFailing = state.withLock { state in
            guard state.isFailing else { return false }
            state.refusals += 1
            for waiter in state.waiters where waiter.count <= state.refusals { waiter.end.finish() }
            return true
        }
        await withCheckedContinuation { write in
            let isHeld = held.withLock { held in
                if held.isHolding { held.writes.append(write) }
                return held.isHolding
            }
            if !isHeld { write.resume() }
        }
        guard !isFailing else { throw StoreError(.full, "The disk is full.") }
        return try await store.write(writes)
    }

    func verifyWritable() async throws {
        if state.withLock(\.isFailing) { throw StoreError(.full, "The disk is full.") }
    }

    func run(_ id: String) async throws -> RunRecord? { try await store.run(id) }

    func run(of owner: Owner, idempotencyKey: String) async throws -> RunRecord? {
        try await store.run(of: owner, idempotencyKey: idempotencyKey)
    }

    func saveKeyedAnswer(_ decision: KeyedAnswer) async throws { try await store.saveKeyedAnswer(decision) }

    func keyedAnswer(of owner: Owner, idempotencyKey: String) async throws -> KeyedAnswer? {
        try await store.keyedAnswer(of: owner, idempotencyKey: idempotencyKey)
    }

    func unfinishedRuns(of left: LeftWork) async throws -> [RunRecord] { try await store.unfinishedRuns(of: left) }
    func unfinishedRuns(
        besides node: NodeID,
        of owner: Owner?,
        in conversation: String?,
        after id: String?,
        limit: Int
    ) async throws -> [RunRecord] {
        try await store.unfinishedRuns(besides: node, of: owner, in: conversation, after: id, limit: limit)
    }
    func countsOfUnfinishedRuns(besides node: NodeID?) async throws -> [RunStatus: Int] {
        try await store.countsOfUnfinishedRuns(besides: node)
    }

    func runs(of conversation: String, after place: RunSummary?, limit: Int) async throws -> [RunSummary] {
        try await store.runs(of: conversation, after: place, limit: limit)
    }

    func runs(matching filter: RunFilter, limit: Int, lookingAt lookLimit: Int) async throws -> RunListPage {
        try await store.runs(matching: filter, limit: limit, lookingAt: lookLimit)
    }

    func timeline(of run: String) async throws -> RunTimelineRecord? { try await store.timeline(of: run) }

    func countsOfRuns(endedSince time: Date, except ids: [String]) async throws -> [RunStatus: Int] {
        try await store.countsOfRuns(endedSince: time, except: ids)
    }

    func events(of run: String, from sequence: Int, limit: Int) async throws -> [RunEventChunk] {
        try await store.events(of: run, from: sequence, limit: limit)
    }

    func deleteRuns(endedBefore time: Date, limit: Int) async throws -> Int {
        try await store.deleteRuns(endedBefore: time, limit: limit)
    }

    func deleteCalls(endedBefore time: Date, limit: Int) async throws -> Int {
        try await store.deleteCalls(endedBefore: time, limit: limit)
    }

    func deleteRun(_ id: String) async throws -> Bool { try await store.deleteRun(id) }

    func createConversation(_ conversation: ConversationRecord) async throws {
        try await store.createConversation(conversation)
    }

    func setMetadata(_ metadata: [String: String], of conversation: String) async throws -> Bool {
        try await store.setMetadata(metadata, of: conversation)
    }

    func setTitle(_ title: String, of conversation: String) async throws -> Bool {
        try await store.setTitle(title, of: conversation)
    }

    func turn(ofRun run: String) async throws -> TurnRecord? { try await store.turn(ofRun: run) }

    func turns(of conversation: String, before position: Int?, limit: Int) async throws -> TurnWindow {
        try await store.turns(of: conversation, before: position, limit: limit)
    }

    func latestStatuses(of conversations: [String]) async throws -> [String: RunStatus] {
        try await store.latestStatuses(of: conversations)
    }

    func search(
        of owner: Owner,
        for folded: String,
        from place: ConversationSearchPlace?,
        limit: Int,
        byteLimit: Int
    ) async throws -> ConversationSearchPage {
        try await store.search(of: owner, for: folded, from: place, limit: limit, byteLimit: byteLimit)
    }

    func copyEntries(of source: String, count: Int, to conversation: ConversationRecord) async throws -> Bool {
        try await store.copyEntries(of: source, count: count, to: conversation)
    }

    func conversation(_ id: String) async throws -> ConversationRecord? { try await store.conversation(id) }

    func entries(of conversation: String) async throws -> [TranscriptEntryRecord] {
        try await store.entries(of: conversation)
    }

    func entries(
        of conversation: String,
        from position: Int,
        byteLimit: Int
    ) async throws -> [TranscriptEntryRecord] {
        try await store.entries(of: conversation, from: position, byteLimit: byteLimit)
    }

    func size(of conversation: String?, owner: Owner) async throws -> StoredSize {
        try await store.size(of: conversation, owner: owner)
    }

    func commitTurn(
        _ conversation: ConversationRecord,
        appending entries: [TranscriptEntryRecord],
        expectedCount: Int
    ) async throws {
        try await store.commitTurn(conversation, appending: entries, expectedCount: expectedCount)
    }

    func conversations(
        of owner: Owner,
        after place: ConversationPlace?,
        limit: Int
    ) async throws -> [ConversationRecord] {
        try await store.conversations(of: owner, after: place, limit: limit)
    }

    func deleteConversation(_ id: String) async throws -> Bool { try await store.deleteConversation(id) }

    func deleteConversations(updatedBefore time: Date, limit: Int) async throws -> Int {
        try await store.deleteConversations(updatedBefore: time, limit: limit)
    }
}
