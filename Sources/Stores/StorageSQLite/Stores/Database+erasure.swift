import FoundationEssentials
import GRDB
import Storage

extension Database {
    /// Records an erasure; an erasure of everything is not reduced.
    func recordErasure(_ scope: ErasureScope, of owner: Owner, at time: Date) throws {
        try execute(
            sql: """
                INSERT INTO erasure (client, scope, startedAt) VALUES (?, ?, ?)
                ON CONFLICT (client) DO UPDATE SET scope = excluded.scope WHERE excluded.scope = 'everything'
                """,
            arguments: [owner.text, scope.rawValue, time.milliseconds]
        )
        if scope == .everything, owner.user != nil {
            // From now on the person is another user, so no request adds data to the owner that is erased.
            try execute(sql: "DELETE FROM userIdentity WHERE owner = ?", arguments: [owner.text])
            // Recorded again, the person may be another user already.
            if changesCount > 0 { try keepRestrictions(of: owner, at: time) }
        }
    }

    /// Keeps the limits, the plan and the time of the sign-out of a user under the hash of the person, which may return as another user.
    private func keepRestrictions(of owner: Owner, at time: Date) throws {
        try execute(
            sql: """
                INSERT OR REPLACE INTO erasedUser (client, person, plan, limits, validFrom, erasedAt)
                SELECT client, person, plan, limits, validFrom, ?1 FROM endUser
                WHERE owner = ?2 AND person IS NOT NULL
                    AND (plan IS NOT NULL OR limits IS NOT NULL OR validFrom IS NOT NULL)
                """,
            arguments: [time.milliseconds, owner.text]
        )
    }

    /// Deletes the data of owners, as much as one transaction may, and returns the owners that still have some.
    ///
    /// - Parameter recorded: The owner of the erasure, whose record counts the rows.
    func eraseSome(_ scope: ErasureScope, of owners: ArraySlice<Owner>, for recorded: Owner) throws -> ArraySlice<Owner>
    {
        var portion = ErasurePortion()
        var rest = owners
        while let owner = rest.first, try erase(scope, of: owner, in: &portion) { rest.removeFirst() }
        try count(portion.count, of: recorded)
        return rest
    }

    /// Deletes the data of an owner; false if the portion is full before.
    ///
    /// The sums of the owner's rows, and the row of a user, are deleted last, because a client's users are found by them.
    private func erase(_ scope: ErasureScope, of owner: Owner, in portion: inout ErasurePortion) throws -> Bool {
        guard try eraseConversations(of: owner, in: &portion) else { return false }
        for condition in Self.runsBesideConversations {
            guard try eraseRuns(condition, [owner.text], in: &portion) else { return false }
        }
        // Few rows, which are bounded by the routes.
        try eraseLateOutputs(of: owner)
        guard scope == .everything else { return true }
        guard try eraseHealthSamples(of: owner, in: &portion) else { return false }
        try eraseDevices(of: owner)
        // The usage of the client, which stays, includes that of its users.
        guard owner.user != nil else {
            for table in ["userUsage", "erasedUsage", "erasedUser", "newUserCount"] {
                try execute(sql: "DELETE FROM \(table) WHERE client = ?", arguments: [owner.client])
            }
            return true
        }
        guard try eraseItems(of: owner, in: &portion) else { return false }
        try keepSpending(of: owner)
        try execute(
            sql: "DELETE FROM userUsage WHERE client = ? AND owner = ?",
            arguments: [owner.client, owner.text]
        )
        for (table, column) in Self.rowsOfUser {
            try cachedStatement(sql: "DELETE FROM \(table) WHERE \(column) = ?").execute(arguments: [owner.text])
        }
        return true
    }

    /// Keeps what a user has spent in this month under the hash of the person, which may return as another user.
    ///
    /// The erasure of a client keeps nothing, because only its own is recorded.
    private func keepSpending(of owner: Owner) throws {
        try execute(
            sql: """
                INSERT INTO erasedUsage (client, person, day, inputTokens, outputTokens, money)
                SELECT ?1, endUser.person, userUsage.day, SUM(inputTokens), SUM(outputTokens), SUM(money)
                FROM userUsage JOIN endUser ON endUser.owner = userUsage.owner AND endUser.person IS NOT NULL
                WHERE userUsage.client = ?1 AND userUsage.owner = ?2
                    AND day >= (SELECT startedAt / 86400000 - 32 FROM erasure WHERE erasure.client = ?2)
                GROUP BY userUsage.day
                ON CONFLICT (client, person, day) DO UPDATE SET
                    inputTokens = inputTokens + excluded.inputTokens,
                    outputTokens = outputTokens + excluded.outputTokens,
                    money = money + excluded.money
                """,
            arguments: [owner.client, owner.text]
        )
    }

