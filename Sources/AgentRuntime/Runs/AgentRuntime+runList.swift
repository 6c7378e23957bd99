public import AgentWire
import Foundation
public import Storage
import Synchronization

extension AgentRuntime {
    /// Returns a page of a client's runs that have not ended, the oldest first.
    ///
    /// All of them are in memory, so the list needs no index.
    ///
    /// - Parameters:
    ///   - status: The status of the runs; `nil` for any.
    ///   - cursor: The ``AgentWire/RunPage/next`` of the page before; `nil` for the first page.
    ///   - limit: The most runs on the page.
    public func unfinishedRuns(of owner: Owner, status: RunStatus?, cursor: String?, limit: Int) -> RunPage {
        let found = runs.liveRuns.filter { run in
            // Ids start with the time.
            guard run.identity.owner == owner, cursor.map({ $0 < run.id }) ?? true else { return false }
            let current = run.status
            // A stopped run counts as over, even while its end is being stored.
            return !current.isOver && run.stopReason == nil && (status.map { $0 == current } ?? true)
        }
        let page = found.sorted { $0.id < $1.id }.prefix(limit)
        return RunPage(runs: page.map(\.listed), next: found.count > limit ? page.last?.id : nil)
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
