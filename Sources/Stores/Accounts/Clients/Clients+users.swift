import Cancellation
public import KeyVault
import Signals
public import Storage
import Synchronization

extension Clients {
    /// Sets the settings of a client's users, and so makes it a client with users; nil makes it one without.
    ///
    /// - Parameter revision: The number of the client's changes that the caller has seen.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient``; with ``AccountsError/Code/conflict`` if the client was
    ///   changed since, or still has users.
    @discardableResult
    public func setUsers(
        _ settings: UserSettings?,
        of id: String,
        revision: Int?,
        by actor: AuditActor
    ) async throws -> ClientDescription {
        if settings == nil, try await store.hasUsers(of: id) {
            throw AccountsError(.conflict, "The client still has users. Erase them first, then it can be one without.")
        }
        var outcome = ["done"]
        if let settings {
            let former = (try? client(id))?.users
            let names = former.map(settings.changes(from:)) ?? ["on"]
            // The names only, and not those of hundreds of plans.
            if !names.isEmpty { outcome.append(names.prefix(20).joined(separator: ", ")) }
        } else {
            outcome.append("removed")
        }
        let trail = vault.trail(
            actor,
            ("users.settings", "clients/\(id)", outcome.joined(separator: ": "))
        )
        return try await commit(id, trail) { record throws(AccountsError) in
            if let revision, revision != record.revision {
                throw AccountsError(
                    .conflict,
                    "The client was changed meanwhile; its revision is \(record.revision). Read the settings again and try again."
                )
            }
            let validFrom = record.users.flatMap { UserSettings(stored: $0).validFrom } ?? record.usersValidFrom
            var settings = settings
            settings?.validFrom = validFrom
            record.users = settings?.stored
            // A client that gets users again still refuses the tokens from before the sign-out.
            record.usersValidFrom = settings == nil ? validFrom : nil
        }
    }

    /// Signs all users of a client out: tokens that were issued until now are refused.
    ///
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient``, or with ``AccountsError/Code/conflict`` for a client
    ///   without users.
    public func signOutUsers(of id: String, by actor: AuditActor) async throws {
        let time = vault.now()
        let trail = vault.trail(actor, ("users.sign-out", "clients/\(id)", "done"))
        _ = try await commit(id, trail) { record throws(AccountsError) in
            guard var settings = record.users.map(UserSettings.init(stored:)) else { throw .noUsers }
            settings.validFrom = time
            record.users = settings.stored
        }
    }

    /// Changes a user; the change applies from its next request on, and a block ends its runs.
    ///
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient`` if there is no such user, with
    ///   ``AccountsError/Code/invalidClient`` for a plan that the client does not have, and with ``AccountsError/Code/conflict`` if
    ///   others change the user at the same time.
    @discardableResult
    public func changeUser(_ owner: Owner, _ change: UserChange, by actor: AuditActor) async throws -> EndUserRecord {
        if case .some(.some(let plan)) = change.plan, try client(owner.client).users?.plans[plan] == nil {
            throw AccountsError(
                .invalidClient,
                "The client has no plan '\(plan.prefix(80))'. Add it to the settings of its users first."
            )
        }
        let time = vault.now()
        let object = "clients/\(owner.client)/users/\(owner.user ?? "")"
        let trail = vault.trail(actor, change.actions.map { ($0.name, object, $0.outcome) })
        // Memory must follow the store even if the caller is cancelled between the two.
        return try await uncancelled { [self] in
            var attempts = 0
            while true {
                var record = try await user(owner)
                change.apply(to: &record, at: time)
                record.revision += 1
                do { try await store.updateUser(record, audit: trail) } catch let error as StoreError
                    where error.code == .conflict
                {
                    attempts += 1
                    guard attempts < 10 else {
                        throw AccountsError(
                            .conflict,
                            "Other changes of the user were stored first. Try again; nothing was changed."
                        )
                    }
                    continue
                }
                users.table.withLock { $0.change(record) }
                watchers.notify(owner.client)
                return record
            }
        }
    }

    /// Returns a user.
    ///
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient`` if there is none.
    public func user(_ owner: Owner) async throws -> EndUserRecord {
        guard owner.user != nil, let record = try await store.user(owner) else {
            throw AccountsError.unknownUser(owner.user ?? "")
        }
        return record
    }

    /// Returns the identities of a user, in the order in which they were linked.
    public func identities(of owner: Owner) async throws -> [UserIdentityRecord] {
        try await store.identities(of: owner)
    }

    /// Returns a page of a client's users.
    public func users(of client: String, _ query: UserQuery) async throws -> UserPage {
        try await store.users(of: client, query)
    }

    /// Returns the plan that applies to a user now, with the limits that the operator has set for it.
    ///
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/unknownClient``, and with ``AccountsError/Code/conflict`` for a client
    ///   without users.
    public func plan(of user: EndUserRecord) throws(AccountsError) -> UserPlan {
        let client = try client(user.owner.client)
        guard let settings = client.users else { throw .noUsers }
        var plan = settings.plan(user.plan, of: user.kind, own: user.limits.flatMap(PlanSettings.init(stored:)))
        plan.limits.timeZone = client.limits.timeZone
        return plan
    }
}

extension AccountsError {
    static func unknownUser(_ id: String) -> AccountsError {
        AccountsError(.unknownClient, "The client has no user '\(id.prefix(80))'. List its users to see their ids.")
    }

    fileprivate static var noUsers: AccountsError {
        AccountsError(.conflict, "The client has no users. Set the settings of its users first.")
    }
}
