import Accounts
import Foundation
import KeyVaultFixtures
import ModelTable
import OwnerLiterals
import Storage
import StorageSQLite
import Testing

/// Turns of a client's users, in the shares of the users and of the client.
@Suite(.timeLimit(.minutes(2))) struct ShareAdmissionTests {
    private let time = TestTime(Date(timeIntervalSince1970: 1_795_262_400))

    private func admission(_ store: any UsageStore) async throws -> Admission {
        let price = DatedPrice(rates: .init(input: 1_000_000, output: 2_000_000))
        return try await Admission(store: store, prices: PriceTable(currency: "USD", prices: ["m": price])) { [time] in
            time.now
        }
    }

    /// A user of the app, with the limits of its plan and those of the app.
    private func user(
        _ name: String,
        _ limits: ClientLimits,
        ofApp: ClientLimits = .none,
        _ others: [LimitShare] = []
    ) -> Principal {
        let owner = Owner(client: "app", user: "usr_\(name)")
        return Principal(
            owner: owner,
            name: "app",
            scopes: Scope.forClients,
            shares: [LimitShare(kind: .user, key: owner.text, limits: limits)] + others
                + [LimitShare(kind: .client, key: "app", limits: ofApp)]
        )
    }

    private func app(_ limits: ClientLimits) -> Principal {
        Principal(owner: "app", name: "app", scopes: Scope.forClients, limits: limits)
    }

    private func estimate(_ tokens: Int) -> TurnEstimate {
        TurnEstimate(models: ["m"], inputTokens: tokens, maxOutputTokens: 0)
    }

    private func used(_ tokens: Int) -> TurnUsage { TurnUsage(model: "m", inputTokens: tokens, outputTokens: 0) }

    /// Asks for a turn for each of some users at once, and returns the admitted ones.
    private func turns(_ users: [Principal], _ tokens: Int, _ admission: Admission) async throws -> [Reservation] {
        let estimate = estimate(tokens)
        return try await withThrowingTaskGroup(of: Reservation?.self) { group async throws in
            for user in users {
                group.addTask {
                    guard case .admitted(let reservation) = try await admission.admit(user, estimate) else {
                        return nil
                    }
                    reservation.markStarted()
                    return reservation
                }
            }
            return try await group.reduce(into: []) { if let turn = $1 { $0.append(turn) } }
        }
    }

    @Test func oneOfEightFirstRequestsOfAnUnknownUserIsAdmitted() async throws {
        let store = try SQLiteStore(path: nil)
        let admission = try await admission(store)
        let alice = user("alice", ClientLimits(tokensPerDay: 150))
        let admitted = try await turns(Array(repeating: alice, count: 8), 100, admission)
        #expect(admitted.count == 1)
        #expect(try await store.reservations().compactMap(\.owner) == ["app/usr_alice"])
        for turn in admitted { turn.settle([used(100)]) }
        // The budget holds after a restart, too.
        try await admission.flush()
        let next = try await self.admission(store)
        #expect(try await turns([alice], 100, next).isEmpty)
        #expect(try await next.limitStatuses(of: alice).map(\.remaining) == [50])
    }

    @Test func twoHundredTurnsOfTwentyUsersKeepTheBudgetOfTheirApp() async throws {
        let store = try SQLiteStore(path: nil)
        let admission = try await admission(store)
        let ofApp = ClientLimits(tokensPerDay: 50 * 100)
        let users = (0..<20).map { user("\($0)", ClientLimits(tokensPerDay: 5 * 100), ofApp: ofApp) }
        let admitted = try await turns((0..<200).map { users[$0 % 20] }, 100, admission)
        #expect(admitted.count == 50)
        for user in users {
            #expect(admitted.count(where: { $0.client == user }) <= 5)
        }
        #expect(try await admission.limitStatuses(of: app(ofApp)).map(\.remaining) == [0])
        for turn in admitted { turn.settle([used(100)]) }
        #expect(try await turns(users, 100, admission).isEmpty)
        // The users' usage is the app's.
        let ofAll = try await admission.usage(of: "app", from: "2026-11-01")
        var ofUsers: [UsageRecord] = []
        for user in users { ofUsers += try await admission.userUsage(of: user.owner, from: "2026-11-01") }
        #expect(ofAll.map(\.inputTokens) == [5000] && ofUsers.reduce(0) { $0 + $1.inputTokens } == 5000)
        #expect(ofAll.map(\.turns) == [50] && ofUsers.reduce(0) { $0 + $1.turns } == 50)
    }

    /// The limits of the user and of the app, and the refusal of a second turn of a hundred tokens.
    @Test(
        arguments: [
            (
                ClientLimits(tokensPerDay: 150), ClientLimits(tokensPerDay: 900), ["user:tokens-per-day"],
                "the user's 150 tokens"
            ),
            (
                ClientLimits(tokensPerDay: 900), ClientLimits(tokensPerDay: 150), ["client:tokens-per-day"],
                "This app has reached its limit of tokens per day"
            ),
            (
                ClientLimits(tokensPerDay: 900), ClientLimits(moneyPerDay: Money(micros: 150)),
                ["client:money-per-day"],
                "This app has reached its limit of money per day"
            ),
            (
                ClientLimits(concurrentRuns: 1), ClientLimits(requestsPerMinute: 1),
                ["user:concurrent-runs", "client:requests-per-minute"],
                "This app has reached its limit of requests per minute"
            ),
        ] as [(ClientLimits, ClientLimits, [String], String)]
    )
    func aRefusalNamesTheShare(ofUser: ClientLimits, ofApp: ClientLimits, violated: [String], text: String) async throws
    {
        let admission = try await admission(SQLiteStore(path: nil))
        let alice = user("alice", ofUser, ofApp: ofApp)
        let first = try await admission.admit(alice, estimate(100)).admitted()
        let refusal = try await admission.admit(alice, estimate(100)).refused()
        #expect(refusal.violated == violated)
        #expect(refusal.message.contains(text), "\(refusal.message)")
        // A user need not know the limits of the whole app.
        let names = try await admission.limitStatuses(of: alice).map(\.name)
        #expect(refusal.limitStatuses.map(\.name) == names && first.limitStatuses().map(\.name) == names)
        // Nothing of the refused turn is left in any share.
        first.settle([])
        let free = try await admission.limitStatuses(of: alice).filter { $0.name == .tokensPerDay }
        #expect(free.allSatisfy { $0.remaining == $0.quota })
        let freeOfApp = try await admission.limitStatuses(of: app(ofApp)).filter { $0.name == .tokensPerDay }
        #expect(freeOfApp.allSatisfy { $0.remaining == $0.quota })
    }

    @Test func aModelWithoutAPriceIsRefusedByEachShareWithABudgetInMoney() async throws {
        let admission = try await admission(SQLiteStore(path: nil))
        let budget = ClientLimits(moneyPerMonth: Money(micros: 1000))
        let nameless = TurnEstimate(models: ["nameless"], inputTokens: 1, maxOutputTokens: 0)
        let both = try await admission.admit(user("alice", budget, ofApp: budget), nameless).refused()
        #expect(both.violated == ["user:money-per-month", "client:money-per-month"])
        #expect(both.message.hasPrefix("This user has a budget in money"))
        let ofApp = try await admission.admit(user("bob", .none, ofApp: budget), nameless).refused()
        #expect(ofApp.violated == ["client:money-per-month"] && ofApp.limitStatuses.isEmpty)
        #expect(ofApp.message.hasPrefix("This app has a budget in money"))
    }

    @Test func usageIsKeptForEachPartOfTheClient() async throws {
        let store = try SQLiteStore(path: nil)
        let admission = try await admission(store)
        let total = LimitShare(
            kind: .anonymous,
            key: Owner.anonymousUsers(of: "app").text,
            limits: ClientLimits(tokensPerDay: 250)
        )
        let users = ["alice", "bob"].map { user($0, ClientLimits(tokensPerDay: 200), [total]) }
        for user in users { try await admission.admit(user, estimate(100)).admitted().settle([used(90)]) }
        let refusal = try await admission.admit(users[0], estimate(100)).refused()
        #expect(refusal.violated == ["anonymous:tokens-per-day"])
        #expect(try await admission.userUsage(of: users[0].owner, from: "2026-11-01").map(\.inputTokens) == [90])
        #expect(
            try await admission.userUsage(of: Owner.anonymousUsers(of: "app"), from: "2026-11-01").map(\.turns) == [2]
        )
    }

    @Test func anAbandonedTurnCountsForTheUserToo() async throws {
        let store = try SQLiteStore(path: nil)
        let alice = user("alice", ClientLimits(tokensPerDay: 300), ofApp: ClientLimits(tokensPerDay: 1000))
        let killed = try await admission(store)
        let lost = try await killed.admit(alice, estimate(100)).admitted()
        let admission = try await admission(store)
        #expect(admission.abandonedTurns == 1)
        #expect(try await admission.limitStatuses(of: alice).map(\.remaining) == [200])
        #expect(try await admission.limitStatuses(of: app(ClientLimits(tokensPerDay: 1000))).map(\.remaining) == [900])
        #expect(try await admission.userUsage(of: alice.owner, from: "2026-11-01").map(\.unsettledTurns) == [1])
        withExtendedLifetime(lost) {}
    }

    /// A ledger that has left is read again, with the usage that was not written when it left.
    @Test func aUserThatComesBackHasTheSameBudget() async throws {
        let store = try FailingUsageStore()
        let admission = try await admission(store)
        let alice = user("alice", ClientLimits(requestsPerMinute: 10, tokensPerDay: 300))
        let reservation = try await admission.admit(alice, estimate(200)).admitted()
        store.fails = true
        reservation.settle([used(200)])
        for _ in 0..<3 {
            time.advance(by: 120)
            admission.removeIdleLedgers()
        }
        #expect(admission.userLedgerCount == 0)
        await #expect(throws: StoreError.self) { try await admission.admit(alice, estimate(200)) }
        store.fails = false
        #expect(try await admission.limitStatuses(of: alice).map(\.remaining) == [10, 100])
        #expect(try await admission.admit(alice, estimate(200)).refused().violated == ["user:tokens-per-day"])
    }

    /// A person that was erased and returns has the rest of its budget.
    @Test func anErasureGivesNoOtherBudget() async throws {
        let store = try SQLiteStore(path: nil)
        let admission = try await admission(store)
        let client = ClientRecord(id: "app", name: "app", scopes: "chat", createdAt: time.now, changedAt: time.now)
        try await store.addClient(client, audit: .none)
        let identity = UserIdentity(issuer: UserIdentity.backend, subject: "alice")
        var remaining: [[Int]] = []
        for name in ["a", "b", "c"] {
            let alice = user(name, ClientLimits(tokensPerDay: 1000, tokensPerMonth: 5000))
            _ = try await store.admit(
                identity: identity,
                asNew: EndUserRecord(owner: alice.owner, person: "7f", createdAt: time.now),
                quota: nil
            )
            remaining.append(try await admission.limitStatuses(of: alice).map(\.remaining))
            try await admission.admit(alice, estimate(100)).admitted().settle([used(100)])
            try await admission.flush()
            try await store.beginErasure(.everything, of: alice.owner, at: time.now)
            _ = try await store.erase(.everything, of: alice.owner)
            _ = try await store.endErasure(.everything, of: alice.owner, audit: .none)
        }
        #expect(remaining == [[1000, 5000], [900, 4900], [800, 4800]])
        try await admission.deleteErasedUsage()
        #expect(try await store.holdsData(of: "app/usr_c") == false)
    }

    @Test func oldUsageOfUsersIsDeleted() async throws {
        let admission = try await admission(SQLiteStore(path: nil))
        let alice = user("alice", ClientLimits(tokensPerDay: 300))
        try await admission.admit(alice, estimate(100)).admitted().settle([used(100)])
        time.advance(by: 86_400)
        try await admission.admit(alice, estimate(100)).admitted().settle([used(50)])
        try await admission.flush()
        #expect(try await admission.deleteUserUsage(before: time.now) == 1)
        #expect(try await admission.userUsage(of: alice.owner, from: "2026-11-01").map(\.day) == ["2026-11-22"])
        #expect(try await admission.usage(of: "app", from: "2026-11-01").count == 2)
    }

    @Test func aClientWithoutUsersHasNoRowOfAUser() async throws {
        let store = try SQLiteStore(path: nil)
        let admission = try await admission(store)
        let client = app(ClientLimits(tokensPerDay: 150))
        let reservation = try await admission.admit(client, estimate(100)).admitted()
        #expect(try await store.reservations().allSatisfy { $0.owner == nil })
        #expect(try await admission.admit(client, estimate(100)).refused().violated == ["tokens-per-day"])
        reservation.settle([used(100)])
        #expect(try await admission.usage(from: "2026-11-01").map(\.turns) == [1])
        #expect(try await admission.userUsage(of: "app", from: "2026-11-01").isEmpty)
        #expect(admission.userLedgerCount == 0)
    }

    /// The day of a user is that of the client's time zone, whatever its plan says.
    @Test func allSharesHaveTheDayOfTheClient() async throws {
        time.advance(by: 8 * 3600)
        let store = try SQLiteStore(path: nil)
        let admission = try await admission(store)
        let tokyo = ClientLimits(tokensPerDay: 1000, timeZone: "Asia/Tokyo")
        let alice = user("alice", ClientLimits(tokensPerDay: 500, timeZone: "America/New_York"), ofApp: tokyo)
        try await admission.admit(alice, estimate(100)).admitted().settle([used(100)])
        #expect(try await admission.usage(from: "2026-11-01").map(\.day) == ["2026-11-22"])
        #expect(try await admission.userUsage(of: alice.owner, from: "2026-11-01").map(\.day) == ["2026-11-22"])
    }
}
