import Foundation

@testable import Accounts

extension ClientLedger {
    /// Admits a turn if this ledger alone has room for it.
    mutating func admit(_ turn: Int, _ amount: Amount, at now: Date) -> [LimitBreach] {
        let exceeded = breaches(ofNew: amount, at: now)
        if exceeded.isEmpty { reserve(turn, amount) }
        return exceeded
    }

    /// Extends a turn if this ledger alone has room for it.
    mutating func extend(_ turn: Int, by amount: Amount, at now: Date) -> [LimitBreach] {
        let exceeded = breaches(ofExtending: turn, by: amount, at: now)
        if exceeded.isEmpty { extend(turn, by: amount) }
        return exceeded
    }
}
