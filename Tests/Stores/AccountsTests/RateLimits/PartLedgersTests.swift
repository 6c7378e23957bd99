import Foundation
import Storage
import Testing

@testable import Accounts

@Suite struct PartLedgersTests {
    /// Noon of 21 November 2026 in UTC.
    private let noon = Date(timeIntervalSince1970: 1_795_262_400)

    private func ledgers(_ keys: [String], _ limits: ClientLimits = .none, capacity: Int = 20_000) -> PartLedgers {
        var ledgers = PartLedgers(capacity: capacity)
        for key in keys { ledgers.insert(ClientLedger(limits: limits, at: noon), for: key, at: noon) }
        return ledgers
    }

    /// Uses a ledger without changing it; false if it has left.
    private func use(_ key: String, _ ledgers: inout PartLedgers, at time: Date) -> Bool {
        ledgers.update(key, at: time) { _ in } != nil
    }

    @Test func anIdleLedgerLeavesAfterTwoMinutes() {
        var ledgers = ledgers(["a", "b"])
        // The upkeep looks every 30 seconds; `a` is used every time.
        var times: [String: Double] = [:]
        for seconds in stride(from: 30.0, through: 600, by: 30) {
            ledgers.removeIdle(at: noon + seconds)
            let isThere = use("a", &ledgers, at: noon + seconds)
            #expect(isThere)
            if !ledgers.contains("b"), times["b"] == nil { times["b"] = seconds }
        }
        #expect(times["b"].map { (120...240).contains($0) } == true)
        #expect(ledgers.count == 1 && ledgers.departures == 1)
    }

    @Test func aLedgerWithARunningTurnStays() {
        var ledgers = ledgers(["a"], ClientLimits(concurrentRuns: 1))
        ledgers.update("a", at: noon) { $0.reserve(1, .zero) }
        for seconds in stride(from: 0.0, through: 86_400, by: 120) { ledgers.removeIdle(at: noon + seconds) }
        #expect(ledgers.hold(of: 1, in: "a") != nil && ledgers.departures == 0)
        let evening = noon + 86_400
        let hold = ledgers.update("a", at: evening) { $0.settle(1, used: .zero, at: evening) }
        #expect(hold != nil && ledgers.hold(of: 1, in: "a") == nil && ledgers.contains("a"))
        for seconds in stride(from: 120.0, through: 360, by: 120) { ledgers.removeIdle(at: evening + seconds) }
        #expect(ledgers.count == 0 && ledgers.departures == 1)
    }

    /// The store has no rates per minute, so a ledger with a debt of more than two minutes is not read again without it.
    @Test func aLedgerWithADebtStaysUntilItIsPaid() {
        var ledgers = ledgers(["a"], ClientLimits(tokensPerMinute: 10))
        ledgers.update("a", at: noon) { ledger in
            ledger.reserve(1, .zero)
            _ = ledger.settle(1, used: Amount(inputTokens: 100), at: noon)
        }
        for minutes in stride(from: 0.0, to: 10, by: 1) {
            ledgers.removeIdle(at: noon + minutes * 60)
            #expect(ledgers.contains("a"), "minute \(minutes)")
        }
        for minutes in stride(from: 10.0, through: 16, by: 1) { ledgers.removeIdle(at: noon + minutes * 60) }
        #expect(!ledgers.contains("a"))
    }

    @Test func theNumberOfLedgersIsBounded() {
        var ledgers = ledgers([], capacity: 100)
        for running in 0..<10 {
            ledgers.insert(ClientLedger(limits: .none, at: noon), for: "running \(running)", at: noon)
            ledgers.update("running \(running)", at: noon) { $0.reserve(1, .zero) }
        }
        var most = 0
        for user in 0..<10_000 {
            ledgers.insert(ClientLedger(limits: .none, at: noon), for: "\(user)", at: noon)
            most = max(most, ledgers.count)
            // One that is always used stays, however many others are added.
            let isThere = use("0", &ledgers, at: noon)
            guard isThere else {
                Issue.record("the used ledger left after \(user) others")
                return
            }
        }
        #expect(most <= 100)
        #expect((0..<10).allSatisfy { ledgers.contains("running \($0)") })
        #expect(ledgers.departures + ledgers.count == 10_010)
    }

    @Test func aClockSetBackStartsTheTimeAnew() {
        var ledgers = ledgers(["a"])
        ledgers.removeIdle(at: noon - 86_400)
        ledgers.removeIdle(at: noon - 86_400 + 119)
        ledgers.removeIdle(at: noon - 86_400 + 120)
        #expect(ledgers.contains("a"))
        ledgers.removeIdle(at: noon - 86_400 + 240)
        #expect(!ledgers.contains("a"))
    }
}