    /// The tables with one row of a user, and their keys.
    ///
    /// The identities of a user go with its row.
    private static var rowsOfUser: [(String, String)] {
        [("clientSize", "client"), ("healthSampleCount", "client"), ("ownedItemCount", "owner"), ("endUser", "owner")]
    }

    /// The conditions of the indexes that lead from an owner to its runs without a conversation.
    private static var runsBesideConversations: [String] {
        [
            "client = ? AND isApart = 1",
            "client = ? AND tool IS NOT NULL AND \(Schema.runIsOver)",
        ]
    }

    /// Deletes the conversations of an owner with their runs; false if the portion is full before.
    private func eraseConversations(of owner: Owner, in portion: inout ErasurePortion) throws -> Bool {
        let next = try cachedStatement(sql: "SELECT id, byteCount FROM conversation WHERE client = ? LIMIT 1")
        while let row = try Row.fetchOne(next, arguments: [owner.text]) {
            let id: String = row["id"]
            let bytes: Int = row["byteCount"]
            guard try eraseRuns("conversation = ? AND client = ?", [id, owner.text], in: &portion) else { return false }
            if bytes > ErasurePortion.mostBytes {
                guard portion.isEmpty else { return false }
                if try eraseSomeEntries(of: id) { return false }
            }
            guard portion.admit(bytes: bytes) else { return false }
            try cachedStatement(sql: "DELETE FROM conversation WHERE id = ?").execute(arguments: [id])
            portion.count.conversations += 1
        }
        return true
    }

    /// Deletes the runs of a condition with their events; false if the portion is full before.
    private func eraseRuns(
        _ condition: String,
        _ arguments: StatementArguments,
        in portion: inout ErasurePortion
    ) throws -> Bool {
        let next = try cachedStatement(sql: "SELECT id, byteCount FROM run WHERE \(condition) LIMIT 1")
        while let row = try Row.fetchOne(next, arguments: arguments) {
            let id: String = row["id"]
            let bytes: Int = row["byteCount"]
            if bytes > ErasurePortion.mostBytes {
                guard portion.isEmpty else { return false }
                if try eraseSomeEvents(of: id) { return false }
            }
            guard portion.admit(bytes: bytes) else { return false }
            try cachedStatement(sql: "DELETE FROM run WHERE id = ?").execute(arguments: [id])
            portion.count.runs += 1
        }
        return true
    }

    /// Deletes the last entries of a large conversation, so that the rest is always its first part; false if there are none.
    private func eraseSomeEntries(of conversation: String) throws -> Bool {
        try execute(
            sql: """
                DELETE FROM transcriptEntry WHERE rowid IN (
                    SELECT rowid FROM transcriptEntry WHERE conversation = ? ORDER BY position DESC LIMIT 32)
                """,
            arguments: [conversation]
        )
        return changesCount > 0
    }

    /// Deletes the last events of a long run; false if there are none.
    private func eraseSomeEvents(of run: String) throws -> Bool {
        try execute(
            sql: """
                DELETE FROM runEvents WHERE run = ?1 AND first IN (
                    SELECT first FROM runEvents WHERE run = ?1 ORDER BY first DESC LIMIT 4)
                """,
            arguments: [run]
        )
        return changesCount > 0
    }

    /// Deletes the health samples of an owner; false if the portion is full before.
    private func eraseHealthSamples(of owner: Owner, in portion: inout ErasurePortion) throws -> Bool {
        let limit = max(1, portion.rows)
        let count = try deleteSomeHealthSamples(of: owner, limit: limit)
        guard count > 0 else { return true }
        portion.count.healthSamples += count
        return portion.admit(rows: count) && count < limit
    }

    /// Deletes the items of an owner's list; false if the portion is full before.
    private func eraseItems(of owner: Owner, in portion: inout ErasurePortion) throws -> Bool {
        let limit = max(1, portion.rows)
        try execute(
            sql: """
                DELETE FROM ownedItem WHERE owner = ?1 AND id IN (
                    SELECT id FROM ownedItem WHERE owner = ?1 ORDER BY id LIMIT ?2)
                """,
            arguments: [owner.text, limit]
        )
        let count = changesCount
        guard count > 0 else { return true }
        portion.count.items += count
        return portion.admit(rows: count) && count < limit
    }

    /// Adds numbers of deleted rows to the record of the erasure.
    private func count(_ erased: ErasureCount, of owner: Owner) throws {
        guard erased != ErasureCount() else { return }
        try execute(
            sql: """
                UPDATE erasure SET conversations = conversations + ?, runs = runs + ?, healthSamples = healthSamples + ?,
                    items = items + ?
                WHERE client = ?
                """,
            arguments: [erased.conversations, erased.runs, erased.healthSamples, erased.items, owner.text]
        )
    }
}
