import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: UserDataStore {
    /// Returns conversations of a client's users that were last continued before a time.
    public func agedConversations(
        ofUsersOf client: String,
        _ times: AgedTimes,
        after place: AgedPlace?,
        lookingAt count: Int
    ) async throws -> AgedPage<AgedConversation> {
        // The character after the slash is the digit 0.
        let (start, end) = (place ?? AgedPlace(owner: client + "/", time: .min), client + "0")
        return try await read(on: aside) { db in
            let next = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT client, updatedAt, rowid AS place FROM conversation
                        WHERE client < ? AND (client, updatedAt, rowid) > (?, ?, ?)
                        ORDER BY client, updatedAt, rowid LIMIT 1 OFFSET ?
                        """
                ),
                arguments: [end, start.owner, start.time, start.row, max(1, count) - 1]
            ).map { AgedPlace(owner: $0["client"], time: $0["updatedAt"], row: $0["place"]) }
            let last = next ?? AgedPlace(owner: end, time: .min)
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT conversation.id, conversation.client AS owner, conversation.updatedAt, endUser.kind, endUser.plan,
                            endUser.limits, endUser.seenAt
                        FROM conversation LEFT JOIN endUser ON endUser.owner = conversation.client
                        WHERE conversation.client < ?
                            AND (conversation.client, conversation.updatedAt, conversation.rowid) > (?, ?, ?)
                            AND (conversation.client, conversation.updatedAt, conversation.rowid) <= (?, ?, ?)
                            AND conversation.updatedAt < CASE WHEN endUser.limits IS NULL THEN ? ELSE ? END
                        ORDER BY conversation.client, conversation.updatedAt, conversation.rowid
                        """
                ),
                arguments: [
                    end, start.owner, start.time, start.row, last.owner, last.time, last.row,
                    times.standard.milliseconds, times.own.milliseconds,
                ]
            )
            let conversations = rows.map { row in
                AgedConversation(
                    id: row["id"],
                    updatedAt: Date(milliseconds: row["updatedAt"]),
                    user: AgedUser(row: row)
                )
            }
            return AgedPage(conversations, next: next)
        }
    }

    /// Deletes conversations with their runs, unless they were continued since or have an unfinished run.
    public func deleteAgedConversations(_ conversations: [AgedConversation]) async throws -> Int {
        var rest = conversations[...]
        var count = 0
        while !rest.isEmpty {
            let (deleted, left) = try await write { [rest] db in try db.deleteSomeAged(rest) }
            (count, rest) = (count + deleted, left)
            try Task.checkCancellation()
        }
        if count > 0 { await removeDeletedRowsFromLog() }
        return count
    }

    /// Returns users of a client that are not blocked and sent no request since a time.
    public func unseenUsers(
        of client: String,
        _ kind: EndUserRecord.Kind,
        _ times: AgedTimes,
        after place: AgedPlace?,
        limit: Int
    ) async throws -> AgedPage<AgedUser> {
        try await read(on: aside) { db in
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT owner, kind, plan, limits, seenAt FROM endUser
                        WHERE client = ? AND (seenAt, owner) > (?, ?) AND seenAt < ? AND kind = ? AND blockedAt IS NULL
                            AND seenAt < CASE WHEN limits IS NULL THEN ? ELSE ? END
                        ORDER BY seenAt, owner LIMIT ?
                        """
                ),
                arguments: [
                    client, place?.time ?? .min, place?.owner ?? "",
                    max(times.standard, times.own).milliseconds, kind.rawValue,
                    times.standard.milliseconds, times.own.milliseconds, max(1, limit),
                ]
            )
            let users = rows.map(AgedUser.init(row:))
            let last = users.last.map { AgedPlace(owner: $0.owner.text, time: $0.seenAt.milliseconds) }
            return AgedPage(users, next: users.count < max(1, limit) ? nil : last)
        }
    }
}

extension Database {
    /// Deletes aged conversations, as many as one transaction may, and returns their number and those that are left.
    fileprivate func deleteSomeAged(
        _ conversations: ArraySlice<AgedConversation>
    ) throws -> (deleted: Int, left: ArraySlice<AgedConversation>) {
        let find = try cachedStatement(
            sql: """
                SELECT byteCount FROM conversation WHERE id = ? AND updatedAt = ? AND NOT EXISTS (
                    SELECT 1 FROM run WHERE conversation = conversation.id AND \(Schema.runIsUnfinished))
                """
        )
        var portion = ErasurePortion()
        var rest = conversations
        var count = 0
        while let aged = rest.first {
            if let bytes = try Int.fetchOne(find, arguments: [aged.id, aged.updatedAt.milliseconds]) {
                guard portion.admit(bytes: bytes) else { break }
                try execute(sql: "DELETE FROM run WHERE conversation = ?", arguments: [aged.id])
                try deleteLateOutputs(ofConversation: aged.id)
                try execute(sql: "DELETE FROM conversation WHERE id = ?", arguments: [aged.id])
                count += 1
            }
            rest.removeFirst()
        }
        return (count, rest)
    }
}

extension AgedUser {
    /// Reads a user; one without a row has the plan of identified users.
    fileprivate init(row: Row) {
        self.init(
            owner: Owner(stored: row["owner"]),
            kind: (row["kind"] as String?).flatMap(EndUserRecord.Kind.init(rawValue:)) ?? .identified,
            plan: row["plan"],
            limits: row["limits"],
            seenAt: Date(milliseconds: (row["seenAt"] as Int64?) ?? 0)
        )
    }
}
