import FoundationEssentials
import Storage
import Synchronization

// The implementation of ``Reservation``.
extension Admission {
    func markStarted(_ reservation: Reservation) {
        state.withLock { $0.ledgers[reservation.client.id]?.markStarted(reservation.turn) }
    }

    func extend(_ reservation: Reservation, by estimate: TurnEstimate) async throws -> AdmissionRefusal? {
        let client = reservation.client
        guard let amount = amount(of: estimate, for: client) else {
            return AdmissionRefusal(unpriced: unpricedModel(of: estimate), limits: knownLimitStatuses(of: client))
        }
        let time = now()
        let (before, hold, refusal) = state.withLock { state in
            let before = state.ledgers[client.id]?[reservation.turn]
            let breaches = state.ledgers[client.id]?.extend(reservation.turn, by: amount, at: time) ?? []
            return (
                before, state.ledgers[client.id]?[reservation.turn],
                Self.makeRefusal(breaches, in: state.ledgers[client.id], currency: prices.currency, at: time)
            )
        }
        if let refusal { return refusal }
        guard let hold else { return nil }
        do {
            try await write(hold, of: reservation)
        } catch {
            // The store does not have the extension, so the turn must not use it and keeps its earlier amount.
            if let before { state.withLock { $0.ledgers[client.id]?.shrink(reservation.turn, to: before, at: time) } }
            throw error
        }
        return nil
    }

    func settle(_ reservation: Reservation, _ usage: [TurnUsage]) {
        let client = reservation.client
        let costs = usage.map(cost)
        let time = now()
        let settled = state.withLock { state -> (hold: ClientLedger.Hold, surcharge: Money)? in
            guard let held = state.ledgers[client.id]?[reservation.turn] else { return nil }
            var used = Amount(
                inputTokens: usage.reduce(0) { $0 + $1.inputTokens },
                outputTokens: usage.reduce(0) { $0 + $1.outputTokens },
                money: costs.reduce(.zero) { $0 + ($1 ?? .zero) }
            )
            // A model without a price may have cost any amount up to the reservation, so the whole reservation counts.
            let isUnpriced = client.limits.hasMoneyBudget && costs.contains { $0 == nil }
            let surcharge = isUnpriced ? max(.zero, held.amount.money - used.money) : .zero
            used.money += surcharge
            guard let hold = state.ledgers[client.id]?.settle(reservation.turn, used: used, at: time) else {
                return nil
            }
            return (hold, surcharge)
        }
        guard let (hold, surcharge) = settled else { return }
        let records = zip(usage, costs).enumerated().map { index, entry in
            let (usage, cost) = entry
            return UsageRecord(
                client: client.id,
                day: hold.day,
                slot: Self.slot(of: now()),
                model: usage.model,
                turns: index == 0 && !reservation.isContinuation ? 1 : 0,
                inputTokens: usage.inputTokens,
                cachedInputTokens: usage.cachedInputTokens,
                outputTokens: usage.outputTokens,
                money: (cost ?? .zero) + (index == 0 ? surcharge : .zero),
                isUnpriced: cost == nil
            )
        }
        close(reservation, records)
    }

    func release(_ reservation: Reservation) {
        let client = reservation.client
        let time = now()
        let hold = state.withLock { state -> ClientLedger.Hold? in
            guard let held = state.ledgers[client.id]?[reservation.turn] else { return nil }
            return state.ledgers[client.id]?.settle(
                reservation.turn,
                used: held.hasStarted ? held.amount : .zero,
                at: time
            )
        }
        guard let hold else { return }
        guard hold.hasStarted, let model = reservation.models.first else { return close(reservation, []) }
        close(
            reservation,
            [
                UsageRecord(
                    client: client.id,
                    day: hold.day,
                    slot: Self.slot(of: time),
                    model: model,
                    turns: reservation.isContinuation ? 0 : 1,
                    unsettledTurns: 1,
                    inputTokens: hold.amount.inputTokens,
                    outputTokens: hold.amount.outputTokens,
                    money: hold.amount.money,
                    isUnpriced: prices.price(of: model) == nil
                )
            ]
        )
    }

    private static func slot(of time: Date) -> Int {
        Int((time.timeIntervalSince1970 / Double(UsageRecord.slotSeconds)).rounded(.down))
    }

    /// Returns the remaining amount of each limit of a client that was admitted before.
    func knownLimitStatuses(of client: Client) -> [LimitStatus] {
        let time = now()
        return state.withLock { $0.ledgers[client.id]?.limitStatuses(at: time) ?? [] }
    }
}
