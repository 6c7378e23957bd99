import Foundation
import Storage
import Testing

@testable import Accounts

@Suite struct ClientLedgerTests {
    /// Noon of 21 November 2026 in UTC.
    private let noon = Date(timeIntervalSince1970: 1_795_262_400)

    private func tokens(_ count: Int) -> Amount { Amount(inputTokens: count) }

    private func money(_ micros: Int) -> Amount { Amount(money: Money(micros: micros)) }

    @Test func aClientWithoutLimitsIsNeverRefused() {
        var ledger = ClientLedger(limits: .none, at: noon)
        for turn in 0..<1000 { #expect(ledger.admit(turn, tokens(1_000_000_000), at: noon) == []) }
        #expect(ledger.limitStatuses(at: noon) == [] && ledger.runs == 1000)
    }

    @Test func runsAreCountedUntilTheyEnd() {
        var ledger = ClientLedger(limits: ClientLimits(concurrentRuns: 2), at: noon)
        #expect(ledger.admit(1, .zero, at: noon) == [] && ledger.admit(2, .zero, at: noon) == [])
        let breaches = ledger.admit(3, .zero, at: noon)
        #expect(breaches.map(\.name) == [.concurrentRuns] && breaches.map(\.retry) == [.whenOthersEnd])
        #expect(ledger.settle(1, used: .zero, at: noon) != nil)
        // Ending it a second time frees no further place.
        #expect(ledger.settle(1, used: .zero, at: noon) == nil)
        #expect(ledger.admit(3, .zero, at: noon) == [] && ledger.admit(4, .zero, at: noon).count == 1)
        #expect(ledger.limitStatuses(at: noon).map(\.remaining) == [0])
    }

    @Test func requestsBecomeAvailableAgainWithTime() {
        var ledger = ClientLedger(limits: ClientLimits(requestsPerMinute: 2), at: noon)
        #expect(ledger.admit(1, .zero, at: noon) == [] && ledger.admit(2, .zero, at: noon) == [])
        #expect(ledger.admit(3, .zero, at: noon).map(\.retry) == [.after(seconds: 30)])
        #expect(ledger.admit(3, .zero, at: noon + 29.999).map(\.retry) == [.after(seconds: 1)])
        #expect(ledger.admit(3, .zero, at: noon + 30) == [])
        // The end of a turn does not return a request.
        _ = ledger.settle(3, used: .zero, at: noon + 30)
        #expect(ledger.limitStatuses(at: noon + 30).map(\.remaining) == [0])
    }

    @Test func tokensPerMinuteAreReservedAndReturned() {
        var ledger = ClientLedger(limits: ClientLimits(tokensPerMinute: 600), at: noon)
        #expect(ledger.admit(1, tokens(601), at: noon).map(\.retry) == [.never])
        #expect(ledger.admit(1, tokens(500), at: noon) == [])
        #expect(ledger.admit(2, tokens(200), at: noon).map(\.retry) == [.after(seconds: 10)])
        _ = ledger.settle(1, used: tokens(100), at: noon)
        #expect(ledger.admit(2, tokens(500), at: noon) == [])
        // Usage beyond the reservation is a debt.
        _ = ledger.settle(2, used: tokens(1100), at: noon)
        #expect(ledger.admit(3, tokens(1), at: noon).map(\.retry) == [.after(seconds: 61)])
        #expect(ledger.limitStatuses(at: noon).map(\.remaining) == [0])
    }

    @Test func aRefusedTurnReservesNothing() {
        var ledger = ClientLedger(
            limits: ClientLimits(requestsPerMinute: 5, concurrentRuns: 5, tokensPerMinute: 50, tokensPerDay: 40),
            at: noon
        )
        let before = ledger.limitStatuses(at: noon)
        #expect(ledger.admit(1, tokens(45), at: noon).map(\.name) == [.tokensPerDay])
        #expect(ledger.admit(1, tokens(60), at: noon).map(\.name) == [.tokensPerMinute, .tokensPerDay])
        #expect(ledger.limitStatuses(at: noon) == before && ledger.runs == 0)
    }

    /// A budget, its name, and the time until it is available again.
    @Test(arguments: [
        (ClientLimits(tokensPerDay: 100), LimitName.tokensPerDay, 43_200),
        (ClientLimits(tokensPerMonth: 100), .tokensPerMonth, 820_800),
        (ClientLimits(moneyPerDay: Money(micros: 100)), .moneyPerDay, 43_200),
        (ClientLimits(moneyPerMonth: Money(micros: 100)), .moneyPerMonth, 820_800),
    ])
    func budgetsRefuseTurnsThatExceedThem(limits: ClientLimits, name: LimitName, seconds: Int) {
        func amount(_ count: Int) -> Amount { name.isMoney ? money(count) : tokens(count) }
        var ledger = ClientLedger(limits: limits, at: noon)
        #expect(ledger.admit(1, amount(101), at: noon).map(\.retry) == [.never])
        #expect(ledger.admit(1, amount(60), at: noon) == [])
        // The budget is only reserved so far.
        let held = ledger.admit(2, amount(60), at: noon)
        #expect(held.map(\.retry) == [.whenOthersEnd] && held.map(\.remaining) == [40] && held.map(\.name) == [name])
        _ = ledger.settle(1, used: amount(50), at: noon)
        // Now the budget is spent.
        #expect(ledger.admit(2, amount(60), at: noon).map(\.retry) == [.after(seconds: seconds)])
        #expect(ledger.admit(2, amount(50), at: noon) == [])
        #expect(
            ledger.limitStatuses(at: noon) == [
                LimitStatus(name: name, quota: 100, remaining: 0, reserved: 50, resetSeconds: seconds)
            ]
        )
        _ = ledger.settle(2, used: amount(50), at: noon)
        #expect(ledger.admit(3, amount(1), at: noon).count == 1)
        #expect(ledger.admit(3, amount(100), at: noon + Double(seconds)) == [])
    }

