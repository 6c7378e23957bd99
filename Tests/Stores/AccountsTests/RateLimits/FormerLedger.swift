import Foundation
import Storage

@testable import Accounts

/// The decisions about one client from before there were shares, as they were.
///
/// Only the limits and the rates that a ledger consists of are those of the code under test.
struct FormerLedger {
    var ledger: ClientLedger

    mutating func admit(_ turn: Int, _ amount: Amount, isContinuation: Bool, at now: Date) -> [LimitBreach] {
        ledger.advance(to: now)
        let breaches = ledger.breaches(of: amount, at: now) + breachesOfFurtherRequest(isContinuation: isContinuation)
        guard breaches.isEmpty else { return breaches }
        if !isContinuation { ledger.requests?.remove(1) }
        hold(turn, ClientLedger.Hold(amount: amount, day: ledger.day.label))
        ledger.tokens?.remove(amount.tokens)
        return []
    }

    mutating func breachesOfFurtherRequest(at now: Date) -> [LimitBreach] {
        ledger.advance(to: now)
        return breachesOfFurtherRequest(isContinuation: false)
    }

    private func breachesOfFurtherRequest(isContinuation: Bool) -> [LimitBreach] {
        var breaches: [LimitBreach] = []
        if let limit = ledger.limits.concurrentRuns, ledger.holds.count >= limit {
            breaches.append(
                LimitBreach(name: .concurrentRuns, quota: limit, remaining: 0, wanted: 1, retry: .whenOthersEnd)
            )
        }
        if !isContinuation, let requests = ledger.requests, let wait = requests.milliseconds(until: 1), wait > 0 {
            breaches.append(
                LimitBreach(
                    name: .requestsPerMinute,
                    quota: requests.limit,
                    remaining: 0,
                    wanted: 1,
                    retry: .after(seconds: ClientLedger.seconds(wait))
                )
            )
        }
        return breaches
    }

    mutating func extend(_ turn: Int, by amount: Amount, at now: Date) -> [LimitBreach] {
        ledger.advance(to: now)
        guard var hold = ledger.holds[turn] else { return [] }
        let breaches = ledger.breaches(
            of: amount,
            movingToDay: hold.day == ledger.day.label ? .zero : hold.amount,
            movingToMonth: hold.day.hasPrefix(ledger.day.month) ? .zero : hold.amount,
            at: now
        )
        guard breaches.isEmpty else { return breaches }
        release(hold)
        hold.amount = hold.amount + amount
        hold.day = ledger.day.label
        self.hold(turn, hold)
        ledger.tokens?.remove(amount.tokens)
        return []
    }

    mutating func shrink(_ turn: Int, to former: ClientLedger.Hold, at now: Date) {
        ledger.advance(to: now)
        guard let hold = ledger.holds[turn] else { return }
        release(hold)
        ledger.tokens?.remove(former.amount.tokens - hold.amount.tokens)
        self.hold(
            turn,
            ClientLedger.Hold(amount: former.amount, day: hold.day, hasStarted: hold.hasStarted)
        )
    }

    mutating func settle(_ turn: Int, used: Amount, at now: Date) -> ClientLedger.Hold? {
        ledger.advance(to: now)
        guard let hold = ledger.holds.removeValue(forKey: turn) else { return nil }
        release(hold)
        if hold.day == ledger.day.label { ledger.ofDay.spent = ledger.ofDay.spent + used }
        if hold.day.hasPrefix(ledger.day.month) { ledger.ofMonth.spent = ledger.ofMonth.spent + used }
        ledger.tokens?.remove(used.tokens - hold.amount.tokens)
        return hold
    }

    private mutating func hold(_ turn: Int, _ hold: ClientLedger.Hold) {
        ledger.holds[turn] = hold
        if hold.day == ledger.day.label { ledger.ofDay.held = ledger.ofDay.held + hold.amount }
        if hold.day.hasPrefix(ledger.day.month) { ledger.ofMonth.held = ledger.ofMonth.held + hold.amount }
    }

    private mutating func release(_ hold: ClientLedger.Hold) {
        if hold.day == ledger.day.label { ledger.ofDay.held = ledger.ofDay.held - hold.amount }
        if hold.day.hasPrefix(ledger.day.month) { ledger.ofMonth.held = ledger.ofMonth.held - hold.amount }
    }
}
