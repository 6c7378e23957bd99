import Foundation
import OwnerLiterals
import Storage
import StorageFixtures
import Testing

/// The erasure of a user: its identities at once, its list, usage and row with the rest.
@Suite(.timeLimit(.minutes(2))) struct UserErasureConformance: ErasureFixture {
    private static let alice = UserIdentity(issuer: "backend", subject: "alice")
    private static let bob = UserIdentity(issuer: "backend", subject: "bob")

    private func admit(_ identity: UserIdentity, as owner: Owner, to store: any Store) async throws -> UserAdmission {
        await store.addClient(ofUser: owner, at: start)
        return try await store.admit(
            identity: identity,
            asNew: EndUserRecord(owner: owner, organization: Self.marker, createdAt: start),
            quota: nil
        )
    }

    /// Makes a user with data of every kind.
    private func fill(_ owner: Owner, _ identity: UserIdentity, in store: any Store) async throws {
        _ = try await admit(identity, as: owner, to: store)
        for number in 0..<3 { try await self.store(number, of: owner, in: store) }
        _ = try await store.storeHealthSamples(samples(2100), of: owner, limit: nil)
        for number in 0..<5 {
            let draft = InventoryItemDraft(title: "\(Self.marker) \(number)")
            _ = try await store.create(draft, at: start, on: .of(owner.text), limit: nil)
        }
        try await store.saveDevice(DeviceRecord(owner: owner, device: "phone", name: Self.marker, createdAt: start))
        let usage = UsageRecord(client: owner.client, day: "2026-11-30", model: "m", turns: 1)
        try await store.apply(UsageChanges(usedByUsers: [UserUsageRecord(usage, of: owner)]))
    }

    private func usage(of owner: Owner, in store: any Store) async throws -> Int {
        try await store.userUsage(of: owner, from: "2026-11-01", to: nil, limit: 9).count
    }

    private func items(of owner: Owner, in store: any Store) async throws -> Int {
        try await store.items(matching: InventoryFilter(), on: .of(owner.text)).items.count
    }

    @Test(arguments: StoreOpener.allCases)
    func everythingOfAUserIsErasedAndThePersonIsAnotherUser(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await fill("app/usr_1", Self.alice, in: store)
            try await fill("app/usr_2", Self.bob, in: store)
            try await store.beginErasure(.everything, of: "app/usr_1", at: start)
            // From now on the person is another user, before anything else is gone.
            #expect(try await store.user(of: Self.alice, client: "app") == nil)
            #expect(try await store.user("app/usr_1") != nil)
            guard case .admitted(let next, isNew: true) = try await admit(Self.alice, as: "app/usr_3", to: store) else {
                Issue.record("The person is no new user.")
                return
            }
            #expect(next.owner == "app/usr_3")
            let count = try await store.erase(.everything, of: "app/usr_1")
            #expect(count == ErasureCount(conversations: 3, runs: 3, healthSamples: 2100, items: 5))
            #expect(try await store.endErasure(.everything, of: "app/usr_1", audit: .none))
            #expect(try await store.user("app/usr_1") == nil)
            #expect(try await store.identities(of: "app/usr_1").isEmpty)
            #expect(try await usage(of: "app/usr_1", in: store) == 0)
            #expect(try await items(of: "app/usr_1", in: store) == 0)
            #expect(try await store.devices(of: "app/usr_1").devices.isEmpty)
            #expect(try await store.holdsData(of: "app/usr_1") == false)
            // Others have everything.
            #expect(try await store.user(of: Self.bob, client: "app")?.owner == "app/usr_2")
            #expect(try await store.user(of: Self.alice, client: "app")?.owner == "app/usr_3")
            #expect(try await usage(of: "app/usr_2", in: store) == 1)
            #expect(try await items(of: "app/usr_2", in: store) == 5)
            #expect(try await store.devices(of: "app/usr_2").devices.count == 1)
            #expect(try await store.conversations(of: "app/usr_2", limit: 9).count == 3)
        }
    }

    /// An erasure results in no other budget, and makes no room for another new user.
    @Test(arguments: StoreOpener.allCases)
    func whatAnErasedUserHasSpentStaysWithThePerson(opener: StoreOpener) async throws {
        let today = String(start.ISO8601Format().prefix(10))
        try await opener.withStore { store async throws in
            func admit(_ number: Int, _ identity: UserIdentity, person: String) async throws -> UserAdmission {
                let owner = Owner(client: "app", user: "usr_\(number)")
                await store.addClient(ofUser: owner, at: start)
                let record = EndUserRecord(owner: owner, person: person, createdAt: start + Double(number))
                return try await store.admit(identity: identity, asNew: record, quota: 4)
            }
            func spend(_ owner: Owner, _ day: String, _ tokens: Int) async throws {
                let usage = UsageRecord(client: owner.client, day: day, model: "m", turns: 1, inputTokens: tokens)
                try await store.apply(UsageChanges(usedByUsers: [UserUsageRecord(usage, of: owner)]))
            }
            func spent(_ owner: Owner) async throws -> [String] {
                try await store.erasedUsage(of: owner, from: today).map { "\($0.day) \($0.inputTokens)" }
            }
            _ = try await admit(0, Self.alice, person: "a")
            _ = try await admit(1, Self.bob, person: "b")
            try await spend("app/usr_0", today, 30)
            try await spend("app/usr_1", today, 7)
            for number in 2..<4 {
                let former = Owner(client: "app", user: number == 2 ? "usr_0" : "usr_2")
                try await store.beginErasure(.everything, of: former, at: start)
                _ = try await admit(number, Self.alice, person: "a")
                let owner = Owner(client: "app", user: "usr_\(number)")
                let before = try await spent(owner)
                #expect(before == ["\(today) \(number == 2 ? 30 : 35)"])
                _ = try await store.erase(.everything, of: former)
                #expect(try await store.endErasure(.everything, of: former, audit: .none))
                // The same once the former user is gone.
                #expect(try await spent(owner) == before)
                try await spend(owner, today, 5)
            }
            #expect(try await spent("app/usr_1").isEmpty)
            #expect(try await store.userUsage(of: "app/usr_3", from: today, to: nil, limit: 9).count == 1)
            let next = UserIdentity(issuer: "backend", subject: "carol")
            #expect(try await admit(4, next, person: "c") == .limited(until: start + 86_400))
            try await store.deleteErasedUsage(before: today)
            #expect(try await !spent("app/usr_3").isEmpty)
            try await store.deleteErasedUsage(before: "2999-01-01")
            #expect(try await spent("app/usr_3").isEmpty)
        }
    }

    /// An erasure lifts no limit, no plan and no sign-out, from its record on.
    @Test(arguments: StoreOpener.allCases)
    func whatAnAdministratorHasSetStaysWithThePerson(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            await store.addClient(ofUser: "app/usr_0", at: start)
            func record(_ owner: Owner, plan: String? = nil) -> EndUserRecord {
                EndUserRecord(owner: owner, person: "a", plan: plan, claimedAt: start, createdAt: start)
            }
            func admit(_ new: EndUserRecord) async throws -> EndUserRecord {
                let admission = try await store.admit(identity: Self.alice, asNew: new, quota: nil)
                guard case .admitted(let user, isNew: true) = admission else { throw CancellationError() }
                return user
            }
            func restrict(_ user: EndUserRecord, plan: String?, limits: String?, validFrom: Date?) async throws {
                var user = user
                (user.plan, user.limits, user.validFrom) = (plan, limits, validFrom)
                user.revision += 1
                try await store.updateUser(user, audit: .none)
            }
            let first = try await admit(record("app/usr_1"))
            #expect(first == record("app/usr_1"))
            try await restrict(first, plan: "small", limits: #"{"tokens_per_day":9}"#, validFrom: start + 1)
            try await store.beginErasure(.everything, of: "app/usr_1", at: start)
            let second = try await admit(record("app/usr_2"))
            #expect(second.plan == "small" && second.claimedAt == nil)
            #expect(second.limits == #"{"tokens_per_day":9}"# && second.validFrom == start + 1)
            #expect(try await store.user("app/usr_2") == second)
            // The erasure that is recorded again and ends later changes nothing, and the new user has its own settings.
            try await store.beginErasure(.everything, of: "app/usr_1", at: start)
            _ = try await store.erase(.everything, of: "app/usr_1")
            #expect(try await store.endErasure(.everything, of: "app/usr_1", audit: .none))
            try await restrict(second, plan: nil, limits: nil, validFrom: nil)
            try await store.beginErasure(.everything, of: "app/usr_2", at: start)
            let third = try await admit(record("app/usr_3"))
            #expect(third == record("app/usr_3"))
            // A plan that the request names is that of the new user.
            try await restrict(third, plan: "small", limits: "{}", validFrom: nil)
            try await store.beginErasure(.everything, of: "app/usr_3", at: start)
            let fourth = try await admit(record("app/usr_4", plan: "pro"))
            #expect(fourth.plan == "pro" && fourth.limits == "{}" && fourth.claimedAt == start)
            try await store.beginErasure(.everything, of: "app/usr_4", at: start)
            // Within 31 days a token from before may be valid.
            let month = String((start + 30 * 86_400).ISO8601Format().prefix(10))
            try await store.deleteErasedUsage(before: month)
            let fifth = try await admit(record("app/usr_5"))
            #expect(fifth.plan == "pro" && fifth.limits == "{}")
            try await store.beginErasure(.everything, of: "app/usr_5", at: start)
            try await store.deleteErasedUsage(before: "2999-01-01")
            #expect(try await admit(record("app/usr_6")) == record("app/usr_6"))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func anErasureOfConversationsLeavesTheUser(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await fill("app/usr_1", Self.alice, in: store)
            try await store.beginErasure(.conversations, of: "app/usr_1", at: start)
            #expect(
                try await store.erase(.conversations, of: "app/usr_1") == ErasureCount(conversations: 3, runs: 3)
            )
            #expect(try await store.endErasure(.conversations, of: "app/usr_1", audit: .none))
            #expect(try await store.user(of: Self.alice, client: "app")?.owner == "app/usr_1")
            #expect(try await items(of: "app/usr_1", in: store) == 5)
        }
    }

    /// Users without any data, and lists of organizations, go with the client; those of a client with a similar id stay.
    @Test(arguments: StoreOpener.allCases)
    func aClientIsErasedWithItsUsers(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for number in 0..<450 {
                let identity = UserIdentity(issuer: "backend", subject: "\(number)")
                _ = try await admit(identity, as: Owner(client: "app", user: "usr_\(number)"), to: store)
            }
            try await fill("app/usr_7x", Self.alice, in: store)
            try await fill("app-/usr_1", Self.bob, in: store)
            let draft = InventoryItemDraft(title: Self.marker)
            _ = try await store.create(draft, at: start, on: .of("app/org_1"), limit: nil)
            try await store.beginErasure(.everything, of: "app", at: start)
            let count = try await store.erase(.everything, of: "app")
            #expect(count == ErasureCount(conversations: 3, runs: 3, healthSamples: 2100, items: 6))
            #expect(try await store.endErasure(.everything, of: "app", audit: .none))
            #expect(try await store.hasUsers(of: "app") == false)
            #expect(try await store.holdsData(of: "app") == false)
            #expect(try await items(of: "app/org_1", in: store) == 0)
            #expect(try await store.user(of: Self.bob, client: "app-")?.owner == "app-/usr_1")
            #expect(try await items(of: "app-/usr_1", in: store) == 5)
        }
    }
}
