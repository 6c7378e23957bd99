import FoundationEssentials
import Storage
import Synchronization

// The implementation of ``Reservation``.
extension Admission {
    func markStarted(_ reservation: Reservation) {
        state.withLock { $0.ledgers[reservation.client.owner.client]?.markStarted(reservation.turn) }
    }

    func extend(
        _ reservation: Reservation,
        by estimate: TurnEstimate,
        after used: [TurnUsage]?
    ) async throws -> AdmissionRefusal? {
        let client = reservation.client
        guard let whole = amount(of: estimate, for: client) else {
            return AdmissionRefusal(unpriced: unpricedModel(of: estimate), limits: knownLimitStatuses(of: client))
        }
        let spent = used.map { amount(of: $0) }
        let time = now()
        let (before, hold, refusal) = state.withLock {
            state -> (ClientLedger.Hold?, ClientLedger.Hold?, AdmissionRefusal?) in
            let before = state.ledgers[client.owner.client]?[reservation.turn]
            var amount = whole
            if let spent, let held = before?.amount {
                amount = (spent + whole - held).limitedToZero
                guard amount != .zero else { return (before, nil, nil) }
            }
            let breaches = state.ledgers[client.owner.client]?.extend(reservation.turn, by: amount, at: time) ?? []
            return (
                before, state.ledgers[client.owner.client]?[reservation.turn],
                Self.makeRefusal(
                    breaches,
                    of: amount,
                    in: state.ledgers[client.owner.client],
                    currency: prices.currency,
                    at: time
                )
            )
        }
        if let refusal { return refusal }
        guard let hold else { return nil }
        do {
            try await write(hold, of: reservation)
        } catch {
            // The store does not have the extension, so the turn must not use it and keeps its earlier amount.
            if let before {
                state.withLock { $0.ledgers[client.owner.client]?.shrink(reservation.turn, to: before, at: time) }
            }
            throw error
        }
        return nil
    }

    func settle(_ reservation: Reservation, _ usage: [TurnUsage]) {
        let client = reservation.client
        let costs = usage.map(cost(of:))
        let time = now()
        let settled = state.withLock { state -> (hold: ClientLedger.Hold, surcharge: Money)? in
            guard let held = state.ledgers[client.owner.client]?[reservation.turn] else { return nil }
            var used = Self.amount(of: usage, costs)
            // A model without a price may have cost any amount up to the reservation, so the whole reservation counts.
            let isUnpriced = client.limits.hasMoneyBudget && costs.contains { $0 == nil }
            let surcharge = isUnpriced ? max(.zero, held.amount.money - used.money) : .zero
            used.money += surcharge
            guard let hold = state.ledgers[client.owner.client]?.settle(reservation.turn, used: used, at: time) else {
                return nil
            }
            return (hold, surcharge)
        }
        guard let (hold, surcharge) = settled else { return }
        let records = zip(usage, costs).enumerated().map { index, entry in
            let (usage, cost) = entry
            return UsageRecord(
                client: client.owner.client,
                day: hold.day,
                slot: Self.slot(of: now()),
                model: usage.model,
                turns: index == 0 && !reservation.isContinuation ? 1 : 0,
                inputTokens: usage.inputTokens,
                cachedInputTokens: usage.cachedInputTokens,
                cacheWriteTokens: usage.writtenTokens,
                outputTokens: usage.outputTokens,
                money: (cost ?? .zero) + (index == 0 ? surcharge : .zero),
                isUnpriced: cost == nil
            )
        }
        close(reservation, records)
    }

    /// Returns the used amount of some requests; those to models without a price count no money.
    private func amount(of usage: [TurnUsage]) -> Amount { Self.amount(of: usage, usage.map(cost(of:))) }

    private static func amount(of usage: [TurnUsage], _ costs: [Money?]) -> Amount {
        Amount(
            inputTokens: usage.reduce(0) { $0 + $1.inputTokens },
            outputTokens: usage.reduce(0) { $0 + $1.outputTokens },
            money: costs.reduce(.zero) { $0 + ($1 ?? .zero) }
        )
    }

    func release(_ reservation: Reservation) {
        let client = reservation.client
        let time = now()
        let hold = state.withLock { state -> ClientLedger.Hold? in
            guard let held = state.ledgers[client.owner.client]?[reservation.turn] else { return nil }
            return state.ledgers[client.owner.client]?.settle(
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
                    client: client.owner.client,
                    day: hold.day,
                    slot: Self.slot(of: time),
                    model: model,
                    turns: reservation.isContinuation ? 0 : 1,
                    unsettledTurns: 1,
                    inputTokens: hold.amount.inputTokens,
                    outputTokens: hold.amount.outputTokens,
                    money: hold.amount.money,
                    isUnpriced: prices.price(of: model, on: Self.day(of: time)) == nil
                )
            ]
        )
    }

    private static func slot(of time: Date) -> Int {
        Int((time.timeIntervalSince1970 / Double(UsageRecord.slotSeconds)).rounded(.down))
    }

    /// Returns the remaining amount of each limit of a client that was admitted before.
    func knownLimitStatuses(of client: Principal) -> [LimitStatus] {
        let time = now()
        return state.withLock { $0.ledgers[client.owner.client]?.limitStatuses(at: time) ?? [] }
    }
}
