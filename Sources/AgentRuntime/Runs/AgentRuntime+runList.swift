public import AgentWire
import Foundation
public import Storage
import Synchronization

extension AgentRuntime {
    /// A page of a client's runs that have not ended, the oldest first.
    ///
    /// All of them are in memory, so that no index has to be kept for the list.
    ///
    /// - Parameters:
    ///   - status: The status of the runs; `nil` for any.
    ///   - cursor: The ``AgentWire/RunPage/next`` of the page before; `nil` for the first page.
    ///   - limit: The most runs of the page.
    public func unfinishedRuns(of client: String, status: RunStatus?, cursor: String?, limit: Int) -> RunPage {
        let found = runs.liveRuns.filter { run in
            // Ids begin with the time.
            guard run.identity.client == client, cursor.map({ $0 < run.id }) ?? true else { return false }
            let standing = run.status
            // One that was stopped is as good as over, also while its end is stored.
            return !standing.isOver && run.stopReason == nil && (status.map { $0 == standing } ?? true)
        }
        let page = found.sorted { $0.id < $1.id }.prefix(limit)
        return RunPage(runs: page.map(\.listed), next: found.count > limit ? page.last?.id : nil)
    }
}

extension LiveRun {
    /// The run as a list shows it.
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
