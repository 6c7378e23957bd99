import CalendarDays
import GRDB
public import Storage

extension SQLiteStore {
    /// Returns the usage of a user, ordered by day and model.
    public func userUsage(
        of owner: Owner,
        from first: String,
        to last: String?,
        limit: Int
    ) async throws -> [UsageRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM userUsage
                    WHERE client = ?1 AND owner = ?2 AND day >= ?3 AND (?4 IS NULL OR day <= ?4)
                    ORDER BY day, model LIMIT ?5
                    """,
                arguments: [
                    owner.client, owner.text, UserUsageRecord.number(ofDay: first),
                    last.map(UserUsageRecord.number(ofDay:)),
                    limit,
                ]
            )
            .map { UsageRecord(row: $0, of: owner) }
        }
    }

    /// Returns what the person of a user has spent as earlier users of the client.
    public func erasedUsage(of owner: Owner, from first: String) async throws -> [UsageRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT day, '' AS model, 0 AS turns, 0 AS unsettledTurns, SUM(inputTokens) AS inputTokens,
                        0 AS cachedInputTokens, SUM(outputTokens) AS outputTokens, SUM(money) AS money, 0 AS isUnpriced
                    FROM (
                        SELECT day, inputTokens, outputTokens, money FROM erasedUsage
                        WHERE client = ?1 AND person = (SELECT person FROM endUser WHERE owner = ?2)
                        UNION ALL
                        SELECT day, inputTokens, outputTokens, money FROM userUsage
                        WHERE client = ?1 AND owner IN (
                            SELECT owner FROM endUser WHERE client = ?1 AND owner <> ?2
                                AND person = (SELECT person FROM endUser WHERE owner = ?2)))
                    WHERE day >= ?3 GROUP BY day ORDER BY day
                    """,
                arguments: [owner.client, owner.text, UserUsageRecord.number(ofDay: first)]
            )
            .map { UsageRecord(row: $0, of: owner) }
        }
    }

    /// Deletes what is kept of erased users: their spending from before a day, the rest a month later.
    public func deleteErasedUsage(before day: String) async throws {
        let number = UserUsageRecord.number(ofDay: day)
        try await write { db in
            try db.execute(sql: "DELETE FROM erasedUsage WHERE day < ?", arguments: [number])
            // A token that was issued before a sign-out is valid for 31 days at most.
            try db.execute(sql: "DELETE FROM erasedUser WHERE erasedAt < ?", arguments: [(number - 31) * 86_400_000])
        }
    }

    /// Deletes some records of users from before a day.
    public func deleteUserUsage(before day: String, limit: Int) async throws -> Int {
        // No index leads from days to records, because each turn would pay for it. A reader finds them, which does not block the writer.
        let keys = try await read(on: aside) { db in
            try Row.fetchAll(
                db,
                sql: "SELECT client, owner, day, model FROM userUsage WHERE day < ? LIMIT ?",
                arguments: [UserUsageRecord.number(ofDay: day), limit]
            )
            .map { row -> (client: String, owner: String, day: Int, model: String) in
                (row["client"], row["owner"], row["day"], row["model"])
            }
        }
        guard !keys.isEmpty else { return 0 }
        return try await write { db in
            let delete = try db.cachedStatement(
                sql: "DELETE FROM userUsage WHERE client = ? AND owner = ? AND day = ? AND model = ?"
            )
            var count = 0
            for key in keys {
                try delete.execute(arguments: [key.client, key.owner, key.day, key.model])
                count += db.changesCount
            }
            return count
        }
    }
}

extension UserUsageRecord {
    /// Returns the number of a day such as `2026-11-21`, as the table has it.
    fileprivate static func number(ofDay day: String) -> Int { CalendarDay(day)?.number ?? 0 }

    /// Adds it to the stored record of the same user, day and model.
    func add(to db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO userUsage
                    (client, owner, day, model, turns, unsettledTurns, inputTokens, cachedInputTokens, outputTokens, money,
                    isUnpriced)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (client, owner, day, model) DO UPDATE SET
                    turns = turns + excluded.turns,
                    unsettledTurns = unsettledTurns + excluded.unsettledTurns,
                    inputTokens = inputTokens + excluded.inputTokens,
                    cachedInputTokens = cachedInputTokens + excluded.cachedInputTokens,
                    outputTokens = outputTokens + excluded.outputTokens,
                    money = money + excluded.money,
                    isUnpriced = max(isUnpriced, excluded.isUnpriced)
                """
        ).execute(arguments: [
            owner.client, owner.text, Self.number(ofDay: usage.day), usage.model, usage.turns, usage.unsettledTurns,
            usage.inputTokens, usage.cachedInputTokens, usage.outputTokens, usage.money.micros, usage.isUnpriced,
        ])
    }
}

extension UsageRecord {
    /// Reads a row of the usage of a user.
    fileprivate init(row: Row, of owner: Owner) {
        self.init(
            client: owner.client,
            day: CalendarDay(number: row["day"]).text,
            model: row["model"],
            turns: row["turns"],
            unsettledTurns: row["unsettledTurns"],
            inputTokens: row["inputTokens"],
            cachedInputTokens: row["cachedInputTokens"],
            outputTokens: row["outputTokens"],
            money: Money(micros: row["money"]),
            isUnpriced: row["isUnpriced"]
        )
    }
}

extension Database {
    /// Returns the owner of the usage of all anonymous users of a client, if a user is one of them.
    func anonymousUsers(of user: Owner?) throws -> [Owner] {
        guard let user else { return [] }
        let isAnonymous = try Bool.fetchOne(
            self,
            sql: "SELECT EXISTS (SELECT 1 FROM endUser WHERE owner = ? AND kind = 'anonymous')",
            arguments: [user.text]
        )
        return isAnonymous == true ? [.anonymousUsers(of: user.client)] : []
    }
}
