public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore {
    /// Returns the runs of all clients that a filter includes, by their ids, the greatest first.
    public func runs(matching filter: RunFilter, limit: Int, lookingAt lookLimit: Int) async throws -> RunListPage {
        try await read(on: aside) { db in
            // Only the ids bound the search in the table; the rest is decided row by row, up to the limit.
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT run, client, node, model, tool, status, createdAt, updatedAt, counts FROM runListing
                    WHERE run >= ?\(filter.endID == nil ? "" : " AND run < ?") ORDER BY run DESC
                    """,
                arguments: StatementArguments([filter.firstID ?? "", filter.endID].compactMap(\.self))
            )
            var page = RunListPage(runs: [], endID: nil)
            var count = 0
            while let row = try rows.next() {
                guard page.runs.count < limit, count < lookLimit else { return page }
                let run = RunListing(row: row)
                count += 1
                page.endID = run.id
                if filter.includes(run) { page.runs.append(run) }
            }
            page.endID = nil
            return page
        }
    }

    /// Returns the stored times and counts of a run; `nil` for none.
    public func timeline(of run: String) async throws -> RunTimelineRecord? {
        try await read { db in
            let row = try Row.fetchOne(
                db,
                sql: "SELECT counts, spans FROM runListing WHERE run = ?",
                arguments: [run]
            )
            guard let row, let counts = row["counts"] as String?, let spans = row["spans"] as String? else {
                return nil
            }
            return RunTimelineRecord(counts: counts, spans: spans)
        }
    }

    /// Returns the numbers of stored runs that ended since a time, by their statuses, without some runs.
    public func countsOfRuns(endedSince time: Date, except ids: [String]) async throws -> [RunStatus: Int] {
        try await read(on: aside) { db in
            var counts: [RunStatus: Int] = [:]
            // The conditions are those of the two indexes.
            for kind in ["tool IS NULL", "tool IS NOT NULL"] {
                let rows = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT status, COUNT(*) AS count FROM run
                        WHERE \(kind) AND \(Schema.runIsOver) AND updatedAt >= ?
                        GROUP BY status
                        """,
                    arguments: [time.milliseconds]
                )
                for row in rows {
                    guard let status = RunStatus(rawValue: row["status"]) else { continue }
                    counts[status, default: 0] += row["count"] as Int
                }
            }
            // Subtracted, because the indexes do not have the ids.
            let statement = try db.cachedStatement(sql: "SELECT status FROM run WHERE id = ? AND updatedAt >= ?")
            for id in Set(ids) {
                let status = try String.fetchOne(statement, arguments: [id, time.milliseconds])
                guard let status = status.flatMap(RunStatus.init(rawValue:)), status.isOver else { continue }
                counts[status, default: 0] -= 1
            }
            return counts.filter { $0.value > 0 }
        }
    }
}

extension Database {
    /// Writes the row of a run in the operators' list; the times stay as they are if the write has none.
    func list(_ run: RunRecord, _ timeline: RunTimelineRecord?) throws {
        try cachedStatement(
            sql: """
                INSERT INTO runListing (run, client, model, tool, status, createdAt, updatedAt, counts, spans, node)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (run) DO UPDATE SET model = excluded.model, status = excluded.status, node = excluded.node,
                        updatedAt = excluded.updatedAt, counts = COALESCE(excluded.counts, counts),
                        spans = COALESCE(excluded.spans, spans)
                """
        ).execute(
            arguments: [
                run.id, run.owner.text, run.model, run.tool, run.status.rawValue, run.createdAt.milliseconds,
                run.updatedAt.milliseconds, timeline?.counts, timeline?.spans, run.worker.node.description,
            ]
        )
    }
}

extension RunListing {
    fileprivate init(row: Row) {
        self.init(
            id: row["run"],
            owner: Owner(stored: row["client"]),
            node: NodeID(row["node"]),
            model: row["model"],
            tool: row["tool"],
            status: RunStatus(rawValue: row["status"]) ?? .interrupted,
            createdAt: Date(milliseconds: row["createdAt"]),
            updatedAt: Date(milliseconds: row["updatedAt"]),
            counts: row["counts"]
        )
    }
}