    @Test func amountsSpentBeforeTheStartCount() {
        let spent = ["2026-11-01": tokens(30), "2026-11-21": tokens(20), "2026-10-31": tokens(1000)]
        var ledger = ClientLedger(limits: ClientLimits(tokensPerDay: 25, tokensPerMonth: 60), spent: spent, at: noon)
        #expect(ledger.limitStatuses(at: noon).map(\.remaining) == [5, 10])
    }

    @Test func aTurnOverMidnightCountsForTheDayOfItsStart() {
        let midnight = noon + 43_200
        var ledger = ClientLedger(limits: ClientLimits(tokensPerDay: 100, tokensPerMonth: 1000), at: noon)
        #expect(ledger.admit(1, tokens(80), at: midnight - 1) == [])
        #expect(ledger.limitStatuses(at: midnight).map(\.remaining) == [100, 920])
        #expect(ledger.admit(2, tokens(100), at: midnight) == [])
        #expect(ledger.settle(1, used: tokens(70), at: midnight)?.day == "2026-11-21")
        #expect(ledger.limitStatuses(at: midnight).map(\.remaining) == [0, 830])
        #expect(ledger.settle(2, used: tokens(1), at: midnight)?.day == "2026-11-22")
        #expect(ledger.limitStatuses(at: midnight).map(\.remaining) == [99, 929])
    }

    @Test func anExtensionAfterMidnightMovesTheTurn() {
        let midnight = noon + 43_200
        var ledger = ClientLedger(limits: ClientLimits(tokensPerDay: 100, tokensPerMonth: 1000), at: noon)
        #expect(ledger.admit(1, tokens(60), at: noon) == [])
        #expect(ledger.extend(1, by: tokens(41), at: noon).map(\.retry) == [.whenOthersEnd])
        #expect(ledger.extend(1, by: tokens(10), at: noon) == [])
        #expect(ledger.extend(1, by: tokens(31), at: midnight).map(\.name) == [.tokensPerDay])
        #expect(ledger.extend(1, by: tokens(30), at: midnight) == [])
        #expect(ledger.limitStatuses(at: midnight).map(\.remaining) == [0, 900])
        #expect(ledger.settle(1, used: tokens(90), at: midnight)?.day == "2026-11-22")
        #expect(ledger.limitStatuses(at: midnight).map(\.remaining) == [10, 910])
        #expect(ledger.extend(1, by: tokens(1), at: midnight) == [])
        #expect(ledger.runs == 0)
    }

