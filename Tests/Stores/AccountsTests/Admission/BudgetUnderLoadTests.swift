import Accounts
import Foundation
import Glibc
import KeyVaultFixtures
import ModelTable
import OwnerLiterals
import Storage
import StorageSQLite
import Testing

/// Two hundred concurrent turns against a budget for fifty.
@Suite(.timeLimit(.minutes(2))) struct BudgetUnderLoadTests {
    /// Each turn may cost a cent: 1,000 input tokens at 2 per million and 1,000 output tokens at 8.
    static let turnCost = 10_000
    static let budget = Money(micros: 50 * turnCost)
    static let client = Principal(
        owner: "phone",
        name: "phone",
        scopes: Scope.forClients,
        limits: ClientLimits(moneyPerDay: budget)
    )
    static let estimate = TurnEstimate(models: ["m"], inputTokens: 1000, maxOutputTokens: 1000)
    static let whole = TurnUsage(model: "m", inputTokens: 1000, outputTokens: 1000)

    static func admission(_ path: String?) async throws -> Admission {
        try await admission(over: SQLiteStore(path: path))
    }

    static func admission(over store: SQLiteStore) async throws -> Admission {
        let price = DatedPrice(rates: .init(input: 2_000_000, output: 8_000_000))
        return try await Admission(store: store, prices: PriceTable(currency: "USD", prices: ["m": price])) {
            Date(timeIntervalSince1970: 1_795_262_400)
        }
    }

    /// Starts a number of turns concurrently, and returns the reservations of the admitted ones.
    static func turns(_ count: Int, _ admission: Admission) async throws -> [Reservation] {
        try await withThrowingTaskGroup(of: Reservation?.self) { group in
            for _ in 0..<count {
                group.addTask {
                    guard case .admitted(let reservation) = try await admission.admit(client, estimate) else {
                        return nil
                    }
                    reservation.markStarted()
                    return reservation
                }
            }
            return try await group.reduce(into: []) { if let turn = $1 { $0.append(turn) } }
        }
    }

    static func spent(_ admission: Admission) async throws -> Money {
        try await admission.usage(from: "2026-11-01").reduce(.zero) { $0 + $1.money }
    }

    static func report(_ what: String, asked: Int, admitted: Int, spent: Money) {
        let over = max(.zero, spent - budget)
        print(
            "budget: \(what): \(asked) turns asked, \(admitted) admitted, spent \(spent) of \(budget), overspend \(over)"
        )
    }

    @Test func exactlyTheTurnsThatFitTheBudgetAreAdmitted() async throws {
        let admission = try await Self.admission(nil)
        let admitted = try await Self.turns(200, admission)
        for turn in admitted { turn.settle([Self.whole]) }
        let spent = try await Self.spent(admission)
        Self.report("all at once", asked: 200, admitted: admitted.count, spent: spent)
        #expect(admitted.count == 50)
        #expect(spent == Self.budget)
        #expect(try await Self.turns(200, admission).isEmpty)
    }

    @Test func unusedReservationsAreAvailableToOthers() async throws {
        let admission = try await Self.admission(nil)
        var admitted = 0
        var asked = 0
        // Each turn uses half of its reservation; each wave has as many turns as the budget has room for.
        while true {
            let wave = try await Self.turns(200, admission)
            asked += 200
            if wave.isEmpty { break }
            admitted += wave.count
            for turn in wave { turn.settle([TurnUsage(model: "m", inputTokens: 500, outputTokens: 500)]) }
        }
        let spent = try await Self.spent(admission)
        Self.report("half used", asked: asked, admitted: admitted, spent: spent)
        // The last turn may only start if its whole cent is available.
        #expect(admitted == 99)
        #expect(spent == Money(micros: 99 * Self.turnCost / 2))
    }

    @Test func aKilledProcessOverspendsNothing() async throws {
        try await withTemporaryFolder { folder async throws in
            let path = folder + "/torii.sqlite"
            let child = await #expect(
                processExitsWith: .signal(SIGKILL),
                observing: [\.standardOutputContent]
            ) { [path = path as String] in
                let admission = try await BudgetUnderLoadTests.admission(path)
                // Forty turns are running and ten have ended, some of these not yet written, when the process is killed.
                let turns = try await BudgetUnderLoadTests.turns(40, admission)
                for turn in turns[..<5] { turn.settle([BudgetUnderLoadTests.whole]) }
                try await admission.flush()
                for turn in turns[5..<10] { turn.settle([TurnUsage(model: "m", inputTokens: 0, outputTokens: 1)]) }
                print("admitted \(turns.count)")
                fflush(nil)
                withExtendedLifetime(turns) { _ = kill(getpid(), SIGKILL) }
            }
            let told = String(decoding: child?.standardOutputContent ?? [], as: UTF8.self)
            #expect(told.contains("admitted 40"))

            let store = try SQLiteStore(path: path)
            let out = try await store.reservations().count
            #expect(out == 35)
            let admission = try await Self.admission(over: store)
            #expect(admission.abandonedTurns == out)
            // Each of the forty turns may have cost its cent, so ten more fit.
            let after = try await Self.turns(200, admission)
            for turn in after { turn.settle([Self.whole]) }
            let spent = try await Self.spent(admission)
            Self.report("killed with \(out) reservations out", asked: 240, admitted: 40 + after.count, spent: spent)
            #expect(after.count == 10)
            #expect(spent == Self.budget)
            #expect(try await admission.usage(from: "2026-11-01").map(\.unsettledTurns) == [out])
        }
    }
}
