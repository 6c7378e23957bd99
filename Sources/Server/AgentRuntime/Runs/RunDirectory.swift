import AgentWire
public import Storage
import StreamingJSON

/// A run that was looked up, by the place where it is performed.
enum FoundRun {
    /// This process performs it, or has not stored its end yet.
    case live(LiveRun)
    /// It is in the store, and nobody performs it any more.
    case stored(RunRecord)
    /// Another node performs it; the record is up to a second old.
    case elsewhere(RunRecord)

    /// The run, if this process performs it.
    var live: LiveRun? {
        if case .live(let run) = self { run } else { nil }
    }

    /// The record of the run.
    var record: RunRecord {
        switch self {
        case .live(let run): run.record
        case .stored(let record), .elsewhere(let record): record
        }
    }
}

/// Finds runs wherever they are performed: a run that is not in memory need not be over.
///
/// Nothing is asked about other nodes while the lease of the store excludes them.
struct RunDirectory: Sendable {
    let runs: RunCoordinator

    /// Returns a run of an owner; `nil` if the owner has no such run.
    ///
    /// - Throws: `StoreError`.
    func find(_ id: String, of owner: Owner) async throws -> FoundRun? {
        if let live = runs.liveRun(id) { return live.identity.owner == owner ? .live(live) : nil }
        guard let record = try await runs.store.run(id), record.owner == owner else { return nil }
        return isElsewhere(record) ? .elsewhere(record) : .stored(record)
    }

    /// Returns a run of an owner.
    ///
    /// - Throws: ``Problem`` when the owner has no such run; `StoreError`.
    func require(_ id: String, of owner: Owner) async throws -> FoundRun {
        guard let run = try await find(id, of: owner) else { throw Problem.unknownRun(id) }
        return run
    }

    /// Whether another node performs the run of a record, which is not in this process's memory.
    func isElsewhere(_ record: RunRecord) -> Bool { !record.status.isOver && !runs.lease.answers(for: record.worker) }

    /// Whether a listed run that has not ended is another node's.
    func isElsewhere(_ run: RunListing) -> Bool {
        !runs.lease.isExclusive && !run.status.isOver && run.node != runs.lease.worker.node
    }

    /// Returns runs of an owner that other nodes perform, by their ids, the least first.
    ///
    /// - Throws: `StoreError`.
    func elsewhere(
        of owner: Owner?,
        in conversation: String? = nil,
        after id: String? = nil,
        limit: Int
    ) async throws -> [RunRecord] {
        if runs.lease.isExclusive { return [] }
        let node = runs.lease.worker.node
        return try await runs.store.unfinishedRuns(besides: node, of: owner, in: conversation, after: id, limit: limit)
    }

    /// Returns the numbers of the runs that other nodes perform, by their statuses.
    ///
    /// - Throws: `StoreError`.
    func countsElsewhere() async throws -> [RunStatus: Int] {
        if runs.lease.isExclusive { return [:] }
        return try await runs.store.countsOfUnfinishedRuns(besides: runs.lease.worker.node)
    }

    /// Checks that no other node performs a run of a conversation.
    ///
    /// - Throws: ``Problem`` that names the run; `StoreError`.
    func requireHere(_ place: ConversationQueue.Place) async throws {
        guard let run = try await elsewhere(of: place.owner, in: place.conversation, limit: 1).first else { return }
        throw Problem.elsewhere(run.id, in: place.conversation)
    }

    /// Checks that no other node performs a run of an owner that an erasure reaches.
    ///
    /// - Throws: ``Problem`` that names the run; `StoreError`.
    func requireHere(where erased: (Owner) -> Bool) async throws {
        var last: String?
        while case let page = try await elsewhere(of: nil, after: last, limit: 100), let end = page.last {
            if let run = page.first(where: { erased($0.owner) }) { throw Problem.elsewhere(run.id) }
            last = end.id
        }
    }
}

extension RunCoordinator {
    /// Checks that no other node performs a run of these owners, before their data is erased.
    ///
    /// - Throws: ``Problem`` that names the run; `StoreError`.
    public func requireNoRunElsewhere(where erased: (Owner) -> Bool) async throws {
        try await RunDirectory(runs: self).requireHere(where: erased)
    }
}

extension Problem {
    /// The problem for an unknown run; it is the same for a run of another client.
    static func unknownRun(_ run: String) -> Problem {
        Problem(.notFound, detail: "there is no run '\(run.excerpt())'; it may have been deleted since")
    }

    /// The problem of a request about a run that another node performs.
    ///
    /// - Parameter conversation: The conversation, if the request named that and not the run.
    static func elsewhere(_ run: String, in conversation: String? = nil) -> Problem {
        var problem = Problem(
            .runElsewhere,
            detail: "another node of this server performs \(run.excerpt())"
                + (conversation.map { " of the conversation '\($0.excerpt())'" } ?? "")
                + "; send the request to that node, or again when the run has ended",
            retryAfterSeconds: 5
        )
        problem.run = run
        problem.conversation = conversation
        return problem
    }
}
