import GRDB
public import Storage

extension SQLiteStore: UsageStore {
    /// Writes changes in one transaction.
    public func apply(_ changes: UsageChanges) async throws {
        try await write { db in
            for record in changes.reserved { try record.save(to: db) }
            for id in changes.released {
                try db.cachedStatement(sql: "DELETE FROM reservation WHERE id = ?").execute(arguments: [id])
            }
            for record in changes.used { try record.add(to: db) }
            for record in changes.usedByUsers { try record.add(to: db) }
        }
    }

    /// Counts the reservations that processes have left as used, and deletes them.
    public func settleReservations(of left: LeftWork) async throws -> Int {
        try await write { db in
            let records = try ReservationRecord.all(in: db).filter { left.includes($0.worker) }
            guard !records.isEmpty else { return 0 }
            for record in records {
                let usage = UsageRecord(unsettled: record)
                try usage.add(to: db)
                for owner in try [record.owner].compactMap(\.self) + db.anonymousUsers(of: record.owner) {
                    try UserUsageRecord(usage, of: owner).add(to: db)
                }
            }
            try db.execute(sql: "DELETE FROM reservation WHERE \(LeftWork.condition)", arguments: left.arguments)
            return records.count
        }
    }

    /// Returns the stored reservations.
    public func reservations() async throws -> [ReservationRecord] {
        try await read { db in try ReservationRecord.all(in: db) }
    }

    /// Returns usage records, ordered by client, day and model.
    public func usage(
        of client: String?,
        from first: String,
        to last: String?,
        limit: Int
    ) async throws -> [UsageRecord] {
        // The primary key finds the rows of one client, for which a turn may wait; for all clients the table is scanned.
        try await read(on: client == nil ? aside : database) { db in
            let ofClient = client == nil ? "" : "client = ? AND"
            let arguments: StatementArguments = client.map { [$0] } ?? []
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM usage WHERE \(ofClient) day >= ? AND (? IS NULL OR day <= ?)
                    ORDER BY client, day, model LIMIT ?
                    """,
                arguments: arguments + [first, last, last, limit]
            )
            .map(UsageRecord.init(row:))
        }
    }

    /// Returns sums by quarters of hours, in their order.
    public func usage(
        by grouping: UsageGrouping,
        of client: String?,
        in slots: Range<Int>,
        limit: Int
    ) async throws -> [UsageRecord] {
        try await read(on: aside) { db in
            let (key, other) = grouping == .client ? ("client", "model") : ("model", "client")
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT slot, \(key), '' AS \(other), '' AS day, SUM(turns) AS turns, SUM(unsettledTurns) AS unsettledTurns,
                        SUM(inputTokens) AS inputTokens, SUM(cachedInputTokens) AS cachedInputTokens,
                        SUM(cacheWriteTokens) AS cacheWriteTokens, SUM(outputTokens) AS outputTokens, SUM(money) AS money,
                        MAX(isUnpriced) AS isUnpriced
                    FROM usageSlot WHERE slot >= ?1 AND slot < ?2 AND (?3 IS NULL OR client = ?3)
                    GROUP BY slot, \(key) ORDER BY slot, \(key) LIMIT ?4
                    """,
                arguments: [slots.lowerBound, slots.upperBound, client, limit]
            )
            .map { row in
                var record = UsageRecord(row: row)
                record.slot = row["slot"]
                return record
            }
        }
    }
}

extension ReservationRecord {
    fileprivate static func all(in db: Database) throws -> [ReservationRecord] {
        try Row.fetchAll(db, sql: "SELECT * FROM reservation ORDER BY id").map { row in
            ReservationRecord(
                id: row["id"],
                worker: Worker(row: row),
                client: row["client"],
                owner: (row["owner"] as String?).map(Owner.init(stored:)),
                day: row["day"],
                model: row["model"],
                inputTokens: row["inputTokens"],
                outputTokens: row["outputTokens"],
                money: Money(micros: row["money"])
            )
        }
    }

    fileprivate func save(to db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO reservation
                    (id, client, day, model, inputTokens, outputTokens, money, node, epoch, owner)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            id, client, day, model, inputTokens, outputTokens, money.micros, worker.node.description, worker.epoch,
            owner?.text,
        ])
    }
}

extension UsageRecord {
    fileprivate init(row: Row) {
        self.init(
            client: row["client"],
            day: row["day"],
            model: row["model"],
            turns: row["turns"],
            unsettledTurns: row["unsettledTurns"],
            inputTokens: row["inputTokens"],
            cachedInputTokens: row["cachedInputTokens"],
            cacheWriteTokens: row["cacheWriteTokens"],
            outputTokens: row["outputTokens"],
            money: Money(micros: row["money"]),
            isUnpriced: row["isUnpriced"]
        )
    }

    fileprivate func add(to db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO usage
                    (client, day, model, turns, unsettledTurns, inputTokens, cachedInputTokens, cacheWriteTokens,
                    outputTokens, money, isUnpriced)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (client, day, model) DO UPDATE SET
                    turns = turns + excluded.turns,
                    unsettledTurns = unsettledTurns + excluded.unsettledTurns,
                    inputTokens = inputTokens + excluded.inputTokens,
                    cachedInputTokens = cachedInputTokens + excluded.cachedInputTokens,
                    cacheWriteTokens = cacheWriteTokens + excluded.cacheWriteTokens,
                    outputTokens = outputTokens + excluded.outputTokens,
                    money = money + excluded.money,
                    isUnpriced = max(isUnpriced, excluded.isUnpriced)
                """
        ).execute(arguments: [
            client, day, model, turns, unsettledTurns, inputTokens, cachedInputTokens, cacheWriteTokens,
            outputTokens, money.micros, isUnpriced,
        ])
        guard let slot else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO usageSlot
                    (slot, client, model, turns, unsettledTurns, inputTokens, cachedInputTokens, cacheWriteTokens,
                    outputTokens, money, isUnpriced)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (slot, client, model) DO UPDATE SET
                    turns = turns + excluded.turns,
                    unsettledTurns = unsettledTurns + excluded.unsettledTurns,
                    inputTokens = inputTokens + excluded.inputTokens,
                    cachedInputTokens = cachedInputTokens + excluded.cachedInputTokens,
                    cacheWriteTokens = cacheWriteTokens + excluded.cacheWriteTokens,
                    outputTokens = outputTokens + excluded.outputTokens,
                    money = money + excluded.money,
                    isUnpriced = max(isUnpriced, excluded.isUnpriced)
                """
        ).execute(arguments: [
            slot, client, model, turns, unsettledTurns, inputTokens, cachedInputTokens, cacheWriteTokens,
            outputTokens, money.micros, isUnpriced,
        ])
    }
}
