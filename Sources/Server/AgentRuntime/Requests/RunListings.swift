public import AgentWire
public import Foundation
public import Storage
import Synchronization

/// The runs of all clients, for operators: those in memory, and of the store the ended ones and those of other nodes.
public struct RunListings: Sendable {
    /// The greatest number of stored runs that one page looks at.
    static let lookLimit = 20_000

    /// A selection of runs.
    public struct Query: Sendable, Equatable {
        /// The statuses; empty for all.
        public var statuses: Set<RunStatus> = []
        /// The client's id; `nil` for all.
        public var client: String?
        /// The user's id; `nil` for all.
        public var user: String?
        /// The model, as runs name it; `nil` for all.
        public var model: String?
        /// The least time of the request; `nil` for none.
        public var since: Date?
        /// The time from which no request is shown; `nil` for none.
        public var until: Date?
        /// The ``AgentWire/WireRunList/next`` of the page before; `nil` for the first page.
        public var cursor: String?
        /// The most runs on a page.
        public var limit = 50

        /// Makes a selection of all runs.
        public init() {}

        /// The filter of ids, statuses, the client, the user and the model.
        var filter: RunFilter {
            let bounds = [until.map { Identifier.least("run", at: $0) }, cursor].compactMap(\.self)
            return RunFilter(
                statuses: statuses,
                client: client,
                user: user,
                model: model,
                firstID: since.map { Identifier.least("run", at: $0) },
                endID: bounds.min()
            )
        }
    }

    let store: any RunStore
    /// The runs of this process; `nil` if no server runs, so that the stored runs are all there are.
    let coordinator: RunCoordinator?

    private var directory: RunDirectory? { coordinator.map(RunDirectory.init) }

    /// Makes the lists of a data folder that no server uses.
    public init(store: any RunStore) { (self.store, coordinator) = (store, nil) }

    init(of coordinator: RunCoordinator) { (store, self.coordinator) = (coordinator.store, coordinator) }

    /// Returns a page, the newest runs first.
    ///
    /// - Throws: `StoreError`.
    public func page(_ query: Query) async throws -> WireRunList {
        let filter = query.filter
        // Memory first: a run that ends meanwhile is then in both, and never in none.
        let live = coordinator?.liveRuns.map(\.listing).filter { filter.includes($0) }
        let stored = try await store.runs(matching: filter, limit: query.limit + 1, lookingAt: Self.lookLimit)
        return Self.merge(live: live?.map(\.wire), stored: stored, limit: query.limit) { run in
            directory?.isElsewhere(run) ?? true
        }
    }

    /// Merges the runs of memory and of the store.
    ///
    /// - Parameters:
    ///   - live: The runs in memory that belong to the page or to later ones; `nil` if there is no server, so that the store knows the
    ///     unfinished runs.
    ///   - isElsewhere: Whether a stored run that has not ended is not one of this process.
    static func merge(
        live: [WireRun]?,
        stored: RunListPage,
        limit: Int,
        isElsewhere: (RunListing) -> Bool
    ) -> WireRunList {
        // The store is behind for runs that have not ended, and ahead for those that have ended since memory was read.
        let ended = stored.runs.filter { $0.status.isOver || isElsewhere($0) }.map(\.wire)
        let known = Set(ended.map(\.id))
        let recent = (live ?? []).filter { run in
            !known.contains(run.id) && stored.endID.map { $0 <= run.id } ?? true
        }
        let runs = (ended + recent).sorted { $0.id > $1.id }
        guard runs.count > limit else { return WireRunList(runs: runs, next: stored.endID) }
        let page = Array(runs.prefix(limit))
        return WireRunList(runs: page, next: page.last?.id)
    }

    /// Returns a run with its spans; `nil` if there is none.
    ///
    /// - Throws: `StoreError`.
    public func timeline(of id: String) async throws -> WireRunTimeline? {
        if let live = coordinator?.liveRun(id) { return live.wireTimeline }
        guard let record = try await run(id) else { return nil }
        let (spans, omittedCount) = RunTimeline.spans(in: try await store.timeline(of: id)?.spans)
        return WireRunTimeline(run: record, spans: spans.map(\.wire), omittedSpans: omittedCount)
    }

    /// Returns a run; `nil` if there is none.
    ///
    /// - Throws: `StoreError`.
    public func run(_ id: String) async throws -> WireRun? {
        if let live = coordinator?.liveRun(id) { return live.listing.wire }
        var filter = RunFilter()
        filter.firstID = id
        // No other id lies between the two.
        filter.endID = id + "\u{1}"
        return try await store.runs(matching: filter, limit: 1, lookingAt: 1).runs.first?.wire
    }

    /// Returns the numbers of runs: of all that have not ended, and of those that ended since a time.
    ///
    /// - Throws: `StoreError`.
    public func counts(since time: Date) async throws -> WireRunCounts {
        // Memory decides about its runs: the store is behind for direct calls that have ended, and may be ahead for the others.
        let live = coordinator?.liveRuns.map(\.listing)
        let stored = try await store.countsOfRuns(endedSince: time, except: live?.map(\.id) ?? [])
        let listed: [RunStatus]
        if let live {
            listed = live.filter { !$0.status.isOver || $0.updatedAt >= time }.map(\.status)
        } else {
            listed = []
        }
        let elsewhere =
            if let directory { try await directory.countsElsewhere() } else {
                try await store.countsOfUnfinishedRuns(besides: nil)
            }
        let counts = listed.reduce(into: stored.merging(elsewhere, uniquingKeysWith: +)) { $0[$1, default: 0] += 1 }
        return WireRunCounts(since: time, counts: counts.reduce(into: [:]) { $0[WireRun.Status($1.key)] = $1.value })
    }
}

extension AgentRuntime {
    /// The runs of all clients, for operators.
    public var listings: RunListings { RunListings(of: runs) }
}
