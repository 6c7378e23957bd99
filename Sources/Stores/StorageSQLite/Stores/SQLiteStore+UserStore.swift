public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: UserStore {
    /// Returns a user; `nil` if there is none.
    public func user(_ owner: Owner) async throws -> EndUserRecord? {
        try await read { db in try db.endUser(owner) }
    }

    /// Returns the user of an identity; `nil` if there is none.
    public func user(of identity: UserIdentity, client: String) async throws -> EndUserRecord? {
        try await read { db in try db.endUser(of: identity, client: client) }
    }

    /// Returns the user of an identity, and creates it if there is none.
    public func admit(
        identity: UserIdentity,
        asNew record: EndUserRecord,
        quota: Int?
    ) async throws -> UserAdmission {
        try await write { db in
            let client = record.owner.client
            if let known = try db.endUser(of: identity, client: client) { return .admitted(known, isNew: false) }
            guard try db.hasClient(client) else { return .noClient }
            if let end = try db.countNew(record, atMost: quota) { return .limited(until: end) }
            let user = try db.restricted(record)
            try db.insert(user)
            try db.execute(
                sql: "INSERT INTO userIdentity (client, issuer, subject, owner, createdAt) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    client, identity.issuer, identity.subject, record.owner.text, record.createdAt.milliseconds,
                ]
            )
            return .admitted(user, isNew: true)
        }
    }

    /// Returns the identities of a user, in the order in which they were linked.
    public func identities(of owner: Owner) async throws -> [UserIdentityRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT * FROM userIdentity WHERE owner = ? ORDER BY createdAt, issuer, subject",
                arguments: [owner.text]
            ).map { row in
                UserIdentityRecord(
                    identity: UserIdentity(issuer: row["issuer"], subject: row["subject"]),
                    createdAt: Date(milliseconds: row["createdAt"])
                )
            }
        }
    }

    /// Returns a page of a client's users.
    public func users(of client: String, _ query: UserQuery) async throws -> UserPage {
        // The spending of all users is added up for the order by it, so the read may be long.
        try await read(on: aside) { db in
            let (sql, arguments) = query.statement(of: client)
            let rows = try Row.fetchAll(db, sql: sql, arguments: arguments)
            let entries = rows.prefix(query.limit).map { row in
                UserPage.Entry(
                    user: EndUserRecord(row: row),
                    money: row["money"],
                    tokens: row["tokens"],
                    isUnpriced: row["isUnpriced"]
                )
            }
            let next = rows.count > query.limit ? entries.last.map(query.order.place(of:)) : nil
            return UserPage(entries: entries, next: next)
        }
    }

    /// Whether a client has a user.
    public func hasUsers(of client: String) async throws -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM endUser WHERE client = ?)",
                arguments: [client]
            ) ?? false
        }
    }

    /// Returns the owners of all blocked users.
    public func blockedUsers() async throws -> [Owner] {
        try await read { db in
            try String.fetchAll(db, sql: "SELECT owner FROM endUser WHERE blockedAt IS NOT NULL")
                .map(Owner.init(stored:))
        }
    }

    /// Replaces the user of the same owner and the revision before.
    public func updateUser(_ record: EndUserRecord, audit: AuditTrail) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    UPDATE endUser SET kind = ?, plan = ?, organization = ?, organizationIssuer = ?, limits = ?,
                        blockedAt = ?, validFrom = ?, claimedAt = ?, revision = ?
                    WHERE owner = ? AND revision = ?
                    """,
                arguments: [
                    record.kind.rawValue, record.plan, record.organization, record.organizationIssuer, record.limits,
                    record.blockedAt?.milliseconds, record.validFrom?.milliseconds, record.claimedAt?.milliseconds,
                    record.revision, record.owner.text, record.revision - 1,
                ]
            )
            guard db.changesCount == 1 else {
                throw StoreError(
                    .conflict,
                    "The user was changed by someone else meanwhile. Read it again and try again."
                )
            }
            try db.append(audit)
        }
    }

    /// Stores what was said about users.
    public func setClaims(_ claims: [Owner: UserClaims]) async throws {
        try await write { db in
            let update = try db.cachedStatement(
                sql: """
                    UPDATE endUser SET kind = ?, plan = CASE WHEN ? THEN ? ELSE plan END, organization = ?,
                        organizationIssuer = ?, claimedAt = ?
                    WHERE owner = ? AND (claimedAt IS NULL OR claimedAt <= ?)
                    """
            )
            for (owner, claims) in claims {
                let plan: String? = claims.plan ?? nil
                try update.execute(arguments: [
                    claims.kind.rawValue, claims.plan != nil, plan, claims.organization,
                    claims.organizationIssuer, claims.claimedAt.milliseconds, owner.text, claims.claimedAt.milliseconds,
                ])
            }
        }
    }

    /// Stores the times of the latest requests of users.
    public func setSeen(_ times: [Owner: Date]) async throws {
        try await write { db in
            let update = try db.cachedStatement(sql: "UPDATE endUser SET seenAt = max(seenAt, ?) WHERE owner = ?")
            for (owner, time) in times { try update.execute(arguments: [time.milliseconds, owner.text]) }
        }
    }
}

extension UserQuery.Order {
    /// Returns the place of a user in this order.
    fileprivate func place(of entry: UserPage.Entry) -> UserQuery.Place {
        let (first, second) =
            switch self {
            case .seen: (Int(entry.user.seenAt.milliseconds), 0)
            case .created: (Int(entry.user.createdAt.milliseconds), 0)
            case .spend: (entry.money, entry.tokens)
            }
        return UserQuery.Place(first: first, second: second, user: entry.user.owner.user ?? "")
    }
}

extension UserQuery {
    /// Returns the statement of a page and one user more, which shows whether there is another page.
    fileprivate func statement(of client: String) -> (sql: String, arguments: StatementArguments) {
        let (sums, source) =
            order == .spend
            ? (
                """
                COALESCE(spent.money, 0) AS money, COALESCE(spent.tokens, 0) AS tokens,
                COALESCE(spent.isUnpriced, 0) AS isUnpriced
                """,
                """
                endUser LEFT JOIN (
                    SELECT owner AS spender, SUM(money) AS money, SUM(inputTokens + outputTokens) AS tokens,
                        MAX(isUnpriced) AS isUnpriced
                    FROM userUsage WHERE client = :client AND day >= :day GROUP BY owner) AS spent ON spent.spender = endUser.owner
                """
            )
            // For the other orders an index returns the page, and only its users' spending is added up.
            : (
                """
                (SELECT COALESCE(SUM(money), 0) FROM userUsage
                    WHERE client = :client AND owner = endUser.owner AND day >= :day) AS money,
                (SELECT COALESCE(SUM(inputTokens + outputTokens), 0) FROM userUsage
                    WHERE client = :client AND owner = endUser.owner AND day >= :day) AS tokens,
                (SELECT COALESCE(MAX(isUnpriced), 0) FROM userUsage
                    WHERE client = :client AND owner = endUser.owner AND day >= :day) AS isUnpriced
                """, "endUser"
            )
        let (first, second) =
            switch order {
            case .seen: ("endUser.seenAt", "0")
            case .created: ("endUser.createdAt", "0")
            case .spend: ("COALESCE(spent.money, 0)", "COALESCE(spent.tokens, 0)")
            }
        var conditions = ["endUser.client = :client"]
        var arguments: [String: (any DatabaseValueConvertible)?] = [
            "client": client, "day": firstDay, "limit": limit + 1,
        ]
        if let text {
            let ofIssuer = issuer == nil ? "" : " AND issuer = :issuer"
            conditions.append(
                """
                (endUser.owner = :owner OR endUser.owner IN (
                    SELECT owner FROM userIdentity WHERE client = :client AND subject = :text\(ofIssuer)))
                """
            )
            arguments["owner"] = Owner(client: client, user: text).text
            arguments["text"] = text
            if let issuer { arguments["issuer"] = issuer }
        }
        if let kind {
            conditions.append("endUser.kind = :kind")
            arguments["kind"] = kind.rawValue
        }
        if let plan {
            let ofKind = kindOfPlan == nil ? "" : " OR endUser.plan IS NULL AND endUser.kind = :kindOfPlan"
            conditions.append("(endUser.plan = :plan\(ofKind))")
            arguments["plan"] = plan
            if let kindOfPlan { arguments["kindOfPlan"] = kindOfPlan.rawValue }
        }
        if let isBlocked { conditions.append("endUser.blockedAt IS \(isBlocked ? "NOT NULL" : "NULL")") }
        if let after {
            conditions.append("(\(first), \(second), endUser.owner) < (:first, :second, :last)")
            arguments["first"] = after.first
            arguments["second"] = after.second
            arguments["last"] = Owner(client: client, user: after.user).text
        }
        return (
            """
            SELECT endUser.*, \(sums) FROM \(source) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY \(first) DESC\(order == .spend ? ", \(second) DESC" : ""), endUser.owner DESC LIMIT :limit
            """,
            StatementArguments(arguments)
        )
    }
}

extension Database {
    fileprivate func endUser(_ owner: Owner) throws -> EndUserRecord? {
        try Row.fetchOne(self, sql: "SELECT * FROM endUser WHERE owner = ?", arguments: [owner.text])
            .map(EndUserRecord.init(row:))
    }

    fileprivate func endUser(of identity: UserIdentity, client: String) throws -> EndUserRecord? {
        try Row.fetchOne(
            self,
            sql: """
                SELECT * FROM endUser WHERE owner = (
                    SELECT owner FROM userIdentity WHERE client = ? AND issuer = ? AND subject = ?)
                """,
            arguments: [client, identity.issuer, identity.subject]
        ).map(EndUserRecord.init(row:))
    }

    fileprivate func hasClient(_ id: String) throws -> Bool {
        try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM client WHERE id = ?)", arguments: [id]) ?? false
    }

    /// Counts a new user of a client; returns the time until which none may be created if there is no room.
    fileprivate func countNew(_ user: EndUserRecord, atMost most: Int?) throws -> Date? {
        let (client, kind) = (user.owner.client, user.kind.rawValue)
        let row = try Row.fetchOne(
            self,
            sql: "SELECT startedAt, count FROM newUserCount WHERE client = ? AND kind = ?",
            arguments: [client, kind]
        )
        var count =
            row.map { NewUserCount(startedAt: Date(milliseconds: $0["startedAt"]), count: $0["count"]) }
            ?? NewUserCount(startedAt: user.createdAt)
        if let end = count.add(atMost: most, at: user.createdAt) { return end }
        try execute(
            sql: "INSERT OR REPLACE INTO newUserCount (client, kind, startedAt, count) VALUES (?, ?, ?, ?)",
            arguments: [client, kind, count.startedAt.milliseconds, count.count]
        )
        return nil
    }

    /// Returns a new user with what is kept of the person's erased one; it is the new user's from then on.
    fileprivate func restricted(_ record: EndUserRecord) throws -> EndUserRecord {
        guard let person = record.person,
            let row = try Row.fetchOne(
                self,
                sql: "SELECT plan, limits, validFrom FROM erasedUser WHERE client = ? AND person = ?",
                arguments: [record.owner.client, person]
            )
        else { return record }
        try execute(
            sql: "DELETE FROM erasedUser WHERE client = ? AND person = ?",
            arguments: [record.owner.client, person]
        )
        var user = record
        user.limits = row["limits"] as String?
        user.validFrom = (row["validFrom"] as Int64?).map(Date.init(milliseconds:))
        if user.plan == nil, let plan = (row["plan"] as String?) {
            // The claims of the request replace the plan, if they mean that of the kind.
            (user.plan, user.claimedAt) = (plan, nil)
        }
        return user
    }

    fileprivate func insert(_ user: EndUserRecord) throws {
        try execute(
            sql: """
                INSERT INTO endUser (owner, client, person, kind, plan, organization, organizationIssuer, limits, blockedAt,
                    validFrom, claimedAt, createdAt, seenAt, revision)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                user.owner.text, user.owner.client, user.person, user.kind.rawValue, user.plan, user.organization,
                user.organizationIssuer, user.limits,
                user.blockedAt?.milliseconds, user.validFrom?.milliseconds, user.claimedAt?.milliseconds,
                user.createdAt.milliseconds, user.seenAt.milliseconds, user.revision,
            ]
        )
    }
}

extension EndUserRecord {
    fileprivate init(row: Row) {
        self.init(
            owner: Owner(stored: row["owner"]),
            person: row["person"],
            kind: Kind(rawValue: row["kind"]) ?? .identified,
            plan: row["plan"],
            organization: row["organization"],
            organizationIssuer: row["organizationIssuer"],
            limits: row["limits"],
            blockedAt: (row["blockedAt"] as Int64?).map(Date.init(milliseconds:)),
            validFrom: (row["validFrom"] as Int64?).map(Date.init(milliseconds:)),
            claimedAt: (row["claimedAt"] as Int64?).map(Date.init(milliseconds:)),
            createdAt: Date(milliseconds: row["createdAt"]),
            seenAt: Date(milliseconds: row["seenAt"]),
            revision: row["revision"]
        )
    }
}
