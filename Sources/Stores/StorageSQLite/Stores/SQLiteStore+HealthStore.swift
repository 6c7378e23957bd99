public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: HealthStore {
    /// Stores samples in one transaction.
    public func storeHealthSamples(
        _ samples: [HealthSampleRecord],
        of owner: Owner,
        limit: Int?,
        ownLimit: Int?
    ) async throws -> HealthStoreSummary {
        guard !samples.isEmpty else { return HealthStoreSummary() }
        return try await write { db in
            let former = try db.healthSampleCount(of: owner)
            // The limit of the client, without the samples of its other owners, and the limit of the owner alone.
            let ofOthers = try db.healthSampleCount(ofClientWith: owner) - former
            let bound = [limit.map { $0 - ofOthers }, ownLimit].compactMap(\.self).min()
            var intake = HealthSampleIntake(count: former, limit: bound)
            for sample in samples {
                let stored = try sample.stored(in: db, of: owner)
                guard let replaced = intake.replaced(by: sample.inWholeMilliseconds, among: stored) else { continue }
                for other in replaced { try other.delete(from: db, of: owner) }
                try sample.insert(into: db, of: owner)
            }
            if intake.count != former { try db.changeHealthSampleCount(of: owner, by: intake.count - former) }
            return intake.summary
        }
    }

    /// Returns the metrics that the owner has samples of, by name.
    public func healthMetrics(of owner: Owner) async throws -> [HealthMetricRecord] {
        try await read { db in
            // The key leads from each name to the next, because a metric may have a hundred thousand samples.
            let names = try String.fetchAll(
                db,
                sql: """
                    WITH RECURSIVE name (metric) AS (
                        SELECT MIN(metric) FROM healthSample WHERE client = :client
                        UNION ALL
                        SELECT (SELECT MIN(metric) FROM healthSample WHERE client = :client AND metric > name.metric)
                            FROM name WHERE name.metric IS NOT NULL
                    )
                    SELECT metric FROM name WHERE metric IS NOT NULL
                    """,
                arguments: ["client": owner.text]
            )
            let latest = try db.cachedStatement(
                sql: """
                    SELECT start, day FROM healthSample WHERE client = ? AND metric = ?
                    ORDER BY start DESC, part DESC, source DESC LIMIT 1
                    """
            )
            return try names.compactMap { name in
                try Row.fetchOne(latest, arguments: [owner.text, name]).map { row in
                    HealthMetricRecord(name: name, latest: Date(milliseconds: row["start"]), latestDay: row["day"])
                }
            }
        }
    }

    /// Returns the sums of the samples of one metric.
    public func healthTotals(
        of owner: Owner,
        metric: String,
        in span: HealthSpan
    ) async throws -> [HealthDayTotal] {
        guard let first = span.boundaries.first, let last = span.boundaries.last, !span.days.isEmpty else { return [] }
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT number, part, unit, source, COUNT(*) AS count, SUM(value) AS sum,
                        MIN(COALESCE(minimum, value)) AS least, MAX(COALESCE(maximum, value)) AS greatest
                    FROM (
                        SELECT *, \(Self.dayNumber(in: span)) AS number FROM healthSample
                        WHERE client = ? AND metric = ? AND start >= ? AND start < ?
                    )
                    WHERE number >= ? AND number < ?
                    GROUP BY number, part, unit, source ORDER BY number, part, unit, source
                    """,
                arguments: [
                    owner.text, metric, (first - Self.reach).milliseconds, (last + Self.reach).milliseconds,
                    span.days.lowerBound, span.days.upperBound,
                ]
            ).map(HealthDayTotal.init(row:))
        }
    }

    /// The longest distance in time between a day here and a sample that counts for the same date elsewhere.
    private static var reach: TimeInterval { 2 * 86_400 }

    /// Returns the expression for the day of a row: its own, or by its time.
    ///
    /// Only numbers are inserted into the text.
    private static func dayNumber(in span: HealthSpan) -> String {
        let times = zip(span.boundaries, [nil] + span.days.map { Optional($0) })
            .map { boundary, day in "WHEN start < \(boundary.milliseconds) THEN \(day.map(String.init) ?? "NULL")" }
        return "CASE WHEN day IS NOT NULL THEN day \(times.joined(separator: " ")) END"
    }

    /// Returns a page of an owner's samples, by metric and time.
    public func healthSamples(
        of owner: Owner,
        after place: HealthSampleRecord?,
        limit: Int
    ) async throws -> [HealthSampleRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM healthSample WHERE client = ? AND (metric, start, part, source) > (?, ?, ?, ?)
                    ORDER BY metric, start, part, source LIMIT ?
                    """,
                arguments: [
                    owner.text, place?.metric ?? "", place?.start.milliseconds ?? .min, place?.part ?? "",
                    place?.source ?? "", max(0, limit),
                ]
            ).map(HealthSampleRecord.init(row:))
        }
    }

    /// Deletes all samples of an owner.
    public func deleteHealthSamples(of owner: Owner) async throws -> Int {
        var count = 0
        // Small transactions do not block the store for others.
        while case let deleted = try await write({ db in try db.deleteSomeHealthSamples(of: owner) }), deleted > 0 {
            count += deleted
            try Task.checkCancellation()
        }
        if count > 0 { await removeDeletedRowsFromLog() }
        return count
    }

    /// Deletes the samples of all owners from before a time.
    public func deleteHealthSamples(before time: Date) async throws -> Int {
        var count = 0
        // Small transactions do not block the store for others.
        while true {
            let deleted = try await write { db in
                let owners = try String.fetchAll(
                    db,
                    sql: """
                        DELETE FROM healthSample WHERE (client, metric, start, part, source) IN (
                            SELECT client, metric, start, part, source FROM healthSample WHERE start < ? ORDER BY start LIMIT 2000
                        )
                        RETURNING client
                        """,
                    arguments: [time.milliseconds]
                )
                for (owner, deleted) in Dictionary(owners.map { (Owner(stored: $0), 1) }, uniquingKeysWith: +) {
                    try db.changeHealthSampleCount(of: owner, by: -deleted)
                }
                return owners.count
            }
            count += deleted
            if deleted == 0 { break }
            try Task.checkCancellation()
        }
        if count > 0 { await removeDeletedRowsFromLog() }
        return count
    }
}

