import CalendarDays
import FoundationEssentials
public import Storage
import Synchronization

extension Admission {
    /// Decides with the ledgers of shares, which are read first if they are not in memory.
    func withLedgers<Result: Sendable>(
        of shares: [LimitShare],
        _ decide: (inout State, Date) -> Result
    ) async throws -> Result {
        while true {
            try await loadLedgers(of: shares)
            let time = now()
            let result = state.withLock { state -> Result? in
                // One of them may have left meanwhile.
                state.book.use(shares, at: time) ? decide(&state, time) : nil
            }
            if let result { return result }
        }
    }

    /// Reads the usage of this month of the shares whose ledgers are not in memory.
    func loadLedgers(of shares: [LimitShare]) async throws {
        for share in shares { while try await !loadLedger(of: share) {} }
    }

    /// Reads the ledger of a share if it is not in memory; false if that must be repeated.
    private func loadLedger(of share: LimitShare) async throws -> Bool {
        let departures = state.withLock { state -> Int? in state.book.has(share) ? nil : state.book.departures }
        guard let departures else { return true }
        let time = now()
        let day = BudgetDay(containing: time, in: ClientLedger.timeZone(of: share.limits))
        let spent = try await self.spent(by: share, since: day)
        return state.withLock { state -> Bool in
            // Of several concurrent first turns, one creates the ledger; nothing is spent before that.
            if state.book.has(share) { return true }
            // A ledger that has left meanwhile may be this one, with usage that was not read. Those of clients never leave.
            guard share.kind == .client || state.book.departures == departures else { return false }
            state.book.insert(ClientLedger(limits: share.limits, spent: spent, at: time), for: share, at: time)
            return true
        }
    }

    /// Reads the usage of a share by day, since the first of the month.
    private func spent(by share: LimitShare, since day: BudgetDay) async throws -> [String: Amount] {
        let records: [UsageRecord]
        if share.kind == .client {
            records = try await store.usage(of: share.key, from: day.firstOfMonth, to: nil, limit: .max)
        } else {
            let owner = Owner(stored: share.key)
            // Its ledger may have left while its usage was not written yet, as when the disk was full.
            if journal.mayHoldUsage(of: owner) { try await journal.flush() }
            // The person's spending before an erasure counts, too.
            records =
                try await store.userUsage(of: owner, from: day.firstOfMonth, to: nil, limit: .max)
                + store.erasedUsage(of: owner, from: day.firstOfMonth)
        }
        let spent = records.map { record in
            (
                record.day,
                Amount(inputTokens: record.inputTokens, outputTokens: record.outputTokens, money: record.money)
            )
        }
        return Dictionary(spent, uniquingKeysWith: +)
    }

    /// Returns the highest amount of an estimate; nil if a share has a money budget and a model has no price.
    func amount(of estimate: TurnEstimate, in shares: [LimitShare]) -> Amount? {
        let today = Self.day(of: now())
        let costs = estimate.models.map { prices.price(of: $0, on: today)?.highestCost(of: estimate) }
        if shares.haveMoneyBudget, costs.contains(where: { $0 == nil }) { return nil }
        return Amount(
            inputTokens: estimate.inputTokens,
            outputTokens: estimate.maxOutputTokens,
            money: costs.compactMap(\.self).max() ?? .zero
        )
    }

    /// Returns the cost of one request by the price of its day; `nil` if its model has none.
    ///
    /// It is the amount that ``Reservation/settle(_:)`` charges.
    public func cost(of usage: TurnUsage) -> Money? {
        prices.price(of: usage.model, on: Self.day(of: usage.time ?? now()))?.cost(of: usage)
    }

    /// Returns the day of a time in UTC, as prices name it.
    static func day(of time: Date) -> String {
        CalendarDay(number: Int((time.timeIntervalSince1970 / 86_400).rounded(.down))).description
    }

    /// Returns the refusal of a model without a price, by the shares with a budget in money.
    func unpricedRefusal(
        of estimate: TurnEstimate,
        _ client: Principal,
        _ shares: [LimitShare]
    ) -> AdmissionRefusal {
        let time = now()
        let today = Self.day(of: time)
        let model = estimate.models.first { prices.price(of: $0, on: today) == nil } ?? ""
        return state.withLock { state in
            AdmissionRefusal(
                unpriced: model,
                state.book.budgetsInMoney(of: shares, at: time),
                limitStatuses: state.book.limitStatuses(of: client.ownShare, at: time)
            )
        }
    }

    /// Makes the refusal of exceeded limits with the limits that the sender sees; nil if there are none.
    func refusal(
        by breaches: [LimitBreach],
        of amount: Amount = .zero,
        for client: Principal,
        in book: inout LedgerBook,
        at time: Date
    ) -> AdmissionRefusal? {
        guard !breaches.isEmpty else { return nil }
        return AdmissionRefusal(
            breaches,
            of: amount,
            currency: prices.currency,
            limitStatuses: book.limitStatuses(of: client.ownShare, at: time)
        )
    }

    func write(_ hold: ClientLedger.Hold, of reservation: Reservation) async throws {
        guard reservation.shares.haveBudget, let model = reservation.models.first else { return }
        try await journal.reserve(
            ReservationRecord(
                id: reservation.id,
                worker: worker,
                client: reservation.client.owner.client,
                owner: reservation.shares.share(of: .user).map { Owner(stored: $0.key) },
                day: hold.day,
                model: model,
                inputTokens: hold.amount.inputTokens,
                outputTokens: hold.amount.outputTokens,
                money: hold.amount.money
            )
        )
    }

    /// Records the usage of a turn that has ended for its client, and for each part of it that has a share, on the day of its reservation.
    func close(
        _ reservation: Reservation,
        _ records: [UsageRecord],
        _ holds: [(share: LimitShare, hold: ClientLedger.Hold)]
    ) {
        let isStored = reservation.shares.haveBudget && !reservation.models.isEmpty
        guard isStored || !records.isEmpty else { return }
        let ofParts = holds.filter { $0.share.kind != .client }.flatMap { part in
            records.map { UserUsageRecord($0, of: Owner(stored: part.share.key), on: part.hold.day) }
        }
        journal.settle(isStored ? reservation.id : nil, records, ofParts: ofParts)
    }
}