    @Test func anExtensionThatCannotBeStoredIsUndone() throws {
        var ledger = ClientLedger(limits: ClientLimits(tokensPerMinute: 100, tokensPerDay: 100), at: noon)
        #expect(ledger.admit(1, tokens(40), at: noon) == [])
        let before = try #require(ledger[1])
        let limitStatuses = ledger.limitStatuses(at: noon)
        #expect(ledger.extend(1, by: tokens(50), at: noon) == [])
        ledger.shrink(1, to: before, at: noon)
        #expect(ledger[1] == before && ledger.limitStatuses(at: noon) == limitStatuses)
    }

    @Test func aNewMonthHasAFullBudget() {
        // 23:00 of 30 November in UTC is 1 December in Tokyo.
        let late = Date(timeIntervalSince1970: 1_796_079_600)
        for (zone, remaining) in [(nil, 0), ("Asia/Tokyo", 100)] {
            var ledger = ClientLedger(
                limits: ClientLimits(tokensPerMonth: 100, timeZone: zone),
                spent: ["2026-11-30": tokens(100)],
                at: late - 3600 * 9
            )
            #expect(ledger.limitStatuses(at: late).map(\.remaining) == [remaining])
        }
    }

    @Test func aClockSetBackRestartsNoDay() {
        var ledger = ClientLedger(limits: ClientLimits(tokensPerDay: 100), at: noon)
        #expect(ledger.admit(1, tokens(100), at: noon) == [])
        _ = ledger.settle(1, used: tokens(100), at: noon)
        #expect(ledger.admit(2, tokens(1), at: noon - 86_400).count == 1)
        #expect(ledger.admit(2, tokens(1), at: noon).count == 1)
    }

    @Test func changedLimitsApplyAtOnceAndKeepSpentAmounts() {
        var ledger = ClientLedger(limits: ClientLimits(requestsPerMinute: 10, tokensPerDay: 100), at: noon)
        #expect(ledger.admit(1, tokens(70), at: noon) == [])
        ledger.apply(ClientLimits(requestsPerMinute: 3, tokensPerDay: 200, tokensPerMonth: 75), at: noon)
        #expect(ledger.limitStatuses(at: noon).map(\.remaining) == [2, 130, 5])
        ledger.apply(ClientLimits(tokensPerDay: 50), at: noon)
        #expect(ledger.limitStatuses(at: noon).map(\.remaining) == [0])
        ledger.apply(.none, at: noon)
        #expect(ledger.admit(2, tokens(1000), at: noon) == [])
    }

    /// Turns that start, extend and end in any order, with a clock that jumps, never exceed a budget.
    @Test(arguments: 0..<40)
    func noOrderOverspends(seed: Int) {
        var random = SplitMix(state: UInt64(seed))
        let limit = 1000
        var ledger = ClientLedger(limits: ClientLimits(tokensPerDay: limit, tokensPerMonth: 3 * limit), at: noon)
        var running: [Int: Int] = [:]
        var spent: [String: Int] = [:]
        var now = noon
        for turn in 0..<600 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: now += Double.random(in: -30_000...40_000, using: &random)
            case 1...4:
                let wanted = Int.random(in: 1...300, using: &random)
                if ledger.admit(turn, tokens(wanted), at: now).isEmpty { running[turn] = wanted }
            case 5:
                guard let (turn, held) = running.randomElement(using: &random) else { continue }
                let more = Int.random(in: 1...200, using: &random)
                if ledger.extend(turn, by: tokens(more), at: now).isEmpty { running[turn] = held + more }
            default:
                guard let (turn, held) = running.randomElement(using: &random) else { continue }
                let used = Int.random(in: 0...held, using: &random)
                running[turn] = nil
                if let day = ledger.settle(turn, used: tokens(used), at: now)?.day { spent[day, default: 0] += used }
            }
            #expect(ledger.runs == running.count)
        }
        #expect(spent.values.allSatisfy { $0 <= limit })
        let months = Dictionary(grouping: spent) { $0.key.prefix(7) }.mapValues { $0.reduce(0) { $0 + $1.value } }
        #expect(months.values.allSatisfy { $0 <= 3 * limit })
        #expect(spent.count > 1)
    }
}

/// A small generator with a seed, so that a failure can be reproduced.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