extension Database {
    /// Deletes some samples of an owner, within a transaction, and returns their number.
    func deleteSomeHealthSamples(of owner: Owner, limit: Int = 2000) throws -> Int {
        try execute(
            sql: """
                DELETE FROM healthSample WHERE (client, metric, start, part, source) IN (
                    SELECT client, metric, start, part, source FROM healthSample WHERE client = ? LIMIT ?)
                """,
            arguments: [owner.text, limit]
        )
        let count = changesCount
        try execute(
            sql: "UPDATE healthSampleCount SET count = count - ? WHERE client = ?",
            arguments: [count, owner.text]
        )
        if count == 0 {
            try execute(sql: "DELETE FROM healthSampleCount WHERE client = ? AND count <= 0", arguments: [owner.text])
        }
        return count
    }

    /// Returns the number of samples of an owner.
    fileprivate func healthSampleCount(of owner: Owner) throws -> Int {
        try Int.fetchOne(
            cachedStatement(sql: "SELECT count FROM healthSampleCount WHERE client = ?"),
            arguments: [owner.text]
        ) ?? 0
    }

    /// Returns the number of samples of an owner's client with all its users.
    fileprivate func healthSampleCount(ofClientWith owner: Owner) throws -> Int {
        try healthSampleCount(of: Owner(client: owner.client))
            + (Int.fetchOne(
                cachedStatement(sql: "SELECT healthSampleCount FROM usersSize WHERE client = ?"),
                arguments: [owner.client]
            ) ?? 0)
    }

    /// Changes the number of an owner's samples.
    fileprivate func changeHealthSampleCount(of owner: Owner, by change: Int) throws {
        try cachedStatement(
            sql: """
                INSERT INTO healthSampleCount (client, count) VALUES (?, ?)
                ON CONFLICT (client) DO UPDATE SET count = count + excluded.count
                """
        ).execute(arguments: [owner.text, change])
    }
}

extension HealthDayTotal {
    fileprivate init(row: Row) {
        self.init(
            day: row["number"],
            part: row["part"],
            unit: row["unit"],
            source: row["source"],
            count: row["count"],
            sum: row["sum"],
            minimum: row["least"],
            maximum: row["greatest"]
        )
    }
}

extension HealthSampleRecord {
    /// Reads the samples at this sample's place, of any source.
    fileprivate func stored(in db: Database, of owner: Owner) throws -> [HealthSampleRecord] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT * FROM healthSample WHERE client = ? AND metric = ? AND start = ? AND part = ?"
            ),
            arguments: [owner.text, metric, start.milliseconds, part]
        )
        .map(HealthSampleRecord.init(row:))
    }

    fileprivate init(row: Row) {
        self.init(
            metric: row["metric"],
            part: row["part"],
            source: row["source"],
            start: Date(milliseconds: row["start"]),
            day: row["day"],
            unit: row["unit"],
            value: row["value"],
            minimum: row["minimum"],
            maximum: row["maximum"]
        )
    }

    fileprivate func delete(from db: Database, of owner: Owner) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM healthSample WHERE client = ? AND metric = ? AND start = ? AND part = ? AND source = ?
                """
        ).execute(arguments: [owner.text, metric, start.milliseconds, part, source])
    }

    fileprivate func insert(into db: Database, of owner: Owner) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO healthSample (client, metric, start, part, source, day, unit, value, minimum, maximum)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [owner.text, metric, start.milliseconds, part, source, day, unit, value, minimum, maximum]
        )
    }
}
