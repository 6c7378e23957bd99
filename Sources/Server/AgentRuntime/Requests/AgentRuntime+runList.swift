public import AgentWire
import Foundation
public import Storage
import Synchronization

extension AgentRuntime {
    /// Returns a page of a client's runs that have not ended, the oldest first.
    ///
    /// Those of this process are in memory, so the list needs no index for them.
    ///
    /// - Parameters:
    ///   - status: The status of the runs; `nil` for any.
    ///   - cursor: The ``AgentWire/RunPage/next`` of the page before; `nil` for the first page.
    ///   - limit: The most runs on the page.
    /// - Throws: `StoreError`.
    public func unfinishedRuns(
        of owner: Owner,
        status: RunStatus?,
        cursor: String?,
        limit: Int
    ) async throws -> RunPage {
        let here = runs.liveRuns.filter { run in
            // Ids start with the time.
            guard run.identity.owner == owner, cursor.map({ $0 < run.id }) ?? true else { return false }
            let current = run.status
            // A stopped run counts as over, even while its end is being stored.
            return !current.isOver && run.stopReason == nil && (status.map { $0 == current } ?? true)
        }
        // A run that another node has moved to this one meanwhile is in both lists.
        let known = Set(here.map(\.id))
        var elsewhere: [RunRecord] = []
        var last = cursor
        repeat {
            let more = try await directory.elsewhere(of: owner, after: last, limit: limit + 1)
            elsewhere += more.filter { record in
                !known.contains(record.id) && (status.map { $0 == record.status } ?? true)
            }
            last = more.count > limit ? more.last?.id : nil
        } while last != nil && elsewhere.count <= limit
        let found = here.map(\.listed) + elsewhere.map { RunPage.Run($0) }
        let page = Array(found.sorted { $0.id < $1.id }.prefix(limit))
        return RunPage(runs: page, next: found.count > limit ? page.last?.id : nil)
    }
}

extension LiveRun {
    /// The run in the form of a list.
    fileprivate var listed: RunPage.Run {
        let record = record
        return RunPage.Run(
            id: id,
            conversation: identity.conversation,
            status: record.status.rawValue,
            model: identity.model,
            tool: record.tool,
            createdAt: record.createdAt,
            updatedAt: record.updatedAt,
            actions: openActions
        )
    }
}

extension RunPage.Run {
    /// The run of another node in the form of a list.
    fileprivate init(_ record: RunRecord) {
        let actions = record.status == .waiting ? RunActions(text: record.pendingCalls) : nil
        self.init(
            id: record.id,
            conversation: record.conversation,
            status: record.status.rawValue,
            model: record.model,
            tool: record.tool,
            createdAt: record.createdAt,
            updatedAt: record.updatedAt,
            actions: actions.map { actions in actions.open.map(\.action).filter { actions.isOpen($0.call) } } ?? []
        )
    }
}
