import FoundationEssentials
import Storage

/// The ledgers of all shares, and the decisions over the shares of a turn together, without I/O and without a clock.
///
/// A turn is reserved in the ledgers of all its shares or in none. Ledgers of clients stay; those of parts of clients leave when they are
/// idle, so the caller reads them again before each decision about a new turn (``use(_:at:)``, ``insert(_:for:at:)``).
struct LedgerBook: Sendable {
    private var clients: [String: ClientLedger] = [:]
    private var parts: PartLedgers

    /// Makes an empty book.
    ///
    /// - Parameter partCapacity: The maximum number of ledgers of parts of clients, apart from those with running turns.
    init(partCapacity: Int = 20_000) { parts = PartLedgers(capacity: partCapacity) }

    /// The number of ledgers of parts of clients.
    var partCount: Int { parts.count }

    /// The number of ledgers that have left.
    var departures: Int { parts.departures }

    /// Whether the ledger of a share is in memory.
    func has(_ share: LimitShare) -> Bool {
        share.kind == .client ? clients.index(forKey: share.key) != nil : parts.contains(share.key)
    }

    /// Uses the ledgers of shares, so that they stay for now; false if one is not in memory.
    mutating func use(_ shares: [LimitShare], at now: Date) -> Bool {
        for share in shares { update(share, at: now) { _ in } }
        return shares.allSatisfy { has($0) }
    }

    /// Adds the ledger of a share that has none.
    mutating func insert(_ ledger: ClientLedger, for share: LimitShare, at now: Date) {
        if share.kind == .client {
            clients[share.key] = ledger
        } else {
            parts.insert(ledger, for: share.key, at: now)
        }
    }

    /// Removes the ledgers of parts that have not been used for some minutes.
    mutating func removeIdle(at now: Date) { parts.removeIdle(at: now) }

    /// Returns the reservation of a turn, that of the last share; `nil` once it is settled.
    func hold(of turn: Int, in shares: [LimitShare]) -> ClientLedger.Hold? {
        for share in shares.reversed() {
            let hold = share.kind == .client ? clients[share.key]?[turn] : parts.hold(of: turn, in: share.key)
            if let hold { return hold }
        }
        return nil
    }

    /// Uses a ledger; returns `nil` if it is not in memory.
    @discardableResult
    private mutating func update<Result>(
        _ share: LimitShare,
        at now: Date,
        _ body: (inout ClientLedger) -> Result
    ) -> Result? {
        guard share.kind == .client else { return parts.update(share.key, at: now, body) }
        guard let place = clients.index(forKey: share.key) else { return nil }
        return body(&clients.values[place])
    }

    /// Returns the breaches of all shares, each with its share if there are several.
    private mutating func breaches(
        of shares: [LimitShare],
        at now: Date,
        _ breaches: (inout ClientLedger, LimitShare) -> [LimitBreach]
    ) -> [LimitBreach] {
        var all: [LimitBreach] = []
        for share in shares {
            for var breach in update(share, at: now, { breaches(&$0, share) }) ?? [] {
                if shares.count > 1 { breach.share = share.kind }
                all.append(breach)
            }
        }
        return all
    }
}

// MARK: - Turns

extension LedgerBook {
    /// Admits a turn and reserves its amount in all shares, or returns the exceeded limits of all shares and reserves nothing.
    ///
    /// - Parameters:
    ///   - shares: The shares with the limits that apply from now on, all of which have a ledger.
    ///   - isContinuation: Whether the turn does not count as another request.
    mutating func admit(
        _ turn: Int,
        _ amount: Amount,
        in shares: [LimitShare],
        isContinuation: Bool = false,
        at now: Date
    ) -> [LimitBreach] {
        let breaches = breaches(of: shares, at: now) { ledger, share in
            ledger.apply(share.limits, at: now)
            return ledger.breaches(ofNew: amount, isContinuation: isContinuation, at: now)
        }
        guard breaches.isEmpty else { return breaches }
        for share in shares {
            update(share, at: now) { $0.reserve(turn, amount, isContinuation: isContinuation) }
        }
        return []
    }

    /// Returns the limits that any further request would exceed, and reserves nothing.
    mutating func breachesOfFurtherRequest(in shares: [LimitShare], at now: Date) -> [LimitBreach] {
        breaches(of: shares, at: now) { ledger, share in
            ledger.apply(share.limits, at: now)
            return ledger.breachesOfFurtherRequest(at: now)
        }
    }

    /// Extends the reservation of a running turn in all shares, or returns the exceeded limits and leaves it as it is.
    mutating func extend(_ turn: Int, by amount: Amount, in shares: [LimitShare], at now: Date) -> [LimitBreach] {
        let breaches = breaches(of: shares, at: now) { ledger, _ in
            ledger.breaches(ofExtending: turn, by: amount, at: now)
        }
        guard breaches.isEmpty else { return breaches }
        for share in shares { update(share, at: now) { $0.extend(turn, by: amount) } }
        return []
    }

    /// Undoes an extension that could not be stored.
    mutating func shrink(_ turn: Int, to former: ClientLedger.Hold, in shares: [LimitShare], at now: Date) {
        for share in shares { update(share, at: now) { $0.shrink(turn, to: former, at: now) } }
    }

    /// Records that a model may be called from now on.
    mutating func markStarted(_ turn: Int, in shares: [LimitShare], at now: Date) {
        for share in shares { update(share, at: now) { $0.markStarted(turn) } }
    }

    /// Ends a turn: its usage replaces its reservation in all shares.
    ///
    /// - Returns: The reservations; none if the turn has already ended.
    mutating func settle(
        _ turn: Int,
        used: Amount,
        in shares: [LimitShare],
        at now: Date
    ) -> [(share: LimitShare, hold: ClientLedger.Hold)] {
        var settled: [(share: LimitShare, hold: ClientLedger.Hold)] = []
        for share in shares {
            let hold = update(share, at: now) { $0.settle(turn, used: used, at: now) }
            if let hold = hold ?? nil { settled.append((share: share, hold: hold)) }
        }
        return settled
    }

    /// Returns the first budget in money of each share that has one, as the limit that a model without a price breaches.
    mutating func budgetsInMoney(of shares: [LimitShare], at now: Date) -> [LimitBreach] {
        shares.filter(\.limits.hasMoneyBudget).map { share in
            let budget = limitStatuses(of: share, at: now).first(where: \.name.isMoney)
            return LimitBreach(
                name: budget?.name ?? .moneyPerDay,
                quota: budget?.quota ?? 0,
                remaining: budget?.remaining ?? 0,
                wanted: 0,
                retry: .never,
                share: shares.count > 1 ? share.kind : nil
            )
        }
    }

    /// Returns the remaining amount of each limit of a share that has a ledger.
    ///
    /// - Parameter appliesLimits: Whether the limits of the share apply from now on; otherwise, those of the last request still do.
    mutating func limitStatuses(of share: LimitShare, appliesLimits: Bool = false, at now: Date) -> [LimitStatus] {
        update(share, at: now) { ledger in
            if appliesLimits { ledger.apply(share.limits, at: now) }
            return ledger.limitStatuses(at: now)
        } ?? []
    }
}
