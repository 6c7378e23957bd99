import Accounts
import Foundation
import KeyVaultFixtures
import ModelTable
import Storage
import StorageSQLite
import Testing

@Suite(.timeLimit(.minutes(1))) struct AdmissionTests {
    let time = TestTime(Date(timeIntervalSince1970: 1_795_262_400))
    let prices = PriceTable(
        currency: "USD",
        prices: [
            "m": DatedPrice(rates: .init(input: 1_000_000, output: 2_000_000)),
            "dear": DatedPrice(rates: .init(input: 10_000_000, output: 10_000_000)),
        ]
    )

    private func admission(_ store: any UsageStore) async throws -> Admission {
        let time = time
        return try await Admission(store: store, prices: prices) { time.now }
    }

    private func client(_ limits: ClientLimits, id: String = "c") -> Principal {
        Principal(owner: Owner(client: id), name: id, scopes: Scope.forClients, limits: limits)
    }

    private func estimate(_ input: Int, _ output: Int, _ models: [String] = ["m"]) -> TurnEstimate {
        TurnEstimate(models: models, inputTokens: input, maxOutputTokens: output)
    }

    private func used(_ input: Int, _ output: Int, _ model: String = "m") -> TurnUsage {
        TurnUsage(model: model, inputTokens: input, outputTokens: output)
    }

    @Test func aTurnIsReservedInTheStoreAndItsUsageIsRecorded() async throws {
        let store = try SQLiteStore(path: nil)
        let admission = try await admission(store)
        let client = client(ClientLimits(tokensPerDay: 1000, moneyPerDay: Money(micros: 1000)))
        let reservation = try await admission.admit(client, estimate(100, 50)).admitted()
        let stored = try await store.reservations()
        #expect(stored.map(\.id) == [reservation.id] && stored.map(\.day) == ["2026-11-21"])
        #expect(stored.map(\.inputTokens) == [100] && stored.map(\.outputTokens) == [50])
        #expect(stored.map(\.money.micros) == [200])
        #expect(reservation.limitStatuses().map(\.remaining) == [850, 800])
        reservation.markStarted()
        reservation.settle([TurnUsage(model: "m", inputTokens: 80, cachedInputTokens: 30, outputTokens: 10)])
        #expect(reservation.limitStatuses().map(\.remaining) == [910, 900])
        // A second call has no effect.
        reservation.settle([used(500, 500)])
        reservation.cancel(usageSoFar: nil)
        let books = try await admission.usage(from: "2026-11-01")
        #expect(
            books == [
                UsageRecord(
                    client: "c",
                    day: "2026-11-21",
                    model: "m",
                    turns: 1,
                    inputTokens: 80,
                    cachedInputTokens: 30,
                    outputTokens: 10,
                    money: Money(micros: 100)
                )
            ]
        )
        #expect(try await store.reservations() == [])
    }

    /// The limit that refuses a second turn of the same size.
    @Test(arguments: [
        (ClientLimits(requestsPerMinute: 1), LimitName.requestsPerMinute, 60),
        (ClientLimits(concurrentRuns: 1), .concurrentRuns, 1),
        (ClientLimits(tokensPerMinute: 200), .tokensPerMinute, 30),
        (ClientLimits(tokensPerDay: 200), .tokensPerDay, 1), (ClientLimits(tokensPerMonth: 200), .tokensPerMonth, 1),
        (ClientLimits(moneyPerDay: Money(micros: 300)), .moneyPerDay, 1),
        (ClientLimits(moneyPerMonth: Money(micros: 300)), .moneyPerMonth, 1),
    ])
    func aRefusalNamesTheExceededLimit(limits: ClientLimits, name: LimitName, retryAfter: Int) async throws {
        let admission = try await admission(SQLiteStore(path: nil))
        let first = try await admission.admit(client(limits), estimate(100, 50)).admitted()
        let refusal = try await admission.admit(client(limits), estimate(100, 50)).refused()
        #expect(refusal.limit == name && refusal.violated == [name.rawValue])
        #expect(refusal.retryAfterSeconds == retryAfter)
        #expect(refusal.limitStatuses.count == 1)
        // Other clients are not affected.
        _ = try await admission.admit(client(limits, id: "d"), estimate(100, 50)).admitted()
        withExtendedLifetime(first) {}
    }

    @Test func releasingBeforeTheStartCostsNothing() async throws {
        let store = try SQLiteStore(path: nil)
        let admission = try await admission(store)
        let client = client(ClientLimits(concurrentRuns: 1, tokensPerDay: 150))
        for _ in 0..<3 { _ = try await admission.admit(client, estimate(100, 50)).admitted() }
        #expect(try await admission.limitStatuses(of: client).map(\.remaining) == [1, 150])
        #expect(try await admission.usage(from: "2026-11-01") == [])
        #expect(try await store.reservations() == [])
    }

    /// An operator sees changed limits before the client's next request.
    @Test func changedLimitsAreShownAtOnce() async throws {
        let admission = try await admission(SQLiteStore(path: nil))
        _ = try await admission.admit(client(ClientLimits()), estimate(100, 50)).admitted()
        let limited = client(ClientLimits(tokensPerDay: 1000))
        #expect(try await admission.limitStatuses(of: limited).map(\.quota) == [1000])
        let less = client(ClientLimits(concurrentRuns: 2, tokensPerDay: 500))
        #expect(try await admission.limitStatuses(of: less).map(\.quota) == [2, 500])
        #expect(try await admission.limitStatuses(of: client(ClientLimits())).isEmpty)
    }

    @Test func releasingAfterTheStartCostsTheWholeReservation() async throws {
        let store = try SQLiteStore(path: nil)
        let admission = try await admission(store)
        let client = client(ClientLimits(concurrentRuns: 1, tokensPerDay: 200))
        try await admission.admit(client, estimate(100, 50)).admitted().markStarted()
        #expect(try await admission.limitStatuses(of: client).map(\.remaining) == [1, 50])
        let books = try await admission.usage(of: "c", from: "2026-11-01")
        #expect(books.map(\.unsettledTurns) == [1] && books.map(\.inputTokens) == [100])
        #expect(try await store.reservations() == [])
    }

    /// The known usage of a cancelled turn that had started, and the remainder of its budget of 1000.
    @Test(arguments: [
        ([TurnUsage(model: "m", inputTokens: 60, outputTokens: 1)], 939), ([], 1000), (nil, 850),
    ])
    func aCancelledTurnCostsItsUsage(usage: [TurnUsage]?, remaining: Int) async throws {
        let admission = try await admission(SQLiteStore(path: nil))
        let client = client(ClientLimits(tokensPerDay: 1000))
        let reservation = try await admission.admit(client, estimate(100, 50)).admitted()
        reservation.markStarted()
        reservation.cancel(usageSoFar: usage)
        #expect(try await admission.limitStatuses(of: client).map(\.remaining) == [remaining])
    }

    @Test func aTurnCanExtendItsReservation() async throws {
        let store = try SQLiteStore(path: nil)
        let admission = try await admission(store)
        let client = client(ClientLimits(tokensPerDay: 400))
        let reservation = try await admission.admit(client, estimate(100, 50)).admitted()
        #expect(try await reservation.extend(by: estimate(150, 50)) == nil)
        #expect(try await store.reservations().map(\.inputTokens) == [250])
        let refusal = try #require(try await reservation.extend(by: estimate(50, 1)))
        #expect(refusal.limit == .tokensPerDay && refusal.remaining == 50)
        #expect(try await store.reservations().map(\.outputTokens) == [100])
        reservation.markStarted()
        reservation.settle([used(240, 60)])
        #expect(try await admission.limitStatuses(of: client).map(\.remaining) == [100])
    }

    /// Of a round that is about to start, only the part is reserved that the unused rest of the reservation does not cover.
    @Test func anExtensionAfterUsageReservesTheMissingPart() async throws {
        let store = try SQLiteStore(path: nil)
        let admission = try await admission(store)
        let client = client(ClientLimits(tokensPerDay: 1000, moneyPerDay: Money(micros: 100_000)))
        let reservation = try await admission.admit(client, estimate(100, 50)).admitted()
        #expect(try await reservation.extend(by: estimate(60, 40), after: [used(40, 10)]) == nil)
        #expect(try await store.reservations().map(\.money.micros) == [200])
        #expect(try await reservation.extend(by: estimate(70, 40), after: [used(40, 10)]) == nil)
        let stored = try await store.reservations()
        #expect(stored.map(\.inputTokens) == [110] && stored.map(\.outputTokens) == [50])
        #expect(stored.map(\.money.micros) == [210])
    }

    /// The tokens of the first round were reserved at the lower price, which does not suffice for a round beyond the step.
    @Test func aRoundBeyondAStepIsReservedAtItsPrice() async throws {
        let store = try SQLiteStore(path: nil)
        let step = DatedPrice(
            rates: .init(input: 1_000_000, output: 0),
            above: .init(tokens: 150, rates: .init(input: 10_000_000, output: 0))
        )
        let prices = PriceTable(currency: "USD", prices: ["m": step])
        let admission = try await Admission(store: store, prices: prices)
        let client = client(ClientLimits(moneyPerDay: Money(micros: 10_000)))
        let first = TurnEstimate(models: ["m"], inputTokens: 300, requestTokens: 150, maxOutputTokens: 0)
        let reservation = try await admission.admit(client, first).admitted()
        #expect(try await store.reservations().map(\.money.micros) == [300])
        let next = TurnEstimate(models: ["m"], inputTokens: 160, maxOutputTokens: 0)
        #expect(try await reservation.extend(by: next, after: [used(100, 0)]) == nil)
        #expect(try await store.reservations().map(\.money.micros) == [1700])
        reservation.markStarted()
        reservation.settle([used(100, 0), used(160, 0)])
        #expect(try await admission.usage(from: "2026-01-01").map(\.money.micros) == [1700])
    }

    /// The price is that of the day of the request, also in a turn that was settled later.
    @Test func theDayOfTheRequestDecidesAboutItsPrice() async throws {
        let store = try SQLiteStore(path: nil)
        var dear = DatedPrice(rates: .init(input: 2_000_000, output: 0))
        dear.from = "2026-12-01"
        let table = try PriceTable(
            parsing: "currency USD\nm input=1 output=0\nm input=2 output=0 from=2026-12-01",
            over: PriceTable(currency: "USD", prices: [:])
        )
        #expect(table.price(of: "m", on: "2026-12-01") == dear)
        let midnight = Date(timeIntervalSince1970: 1_796_083_200)
        let admission = try await Admission(store: store, prices: table) { midnight }
        let before = TurnUsage(model: "m", inputTokens: 10, outputTokens: 0, time: midnight - 1)
        let after = TurnUsage(model: "m", inputTokens: 10, outputTokens: 0)
        #expect([before, after].map { admission.cost(of: $0)?.micros } == [10, 20])
        let reservation = try await admission.admit(client(ClientLimits()), estimate(20, 0)).admitted()
        reservation.settle([before, after])
        #expect(try await admission.usage(from: "2026-01-01").map(\.money.micros) == [30])
    }

    @Test func theMostExpensiveOfSeveralModelsCounts() async throws {
        let store = try SQLiteStore(path: nil)
        let admission = try await admission(store)
        let client = client(ClientLimits(moneyPerDay: Money(micros: 2000)))
        let reservation = try await admission.admit(client, estimate(100, 50, ["m", "dear"])).admitted()
        #expect(try await store.reservations().map(\.money.micros) == [1500])
        reservation.settle([used(10, 5, "m"), used(10, 5, "dear")])
        #expect(reservation.limitStatuses().map(\.remaining) == [2000 - 20 - 150])
        let books = try await admission.usage(from: "2026-11-01")
        #expect(books.map(\.model) == ["dear", "m"] && books.map(\.turns) == [0, 1])
    }

    @Test func aMoneyBudgetRefusesAModelWithoutAPrice() async throws {
        let admission = try await admission(SQLiteStore(path: nil))
        let counted = client(ClientLimits(moneyPerDay: Money(micros: 2000)))
        let refusal = try await admission.admit(counted, estimate(1, 1, ["m", "nameless"])).refused()
        #expect(refusal.limit == .moneyPerDay && refusal.retryAfterSeconds == nil)
        #expect(refusal.message.contains("'nameless' has no price"))
        let reservation = try await admission.admit(counted, estimate(100, 50)).admitted()
        #expect(try await reservation.extend(by: estimate(1, 1, ["nameless"])) != nil)
        // Another model answered than the requested one: the whole reservation counts.
        reservation.settle([used(1, 1, "nameless")])
        #expect(try await admission.limitStatuses(of: counted).map(\.remaining) == [1800])

        let uncounted = client(ClientLimits(tokensPerDay: 100), id: "d")
        try await admission.admit(uncounted, estimate(1, 1, ["nameless"])).admitted().settle([used(1, 1, "nameless")])
        let books = try await admission.usage(of: "d", from: "2026-11-01")
        #expect(books.map(\.isUnpriced) == [true] && books.map(\.money) == [.zero])
    }

    @Test func aRequestWithoutAModelCountsAsARequestOnly() async throws {
        let store = try SQLiteStore(path: nil)
        let admission = try await admission(store)
        let client = client(
            ClientLimits(requestsPerMinute: 5, concurrentRuns: 5, tokensPerMinute: 1, moneyPerDay: Money(micros: 1))
        )
        let reservation = try await admission.admit(client, .none).admitted()
        reservation.markStarted()
        #expect(reservation.limitStatuses().map(\.remaining) == [4, 4, 1, 1])
        #expect(try await store.reservations() == [])
        reservation.settle([])
        #expect(reservation.limitStatuses().map(\.remaining) == [4, 5, 1, 1])
        #expect(try await admission.usage(from: "2026-11-01") == [])
    }

    @Test func spentAmountsSurviveARestart() async throws {
        let store = try SQLiteStore(path: nil)
        let client = client(ClientLimits(tokensPerDay: 1000, tokensPerMonth: 5000))
        let before = try await admission(store)
        try await before.admit(client, estimate(100, 50)).admitted().settle([used(100, 20)])
        try await before.flush()
        time.advance(by: 86_400)
        let after = try await admission(store)
        #expect(after.abandonedTurns == 0)
        #expect(try await after.limitStatuses(of: client).map(\.remaining) == [1000, 4880])
    }

    @Test func changedLimitsApplyToTheNextTurn() async throws {
        let admission = try await admission(SQLiteStore(path: nil))
        let first = try await admission.admit(client(ClientLimits(tokensPerDay: 200)), estimate(100, 50)).admitted()
        let second = try await admission.admit(client(ClientLimits(tokensPerDay: 300)), estimate(100, 50)).admitted()
        #expect(second.limitStatuses().map(\.remaining) == [0])
        withExtendedLifetime(first) {}
    }

    @Test func aFailingStoreAdmitsNoTurn() async throws {
        let store = try FailingUsageStore()
        let admission = try await admission(store)
        let client = client(ClientLimits(concurrentRuns: 1, tokensPerDay: 1000))
        store.fails = true
        await #expect(throws: StoreError.self) { try await admission.admit(client, estimate(100, 50)) }
        #expect(try await admission.limitStatuses(of: client).map(\.remaining) == [1, 1000])
        store.fails = false
        let reservation = try await admission.admit(client, estimate(100, 50)).admitted()
        store.fails = true
        await #expect(throws: StoreError.self) { try await reservation.extend(by: estimate(100, 50)) }
        #expect(reservation.limitStatuses().map(\.remaining) == [0, 850])
        // The usage survives the failure: it is written when the disk has space again.
        reservation.settle([used(10, 10)])
        await #expect(throws: StoreError.self) { try await admission.flush() }
        store.fails = false
        #expect(try await admission.usage(from: "2026-11-01").map(\.inputTokens) == [10])
        #expect(try await store.reservations() == [])
    }

    @Test func theServiceWritesPendingChangesWhenItIsCancelled() async throws {
        let store = try SQLiteStore(path: nil)
        let admission = try await admission(store)
        try await admission.admit(client(.none), estimate(1, 1)).admitted().settle([used(1, 1)])
        let service = Task { await admission.run(every: .seconds(3600)) }
        service.cancel()
        await service.value
        #expect(try await store.usage(of: nil, from: "2026-11-01", to: nil, limit: 9).map(\.turns) == [1])
    }
}

extension AdmissionDecision {
    /// Returns the reservation of an admitted turn.
    func admitted() throws -> Reservation {
        guard case .admitted(let reservation) = self else { throw Unexpected(what: "\(self)") }
        return reservation
    }

    /// Returns the refusal of a refused turn.
    func refused() throws -> AdmissionRefusal {
        guard case .refused(let refusal) = self else { throw Unexpected(what: "\(self)") }
        return refusal
    }

    private struct Unexpected: Error { let what: String }
}
