import CalendarDays
import FoundationEssentials
public import Storage
import Synchronization

extension Admission {
    /// Reads a client's usage of this month when the client's ledger is first needed.
    func loadLedger(of client: Principal) async throws {
        guard state.withLock({ $0.ledgers[client.owner.client] == nil }) else { return }
        let time = now()
        let day = BudgetDay(containing: time, in: ClientLedger.timeZone(of: client.limits))
        let records = try await store.usage(of: client.owner.client, from: day.firstOfMonth, to: nil, limit: .max)
        let spent = records.reduce(into: [String: Amount]()) { sums, record in
            sums[record.day, default: .zero] =
                sums[record.day, default: .zero]
                + Amount(inputTokens: record.inputTokens, outputTokens: record.outputTokens, money: record.money)
        }
        state.withLock { state in
            // Of several concurrent first turns, one creates the ledger; nothing is spent before that.
            if state.ledgers[client.owner.client] == nil {
                state.ledgers[client.owner.client] = ClientLedger(limits: client.limits, spent: spent, at: time)
            }
        }
    }

    /// Returns the highest amount of an estimate; nil if the client has a money budget and a model has no price.
    func amount(of estimate: TurnEstimate, for client: Principal) -> Amount? {
        let today = Self.day(of: now())
        let costs = estimate.models.map { prices.price(of: $0, on: today)?.highestCost(of: estimate) }
        if client.limits.hasMoneyBudget, costs.contains(where: { $0 == nil }) { return nil }
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

    func unpricedModel(of estimate: TurnEstimate) -> String {
        let today = Self.day(of: now())
        return estimate.models.first { prices.price(of: $0, on: today) == nil } ?? ""
    }

    // The ledger is an autoclosure, because an admitted turn (nearly every turn) must not pay for a copy of it.
    static func makeRefusal(
        _ breaches: [LimitBreach],
        of amount: Amount = .zero,
        in ledger: @autoclosure () -> ClientLedger?,
        currency: String,
        at time: Date
    ) -> AdmissionRefusal? {
        guard !breaches.isEmpty else { return nil }
        var ledger = ledger()
        return AdmissionRefusal(
            breaches,
            of: amount,
            currency: currency,
            limitStatuses: ledger?.limitStatuses(at: time) ?? []
        )
    }

    func write(_ hold: ClientLedger.Hold, of reservation: Reservation) async throws {
        guard reservation.client.limits.hasBudget, let model = reservation.models.first else { return }
        try await journal.reserve(
            ReservationRecord(
                id: reservation.id,
                worker: worker,
                client: reservation.client.owner.client,
                day: hold.day,
                model: model,
                inputTokens: hold.amount.inputTokens,
                outputTokens: hold.amount.outputTokens,
                money: hold.amount.money
            )
        )
    }

    func close(_ reservation: Reservation, _ records: [UsageRecord]) {
        let isStored = reservation.client.limits.hasBudget && !reservation.models.isEmpty
        guard isStored || !records.isEmpty else { return }
        journal.settle(isStored ? reservation.id : nil, records)
    }
}
