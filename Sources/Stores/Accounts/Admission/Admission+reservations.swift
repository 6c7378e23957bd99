import FoundationEssentials
import Storage
import Synchronization

// The implementation of ``Reservation``.
extension Admission {
    /// The reservations of a turn that has ended, each with its share.
    typealias Holds = [(share: LimitShare, hold: ClientLedger.Hold)]

    func markStarted(_ reservation: Reservation) {
        let time = now()
        state.withLock { $0.book.markStarted(reservation.turn, in: reservation.shares, at: time) }
    }

    func extend(
        _ reservation: Reservation,
        by estimate: TurnEstimate,
        after used: [TurnUsage]?
    ) async throws -> AdmissionRefusal? {
        let (client, shares) = (reservation.client, reservation.shares)
        guard let whole = amount(of: estimate, in: shares) else { return unpricedRefusal(of: estimate, client, shares) }
        let spent = used.map { amount(of: $0) }
        let time = now()
        let (before, hold, refusal) = state.withLock {
            state -> (ClientLedger.Hold?, ClientLedger.Hold?, AdmissionRefusal?) in
            let before = state.book.hold(of: reservation.turn, in: shares)
            var amount = whole
            if let spent, let held = before?.amount {
                amount = (spent + whole - held).limitedToZero
                guard amount != .zero else { return (before, nil, nil) }
            }
            let breaches = state.book.extend(reservation.turn, by: amount, in: shares, at: time)
            return (
                before, state.book.hold(of: reservation.turn, in: shares),
                self.refusal(by: breaches, of: amount, for: client, in: &state.book, at: time)
            )
        }
        if let refusal { return refusal }
        guard let hold else { return nil }
        do {
            try await write(hold, of: reservation)
        } catch {
            // The store does not have the extension, so the turn must not use it and keeps its earlier amount.
            if let before {
                state.withLock { $0.book.shrink(reservation.turn, to: before, in: shares, at: time) }
            }
            throw error
        }
        return nil
    }

    func settle(_ reservation: Reservation, _ usage: [TurnUsage]) {
        let (client, shares) = (reservation.client, reservation.shares)
        let costs = usage.map(cost(of:))
        let time = now()
        let settled = state.withLock { state -> (holds: Holds, held: ClientLedger.Hold, surcharge: Money)? in
            guard let held = state.book.hold(of: reservation.turn, in: shares) else { return nil }
            var used = Self.amount(of: usage, costs)
            // A model without a price may have cost any amount up to the reservation, so the whole reservation counts.
            let isUnpriced = shares.haveMoneyBudget && costs.contains { $0 == nil }
            let surcharge = isUnpriced ? max(.zero, held.amount.money - used.money) : .zero
            used.money += surcharge
            return (state.book.settle(reservation.turn, used: used, in: shares, at: time), held, surcharge)
        }
        guard let (holds, hold, surcharge) = settled else { return }
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
        close(reservation, records, holds)
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
        let (client, shares) = (reservation.client, reservation.shares)
        let time = now()
        let settled = state.withLock { state -> (holds: Holds, held: ClientLedger.Hold)? in
            guard let held = state.book.hold(of: reservation.turn, in: shares) else { return nil }
            let used = held.hasStarted ? held.amount : .zero
            return (state.book.settle(reservation.turn, used: used, in: shares, at: time), held)
        }
        guard let (holds, hold) = settled else { return }
        guard hold.hasStarted, let model = reservation.models.first else { return close(reservation, [], holds) }
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
            ],
            holds
        )
    }

    private static func slot(of time: Date) -> Int {
        Int((time.timeIntervalSince1970 / Double(UsageRecord.slotSeconds)).rounded(.down))
    }

    /// Returns the remaining amount of each limit that the sender of an admitted turn sees.
    func knownLimitStatuses(of client: Principal) -> [LimitStatus] {
        let time = now()
        return state.withLock { $0.book.limitStatuses(of: client.ownShare, at: time) }
    }
}
