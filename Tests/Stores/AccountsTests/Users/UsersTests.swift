import Foundation
import KeyVaultFixtures
import Secrets
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing

@testable import Accounts
@testable import KeyVault

@Suite(.timeLimit(.minutes(1))) struct UsersTests {
    private let time = TestTime()

    /// A store with the client `app`, which has users.
    private struct App {
        let store: SQLiteStore
        let clients: Clients
        let client: Principal
        var users: Users { clients.users }

        func user(
            _ subject: String,
            plan: String? = nil,
            organization: String? = nil,
            issuedAt: Date? = nil
        ) async throws -> Principal {
            try await users.principal(
                of: client,
                identity: UserIdentity(issuer: UserIdentity.backend, subject: subject),
                plan: plan,
                organization: organization,
                issuedAt: issuedAt
            )
        }
    }

    private func app(_ settings: String = "{}") async throws -> App {
        let store = try SQLiteStore(path: nil)
        let time = time
        let clients = try await Clients(store: store, vault: KeyVault(store: store, masterKey: .random()) { time.now })
        let issued = try await clients.create(
            ClientDraft(name: "app", scopes: [.users, .chat, .allTools], limits: ClientLimits(timeZone: "Asia/Tokyo")),
            by: .torii
        )
        try await clients.setUsers(
            UserSettings(jsonValue: JSONValue(parsing: settings)),
            of: issued.client.id,
            revision: 0,
            by: .torii
        )
        let client = try #require(clients.authenticate(issued.token.revealed).client)
        return App(store: store, clients: clients, client: client)
    }

    @Test func aUserIsTheSameAtEachRequestAndNeverTheClient() async throws {
        let app = try await app(#"{"plans": {"pro": {"tokens_per_day": 9}}}"#)
        let anna = try await app.user("anna")
        let ben = try await app.user("ben")
        #expect(anna.owner != ben.owner && anna.owner.client == app.client.owner.client)
        #expect(anna.owner.user?.wholeMatch(of: /usr_[0-9a-f]{32}/) != nil)
        #expect(try await app.user("anna") == anna)
        #expect(anna.scopes == [.chat, .allTools] && anna.users == nil && anna.subject == "anna")
        #expect(anna.plan?.name == "default" && anna.plan?.limits.timeZone == "Asia/Tokyo")
        #expect(anna.tokenID == app.client.tokenID && anna.limits == app.client.limits)
        // The plan of a request is stored; one that the client does not have is that of the kind.
        #expect(try await app.user("anna", plan: "pro", organization: "acme").plan?.limits.tokensPerDay == 9)
        #expect(try await app.user("anna").plan?.name == "pro")
        #expect(try await app.user("anna").organization == nil)
        #expect(try await app.user("anna", plan: "platinum").plan?.name == "default")
        try await app.users.storeSeen()
        #expect(try await app.store.user(anna.owner)?.plan == nil)
    }

    /// A request that is refused in any case makes no user; a user that exists is asked for nothing.
    @Test func anObstacleKeepsAUserFromBeingCreated() async throws {
        struct Refusal: Error {}
        let app = try await app(#"{"scopes": ["chat"]}"#)
        func principal(_ subject: String, _ obstacle: @escaping Users.Obstacle) async throws -> Principal {
            let identity = UserIdentity(issuer: UserIdentity.backend, subject: subject)
            return try await app.users.principal(of: app.client, identity: identity, obstacle: obstacle)
        }
        await #expect(throws: Refusal.self) { try await principal("anna") { _ in Refusal() } }
        #expect(try await !app.store.hasUsers(of: app.client.owner.client))
        // It sees the scopes of a user, not those of the client.
        let client = app.client
        let anna = try await principal("anna") { user in
            let isUser = user.owner.user != nil && user.owner.client == client.owner.client
            return isUser && user.scopes == [.chat] ? nil : Refusal()
        }
        #expect(try await principal("anna") { _ in Refusal() } == anna)
        app.users.table.withLock { $0 = UserTable() }
        #expect(try await principal("anna") { _ in Refusal() } == anna)
    }

    @Test func aClientWithoutUsersHasNone() async throws {
        let app = try await app()
        let client = Principal(owner: app.client.owner, name: "app", scopes: app.client.scopes)
        await #expect(throws: UserRefusal.noUsers) {
            try await app.users.principal(of: client, identity: UserIdentity(issuer: "backend", subject: "anna"))
        }
    }

    @Test(arguments: ["", String(repeating: "a", count: 257), "a\u{0}", "a\nb", "a\u{7F}", "a\u{85}"])
    func aNameOfAnotherFormIsNoUser(subject: String) async throws {
        let app = try await app()
        await #expect(throws: UserRefusal.invalidIdentity) { try await app.user(subject) }
        #expect(try await !app.store.hasUsers(of: app.client.owner.client))
    }

    /// Texts that are equal for Swift's `==`: composed and decomposed, the letter K and the Kelvin sign.
    private static let alike = ["caf\u{E9}", "cafe\u{301}", "K", "\u{212A}"]

    @Test func subjectsOfOtherBytesAreOtherUsers() async throws {
        let app = try await app()
        var owners: [Owner] = []
        for subject in Self.alike { owners.append(try await app.user(subject).owner) }
        #expect(Set(owners).count == 4)
        for (subject, owner) in zip(Self.alike, owners) {
            let user = try await app.user(subject)
            #expect(user.owner == owner && user.subject?.utf8.elementsEqual(subject.utf8) == true)
        }
    }

    /// Each of the first requests waits for its own write, not for that of a subject that looks the same.
    @Test func subjectsOfOtherBytesAtOnceAreOtherUsers() async throws {
        let app = try await app()
        let users = try await withThrowingTaskGroup(of: Principal.self) { group async throws in
            for _ in 0..<4 {
                for subject in Self.alike { group.addTask { try await app.user(subject) } }
            }
            var users: [Principal] = []
            for try await user in group { users.append(user) }
            return users
        }
        #expect(Set(users.map(\.owner)).count == 4)
        for user in users {
            let bytes = try #require(user.subject).utf8
            let stored = try #require(try await app.store.identities(of: user.owner).first)
            #expect(stored.identity.subject.utf8.elementsEqual(bytes))
        }
    }

    /// The name of a plan that only looks like one is that of no plan, and an organization of other bytes is another one.
    @Test func plansAndOrganizationsAreComparedByBytes() async throws {
        let app = try await app(#"{"plans": {"K": {"tokens_per_day": 9}}}"#)
        #expect(try await app.user("anna", plan: "K").plan?.name == "K")
        #expect(try await app.user("ben", plan: "\u{212A}").plan?.name == "default")
        for organization in Self.alike {
            let seen = try await app.user("anna", organization: organization).organization
            #expect(seen?.utf8.elementsEqual(organization.utf8) == true)
        }
    }

    /// Many first requests at once share one write, and the limits of the default plan apply to each of them.
    @Test func firstRequestsAtOnceMakeOneUser() async throws {
        let app = try await app(#"{"plans": {"default": {"concurrent_runs": 1}}, "new_users_per_day": 1}"#)
        let users = try await withThrowingTaskGroup(of: Principal.self) { group async throws in
            for _ in 0..<8 { group.addTask { try await app.user("anna") } }
            var users: [Principal] = []
            for try await user in group { users.append(user) }
            return users
        }
        #expect(Set(users.map(\.owner)).count == 1)
        #expect(users.allSatisfy { $0.plan?.limits.concurrentRuns == 1 })
        // The quota is for one user in a day; the known one is not new.
        await #expect(throws: UserRefusal.limited(retryAfterSeconds: 86_400)) { try await app.user("ben") }
        time.advance(by: 60)
        await #expect(throws: UserRefusal.limited(retryAfterSeconds: 86_340)) { try await app.user("ben") }
        _ = try await app.user("anna")
        time.advance(by: 86_400)
        _ = try await app.user("ben")
    }

    /// Strangers use up the places of anonymous users only; a change of the setting opens the quota at once.
    @Test func anonymousUsersAreCountedApart() async throws {
        let app = try await app(#"{"new_anonymous_users_per_day": 2}"#)
        func guest(_ subject: String, _ client: Principal) async throws -> Principal {
            let identity = UserIdentity(issuer: "https://id.example", subject: subject)
            return try await app.users.principal(of: client, identity: identity, kind: .anonymous)
        }
        for subject in ["a", "b"] { _ = try await guest(subject, app.client) }
        for subject in ["c", "d"] {
            await #expect(throws: UserRefusal.limited(retryAfterSeconds: 86_400)) {
                try await guest(subject, app.client)
            }
        }
        _ = try await guest("a", app.client)
        _ = try await app.user("anna")
        let more = UserSettings(newAnonymousUsersPerDay: 3)
        try await app.clients.setUsers(more, of: app.client.owner.client, revision: nil, by: .torii)
        let client = try #require(app.clients.current(app.client))
        _ = try await guest("c", client)
    }

    @Test func aBlockTakesEffectAtOnceAndAfterARestart() async throws {
        let app = try await app()
        let anna = try await app.user("anna")
        let ben = try await app.user("ben")
        let revocations = app.clients.revocations()
        try await app.clients.changeUser(anna.owner, UserChange(isBlocked: true), by: .torii)
        #expect(await revocations.first { _ in true } == app.client.owner.client)
        await #expect(throws: UserRefusal.blocked) { try await app.user("anna") }
        #expect(!app.clients.accepts(anna.owner, token: anna.tokenID))
        #expect(app.clients.accepts(ben.owner, token: ben.tokenID))
        #expect(app.clients.current(anna) == nil && app.clients.current(ben)?.owner == ben.owner)
        #expect(try await app.clients.holder(of: anna.owner) == nil)
        let restarted = try await Users(store: app.store, vault: app.clients.vault)
        #expect(restarted.isBlocked(anna.owner) && !restarted.isBlocked(ben.owner))
        try await app.clients.changeUser(anna.owner, UserChange(isBlocked: false), by: .torii)
        #expect(try await app.user("anna").owner == anna.owner)
        let actions = try await app.store.auditRecords(from: 1, limit: 99).map(\.entry.action)
        #expect(actions.suffix(3) == ["users.settings", "user.block", "user.unblock"])
    }

    /// A turn needs room in what the user may use, what all anonymous users may use, and what the client may use.
    @Test func aUserHasItsSharesBesideThatOfTheClient() async throws {
        let app = try await app(
            #"{"plans": {"default": {"tokens_per_day": 7}}, "anonymous_total": {"tokens_per_day": 70}}"#
        )
        let id = app.client.owner.client
        let anna = try await app.user("anna")
        #expect(anna.shares.map(\.kind) == [.user, .client])
        #expect(anna.shares.map(\.key) == [anna.owner.text, id])
        #expect(anna.ownShare.limits.tokensPerDay == 7)
        let guest = try await app.users.principal(
            of: app.client,
            identity: UserIdentity(issuer: "https://id.example", subject: "guest"),
            kind: .anonymous
        )
        #expect(guest.shares.map(\.kind) == [.user, .anonymous, .client])
        #expect(guest.shares[1].key == Owner.anonymousUsers(of: id).text && guest.shares[1].limits.tokensPerDay == 70)
        #expect(guest.plan?.name == "anonymous" && guest.plan?.limits.tokensPerDay == 7)
        #expect(try await app.clients.holder(of: guest.owner)?.shares == guest.shares)
    }

    @Test func limitsOfOneUserAreBeforeThoseOfItsPlan() async throws {
        let app = try await app(#"{"plans": {"pro": {"tokens_per_day": 9}}}"#)
        let anna = try await app.user("anna")
        try await app.clients.changeUser(
            anna.owner,
            UserChange(plan: "pro", limits: PlanSettings(numbers: [.concurrentRuns: 5])),
            by: .torii
        )
        let changed = try await app.user("anna")
        #expect(changed.plan?.name == "pro")
        #expect(changed.plan?.limits.tokensPerDay == 9 && changed.plan?.limits.concurrentRuns == 5)
        #expect(try await app.clients.holder(of: anna.owner)?.plan == changed.plan)
        let error = await #expect(throws: AccountsError.self) {
            try await app.clients.changeUser(anna.owner, UserChange(plan: "platinum"), by: .torii)
        }
        #expect(error?.code == .invalidClient)
        let unknown = await #expect(throws: AccountsError.self) {
            let nobody = Owner(client: app.client.owner.client, user: "usr_0")
            try await app.clients.changeUser(nobody, UserChange(isBlocked: true), by: .torii)
        }
        #expect(unknown?.code == .unknownClient)
    }

    @Test func tokensFromBeforeASignOutAreRefused() async throws {
        let app = try await app()
        let issued = time.now
        let anna = try await app.user("anna", issuedAt: issued)
        time.advance(by: 10)
        try await app.clients.changeUser(anna.owner, UserChange(isSignedOut: true), by: .torii)
        await #expect(throws: UserRefusal.signedOut) {
            try await app.user("anna", organization: "acme", issuedAt: issued)
        }
        // A refused token changes nothing.
        #expect(try await app.store.user(anna.owner)?.organization == nil)
        _ = try await app.user("anna", issuedAt: time.now)
        _ = try await app.user("ben", issuedAt: issued)
        // The backend vouches for the user at each request.
        _ = try await app.user("anna")
        try await app.clients.signOutUsers(of: app.client.owner.client, by: .torii)
        let client = try #require(app.clients.current(app.client))
        // Neither a known person nor a new one.
        for subject in ["ben", "carl"] {
            await #expect(throws: UserRefusal.signedOut) {
                try await app.users.principal(
                    of: client,
                    identity: UserIdentity(issuer: UserIdentity.backend, subject: subject),
                    issuedAt: issued
                )
            }
        }
        let carl = UserIdentity(issuer: UserIdentity.backend, subject: "carl")
        #expect(try await app.store.user(of: carl, client: client.owner.client) == nil)
    }

    /// The person that returns is counted, and not the user, because it is another one each time.
    @Test func aPersonErasesItselfAFewTimesInADay() async throws {
        let app = try await app()
        for _ in 0..<3 {
            let anna = try await app.user("anna")
            try await app.users.spendErasure(of: anna.owner)
            try await app.clients.recordErasure(.everything, of: anna.owner)
            _ = try await app.clients.erase(.everything, of: anna.owner, by: .torii)
        }
        let anna = try await app.user("anna").owner
        await #expect(throws: UserRefusal.erasuresLimited(retryAfterSeconds: 86_400)) {
            try await app.users.spendErasure(of: anna)
        }
        try await app.users.spendErasure(of: try await app.user("ben").owner)
    }

    /// An erasure revives no token from before a sign-out, and lifts no limits and no plan of an administrator.
    @Test func aPersonThatReturnsHasItsRestrictions() async throws {
        let app = try await app(#"{"plans": {"small": {"tokens_per_day": 9}}}"#)
        let issued = time.now
        let anna = try await app.user("anna", issuedAt: issued)
        time.advance(by: 10)
        let limits = PlanSettings(numbers: [.concurrentRuns: 1])
        let change = UserChange(plan: "small", limits: limits, isSignedOut: true)
        try await app.clients.changeUser(anna.owner, change, by: .torii)
        try await app.clients.recordErasure(.everything, of: anna.owner)
        _ = try await app.clients.erase(.everything, of: anna.owner, by: .torii)
        await #expect(throws: UserRefusal.signedOut) { try await app.user("anna", issuedAt: issued) }
        let next = try await app.user("anna", issuedAt: time.now)
        #expect(next.owner != anna.owner && next.plan?.name == "small")
        #expect(next.plan?.limits.tokensPerDay == 9 && next.plan?.limits.concurrentRuns == 1)
        // Another person, and a token that means the plan of the kind, have none of it.
        #expect(try await app.user("ben", issuedAt: issued).plan?.name == "default")
        try await app.clients.recordErasure(.everything, of: next.owner)
        let last = try await app.users.principal(
            of: app.client,
            identity: UserIdentity(issuer: UserIdentity.backend, subject: "anna"),
            hasPlan: true,
            issuedAt: time.now
        )
        #expect(last.plan?.name == "default" && last.plan?.limits.concurrentRuns == 1)
    }

    /// A token that is refused says nothing, and an older one does not undo what a newer one said.
    @Test func claimsFollowTheIssueOfTokens() async throws {
        let app = try await app(#"{"plans": {"pro": {"tokens_per_day": 9}, "free": {"tokens_per_day": 1}}}"#)
        let issued = time.now
        let anna = try await app.user("anna", plan: "pro", issuedAt: issued)
        time.advance(by: 10)
        #expect(try await app.user("anna", plan: "free", issuedAt: time.now).plan?.name == "free")
        #expect(try await app.user("anna", plan: "pro", issuedAt: issued).plan?.name == "free")
        #expect(try await app.store.user(anna.owner)?.plan == "free")
        time.advance(by: 10)
        try await app.clients.changeUser(anna.owner, UserChange(isSignedOut: true), by: .torii)
        await #expect(throws: UserRefusal.signedOut) {
            try await app.user("anna", plan: "pro", issuedAt: issued + 15)
        }
        try await app.clients.changeUser(anna.owner, UserChange(isBlocked: true), by: .torii)
        await #expect(throws: UserRefusal.blocked) { try await app.user("anna", plan: "pro", issuedAt: time.now + 1) }
        #expect(try await app.store.user(anna.owner)?.plan == "free")
    }

    /// Claims that change with each request apply to it, and the store is written once in a minute.
    @Test func changingClaimsAreStoredOnceInAMinute() async throws {
        let app = try await app()
        let anna = try await app.user("anna")
        func stored() async throws -> String? { try await app.store.user(anna.owner)?.organization }
        #expect(try await app.user("anna", organization: "a").organization == "a")
        #expect(try await app.user("anna", organization: "b").organization == "b")
        #expect(try await stored() == "a")
        try await app.users.storeSeen()
        #expect(try await stored() == "b")
        time.advance(by: 60)
        #expect(try await app.user("anna", organization: "c").organization == "c")
        #expect(try await stored() == "c")
    }

    /// A sign-out of all users also counts after the client had none for a time.
    @Test func aSignOutOfAllOutlivesTheSettings() async throws {
        let app = try await app()
        let id = app.client.owner.client
        let issued = time.now
        time.advance(by: 10)
        try await app.clients.signOutUsers(of: id, by: .torii)
        for _ in 0..<2 { try await app.clients.setUsers(nil, of: id, revision: nil, by: .torii) }
        #expect(app.clients.holder(id)?.users == nil)
        try await app.clients.setUsers(UserSettings(), of: id, revision: nil, by: .torii)
        let client = try #require(app.clients.holder(id))
        #expect(client.users?.validFrom == time.now)
        let anna = UserIdentity(issuer: UserIdentity.backend, subject: "anna")
        await #expect(throws: UserRefusal.signedOut) {
            try await app.users.principal(of: client, identity: anna, issuedAt: issued)
        }
        _ = try await app.users.principal(of: client, identity: anna, issuedAt: time.now)
    }

    @Test func aClientWithUsersStaysOne() async throws {
        let app = try await app()
        let id = app.client.owner.client
        _ = try await app.user("anna")
        let error = await #expect(throws: AccountsError.self) {
            try await app.clients.setUsers(nil, of: id, revision: nil, by: .torii)
        }
        #expect(error?.code == .conflict)
        let late = await #expect(throws: AccountsError.self) {
            try await app.clients.setUsers(UserSettings(), of: id, revision: 0, by: .torii)
        }
        #expect(late?.code == .conflict)
        try await app.clients.setUsers(UserSettings(hasOwnData: true), of: id, revision: 1, by: .torii)
        #expect(app.clients.holder(id)?.users?.hasOwnData == true)
    }

    @Test func requestsOfAUserInMemoryReadNoStore() async throws {
        let app = try await app()
        let anna = try await app.user("anna")
        try app.store.close()
        #expect(try await app.user("anna") == anna)
    }
}
