import Foundation
import OwnerLiterals
import Storage
import StorageFixtures
import Testing

/// Users of the clients `app` and `app0`, whose ids are neighbors in the order of texts.
@Suite(.timeLimit(.minutes(2))) struct UserStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func user(_ owner: Owner, at time: TimeInterval = 0, plan: String? = nil) -> EndUserRecord {
        EndUserRecord(owner: owner, plan: plan, createdAt: start + time)
    }

    private func backend(_ subject: String) -> UserIdentity {
        UserIdentity(issuer: UserIdentity.backend, subject: subject)
    }

    private let trail = AuditTrail(
        entries: [
            AuditDraft(actor: "test", action: "user.test", object: "clients/app", outcome: "done", time: .distantPast)
        ]
    ) { _, _, _ in Data([7]) }

    @discardableResult
    private func add(
        _ user: EndUserRecord,
        as subject: String,
        to store: any Store,
        quota: Int? = nil
    ) async throws -> UserAdmission {
        await store.addClient(ofUser: user.owner, at: start)
        return try await store.admit(identity: backend(subject), asNew: user, quota: quota)
    }

    @Test(arguments: StoreOpener.allCases)
    func everyFieldIsReadBack(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let full = EndUserRecord(
                owner: "app/usr_1",
                person: "7f",
                kind: .anonymous,
                plan: "pro",
                organization: "acme",
                organizationIssuer: "https://id.example",
                limits: "{}",
                blockedAt: start + 1,
                validFrom: start + 2,
                claimedAt: start + 4,
                createdAt: start,
                seenAt: start + 3,
                revision: 4
            )
            #expect(try await add(full, as: "anna", to: store) == .admitted(full, isNew: true))
            #expect(try await store.user("app/usr_1") == full)
            #expect(try await store.user(of: backend("anna"), client: "app") == full)
            #expect(
                try await store.identities(of: "app/usr_1")
                    == [UserIdentityRecord(identity: backend("anna"), createdAt: start)]
            )
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func anIdentityHasOneUserInEachClient(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            #expect(try await !store.hasUsers(of: "app"))
            let first = user("app/usr_1")
            try await add(first, as: "anna", to: store)
            // The second sight creates nobody, whatever the caller would create.
            #expect(try await add(user("app/usr_2", at: 9), as: "anna", to: store) == .admitted(first, isNew: false))
            #expect(try await store.user("app/usr_2") == nil)
            // Neither another client, nor another issuer, nor another case of a letter is the same identity.
            try await add(user("app0/usr_3"), as: "anna", to: store)
            try await add(user("app/usr_4"), as: "Anna", to: store)
            #expect(try await store.user(of: backend("anna"), client: "app")?.owner == "app/usr_1")
            #expect(try await store.user(of: backend("anna"), client: "app0")?.owner == "app0/usr_3")
            #expect(try await store.user(of: backend("Anna"), client: "app")?.owner == "app/usr_4")
            #expect(try await store.user(of: UserIdentity(issuer: "x", subject: "anna"), client: "app") == nil)
            #expect(try await store.hasUsers(of: "app"))
        }
    }

    /// A first sight that follows the removal of the client leaves no user that no erasure would find.
    @Test(arguments: StoreOpener.allCases)
    func aRemovedClientGetsNoUser(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await add(user("app/usr_1"), as: "anna", to: store)
            _ = try await store.removeClient("app", erasingSince: nil, audit: .none)
            let late = user("app/usr_2")
            #expect(try await store.admit(identity: backend("ben"), asNew: late, quota: nil) == .noClient)
            #expect(try await store.user("app/usr_2") == nil)
            // A known user is found as before.
            let known = try await store.admit(identity: backend("anna"), asNew: late, quota: nil)
            #expect(known == .admitted(user("app/usr_1"), isNew: false))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func oneOfManyFirstSightsCreatesTheUser(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let owners = try await withThrowingTaskGroup(of: UserAdmission.self, returning: Set<Owner>.self) {
                group async throws in
                for index in 0..<8 {
                    let user = user(Owner(client: "app", user: "usr_\(index)"))
                    group.addTask { try await add(user, as: "anna", to: store, quota: 1) }
                }
                var owners: Set<Owner> = []
                var created = 0
                for try await case .admitted(let user, let isNew) in group {
                    owners.insert(user.owner)
                    if isNew { created += 1 }
                }
                #expect(created == 1)
                return owners
            }
            #expect(owners.count == 1)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func theQuotaCountsTheNewUsersOfADay(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            func admission(_ name: String, at time: TimeInterval) async throws -> UserAdmission {
                try await add(user(Owner(client: "app", user: "usr_\(name)"), at: time), as: name, to: store, quota: 2)
            }
            try await add(user("app0/usr_other", at: 60), as: "other", to: store)
            _ = try await admission("a", at: 0)
            _ = try await admission("b", at: 60)
            #expect(try await admission("c", at: 120) == .limited(until: start + 86_400))
            #expect(try await store.user("app/usr_c") == nil)
            // A known user is not new.
            #expect(try await admission("b", at: 121) == .admitted(user("app/usr_b", at: 60), isNew: false))
            #expect(try await admission("c", at: 86_400) == .admitted(user("app/usr_c", at: 86_400), isNew: true))
            _ = try await admission("d", at: 86_401)
            #expect(try await admission("e", at: 86_402) == .limited(until: start + 172_800))
            // The users of the other kind have a quota of their own.
            let guest = EndUserRecord(owner: "app/usr_guest", kind: .anonymous, createdAt: start + 86_403)
            #expect(try await add(guest, as: "guest", to: store, quota: 1) == .admitted(guest, isNew: true))
            let other = EndUserRecord(owner: "app/usr_other", kind: .anonymous, createdAt: start + 86_404)
            #expect(try await add(other, as: "other", to: store, quota: 1) == .limited(until: start + 172_803))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func theSecondOfTwoWritersGetsAConflict(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await add(user("app/usr_1"), as: "anna", to: store)
            var blocked = user("app/usr_1")
            (blocked.blockedAt, blocked.limits, blocked.revision) = (start + 5, #"{"tokens_per_day":1}"#, 1)
            try await store.updateUser(blocked, audit: trail)
            let error = await #expect(throws: StoreError.self) { try await store.updateUser(blocked, audit: trail) }
            #expect(error?.code == .conflict)
            #expect(try await store.auditRecords(from: 1, limit: 9).count == 1)
            #expect(try await store.user("app/usr_1") == blocked)
            #expect(try await store.blockedUsers() == ["app/usr_1"])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func claimsAndTimesAreNoChanges(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await add(user("app/usr_1", plan: "free"), as: "anna", to: store)
            try await add(user("app/usr_2", plan: "free"), as: "ben", to: store)
            // Claims that say nothing of the plan leave it.
            let claims = UserClaims(
                kind: .anonymous,
                plan: "pro",
                organization: "acme",
                organizationIssuer: "i",
                claimedAt: start + 5
            )
            let silent = UserClaims(kind: .anonymous, claimedAt: start + 5)
            try await store.setClaims(["app/usr_1": claims, "app/usr_2": silent, "app/nobody": claims])
            // Earlier claims arrive too late.
            try await store.setClaims([
                "app/usr_1": UserClaims(kind: .identified, plan: .some(nil), claimedAt: start + 4)
            ])
            #expect(try await store.user("app/usr_2")?.plan == "free")
            try await store.setSeen(["app/usr_1": start + 9, "app/nobody": start])
            try await store.setSeen(["app/usr_1": start + 8])
            let expected = EndUserRecord(
                owner: "app/usr_1",
                kind: .anonymous,
                plan: "pro",
                organization: "acme",
                organizationIssuer: "i",
                claimedAt: start + 5,
                createdAt: start,
                seenAt: start + 9
            )
            #expect(try await store.user("app/usr_1") == expected)
        }
    }

    /// The question for users, and the ids that answer it.
    private static let questions: [(UserQuery, [String])] = [
        (query { _ in }, ["usr_c", "usr_b", "usr_a"]),
        (query { $0.order = .created }, ["usr_c", "usr_b", "usr_a"]),
        (query { $0.order = .spend }, ["usr_c", "usr_b", "usr_a"]),
        (query { $0.text = "usr_b" }, ["usr_b"]),
        (query { $0.text = "b" }, ["usr_b"]),
        (query { ($0.text, $0.issuer) = ("b", "backend") }, ["usr_b"]),
        (query { ($0.text, $0.issuer) = ("b", "https://id.example") }, []),
        // Neither a part of a subject nor a pattern.
        (query { $0.text = "%" }, []),
        (query { $0.kind = .anonymous }, []),
        (query { $0.plan = "pro" }, ["usr_c"]),
        (query { $0.plan = "default" }, []),
        (query { ($0.plan, $0.kindOfPlan) = ("default", .identified) }, ["usr_b", "usr_a"]),
        (query { ($0.plan, $0.kindOfPlan) = ("anonymous", .anonymous) }, []),
        (query { $0.isBlocked = true }, ["usr_a"]),
        (query { $0.isBlocked = false }, ["usr_c", "usr_b"]),
    ]

    private static func query(_ change: (inout UserQuery) -> Void) -> UserQuery {
        var query = UserQuery()
        change(&query)
        return query
    }

    @Test(arguments: StoreOpener.allCases)
    func usersAreFoundAndOrdered(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for (index, name) in ["a", "b", "c"].enumerated() {
                let owner = Owner(client: "app", user: "usr_\(name)")
                try await add(
                    user(owner, at: TimeInterval(index), plan: name == "c" ? "pro" : nil),
                    as: name,
                    to: store
                )
            }
            try await add(user("app0/usr_d", at: 9), as: "b", to: store)
            var blocked = user("app/usr_a")
            (blocked.blockedAt, blocked.revision) = (start, 1)
            try await store.updateUser(blocked, audit: .none)
            for (query, expected) in Self.questions {
                let page = try await store.users(of: "app", query)
                #expect(page.entries.map(\.user.owner.user) == expected, "\(query)")
                #expect(page.next == nil)
                #expect(page.entries.allSatisfy { $0.money == 0 && $0.tokens == 0 })
            }
            for order in UserQuery.Order.allCases {
                var query = UserQuery()
                (query.order, query.limit) = (order, 1)
                var found: [String?] = []
                repeat {
                    let page = try await store.users(of: "app", query)
                    found += page.entries.map(\.user.owner.user)
                    query.after = page.next
                } while query.after != nil && found.count < 9
                #expect(found == ["usr_c", "usr_b", "usr_a"], "\(order)")
            }
        }
    }

    /// Spending counts from the first day on, and only that of a user itself.
    @Test(arguments: StoreOpener.allCases)
    func theLargestSpendingIsFirst(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            func spent(
                _ user: String,
                _ micros: Int,
                _ day: String,
                tokens: Int = 1,
                isUnpriced: Bool = false
            ) -> UserUsageRecord {
                let usage = UsageRecord(
                    client: "app",
                    day: day,
                    model: "m\(micros)",
                    turns: 1,
                    inputTokens: tokens,
                    money: Money(micros: micros),
                    isUnpriced: isUnpriced
                )
                return UserUsageRecord(usage, of: Owner(client: "app", user: user))
            }
            for name in ["a", "b", "c", "d"] {
                try await add(user(Owner(client: "app", user: "usr_\(name)")), as: name, to: store)
            }
            try await store.apply(
                UsageChanges(usedByUsers: [
                    spent("usr_a", 5, "2026-11-21"), spent("usr_b", 2, "2026-11-21"),
                    spent("usr_b", 4, "2026-11-22", isUnpriced: true),
                    spent("usr_c", 5, "2026-11-21", tokens: 7), spent("usr_d", 99, "2026-10-31"),
                    spent("anonymous", 99, "2026-11-21"),
                ])
            )
            var query = UserQuery()
            // 1 November 2026.
            query.firstDay = 20_758
            for order in UserQuery.Order.allCases {
                query.order = order
                let page = try await store.users(of: "app", query)
                let sums = page.entries.map { "\($0.user.owner.user ?? "") \($0.money) \($0.tokens)" }
                let expected = ["usr_b 6 2", "usr_c 5 7", "usr_a 5 1", "usr_d 0 0"]
                #expect(order == .spend ? sums == expected : Set(sums) == Set(expected), "\(order)")
                let unpriced = page.entries.filter(\.isUnpriced).map(\.user.owner.user)
                #expect(unpriced == ["usr_b"], "\(order)")
            }
        }
    }
}
