import Foundation
import OwnerLiterals
import Storage
import Testing

@Suite struct UsageStoreConformance {
    private func reservation(_ id: String, client: String = "c", day: String = "2026-11-21") -> ReservationRecord {
        ReservationRecord(
            id: id,
            client: client,
            day: day,
            model: "openai:m",
            inputTokens: 100,
            outputTokens: 20,
            money: Money(micros: 7)
        )
    }

    private func usage(_ client: String, _ day: String, _ model: String = "openai:m", turns: Int = 1) -> UsageRecord {
        UsageRecord(
            client: client,
            day: day,
            model: model,
            turns: turns,
            inputTokens: 10,
            cachedInputTokens: 4,
            cacheWriteTokens: 5,
            outputTokens: 2,
            money: Money(micros: 3)
        )
    }

    @Test(arguments: StoreOpener.allCases)
    func usageOfAKnownTimeIsSummedByTime(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            func used(_ client: String, _ slot: Int?, _ model: String) -> UsageRecord {
                var record = usage(client, "2026-11-21", model)
                record.slot = slot
                return record
            }
            let records = [
                used("a", 10, "m"), used("a", 10, "m"), used("b", 10, "m"), used("b", 11, "n"), used("b", nil, "n"),
            ]
            try await store.apply(UsageChanges(used: records))
            let byModel = try await store.usage(by: .model, of: nil, in: 10..<12, limit: 9)
            #expect(byModel.map(\.slot) == [10, 11] && byModel.map(\.model) == ["m", "n"])
            #expect(byModel.map(\.cacheWriteTokens) == [15, 5] && byModel.map(\.cachedInputTokens) == [12, 4])
            #expect(byModel.map(\.turns) == [3, 1] && byModel.map(\.money.micros) == [9, 3])
            let byClient = try await store.usage(by: .client, of: nil, in: 10..<12, limit: 9)
            #expect(byClient.map(\.client) == ["a", "b", "b"] && byClient.map(\.turns) == [2, 1, 1])
            #expect(try await store.usage(by: .client, of: "b", in: 10..<11, limit: 9).map(\.turns) == [1])
            #expect(try await store.usage(by: .client, of: nil, in: 12..<99, limit: 9).isEmpty)
            #expect(try await store.usage(of: "b", from: "2026-11-01", to: nil, limit: 9).map(\.turns) == [1, 2])
        }
    }

    private func used(
        _ owner: Owner,
        _ day: String = "2026-11-21",
        _ model: String = "openai:m",
        turns: Int = 1
    ) -> UserUsageRecord {
        var record = usage(owner.client, day, model, turns: turns)
        record.isUnpriced = turns == 3
        return UserUsageRecord(record, of: owner)
    }

    @Test(arguments: StoreOpener.allCases)
    func usageOfUsersAddsUp(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let (anna, ben) = ("c/usr_a" as Owner, "c/usr_b" as Owner)
            try await store.apply(
                UsageChanges(
                    used: [usage("c", "2026-11-21")],
                    usedByUsers: [used(anna), used(anna, turns: 3), used(ben), used("d/usr_a")]
                )
            )
            try await store.apply(
                UsageChanges(usedByUsers: [used(anna), used(anna, "2026-11-30", "z"), used(anna, "2026-11-30")])
            )
            var sum = used(anna).usage
            sum.add(used(anna, turns: 3).usage)
            sum.add(used(anna).usage)
            #expect(sum.turns == 5 && sum.inputTokens == 30 && sum.cachedInputTokens == 12 && sum.isUnpriced)
            let all = [sum, used(anna, "2026-11-30").usage, used(anna, "2026-11-30", "z").usage]
            #expect(try await store.userUsage(of: anna, from: "2026-11-01", to: nil, limit: 9) == all)
            #expect(try await store.userUsage(of: anna, from: "2026-11-01", to: nil, limit: 2) == Array(all[..<2]))
            #expect(try await store.userUsage(of: anna, from: "2026-11-21", to: "2026-11-29", limit: 9) == [sum])
            #expect(try await store.userUsage(of: anna, from: "2026-11-22", to: nil, limit: 9) == Array(all[1...]))
            #expect(try await store.userUsage(of: ben, from: "2026-11-01", to: nil, limit: 9) == [used(ben).usage])
            #expect(try await store.userUsage(of: "c", from: "2026-11-01", to: nil, limit: 9) == [])
            #expect(try await store.userUsage(of: "c/usr_", from: "2026-11-01", to: nil, limit: 9) == [])
            // The usage of the client itself is what was written for it.
            #expect(try await store.usage(of: nil, from: "2026-11-01", to: nil, limit: 9) == [usage("c", "2026-11-21")])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func oldUsageOfUsersIsDeletedInPortions(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let old = (0..<5).map { used(Owner(client: "c", user: "usr_\($0)"), "2025-10-01") }
            try await store.apply(UsageChanges(usedByUsers: old + [used("c/usr_0"), used("c/usr_9", "2025-10-26")]))
            #expect(try await store.deleteUserUsage(before: "2025-10-26", limit: 3) == 3)
            #expect(try await store.deleteUserUsage(before: "2025-10-26", limit: 3) == 2)
            #expect(try await store.deleteUserUsage(before: "2025-10-26", limit: 3) == 0)
            #expect(
                try await store.userUsage(of: "c/usr_0", from: "2025-01-01", to: nil, limit: 9)
                    == [used("c/usr_0").usage]
            )
            #expect(try await store.userUsage(of: "c/usr_9", from: "2025-01-01", to: nil, limit: 9).count == 1)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func anAbandonedReservationCountsForAllItsShares(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            var ofUser = reservation("1")
            ofUser.owner = "c/usr_a"
            var ofOther = reservation("2")
            ofOther.owner = "c/usr_b"
            let stored = [ofUser, ofOther, reservation("3")]
            try await store.apply(UsageChanges(reserved: stored))
            #expect(try await store.reservations() == stored)
            #expect(try await store.settleReservations(of: SoleLease().leftWork) == 3)
            let ofClient = try await store.usage(of: "c", from: "2026-11-01", to: nil, limit: 9)
            #expect(ofClient.map(\.unsettledTurns) == [3] && ofClient.map(\.inputTokens) == [300])
            for owner in ["c/usr_a", "c/usr_b"] as [Owner] {
                let records = try await store.userUsage(of: owner, from: "2026-11-01", to: nil, limit: 9)
                #expect(records.map(\.unsettledTurns) == [1] && records.map(\.day) == ["2026-11-21"])
                #expect(records.map(\.inputTokens) == [100] && records.map(\.money.micros) == [7])
            }
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func usageAddsUp(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.apply(UsageChanges(used: [usage("c", "2026-11-21"), usage("c", "2026-11-21")]))
            var unpriced = usage("c", "2026-11-21")
            unpriced.isUnpriced = true
            unpriced.unsettledTurns = 1
            try await store.apply(UsageChanges(used: [unpriced]))
            try await store.apply(UsageChanges(used: [usage("c", "2026-11-21")]))
            var sum = usage("c", "2026-11-21")
            sum.add(usage("c", "2026-11-21"))
            sum.add(unpriced)
            sum.add(usage("c", "2026-11-21"))
            #expect(sum.turns == 4 && sum.cachedInputTokens == 16 && sum.isUnpriced)
            #expect(try await store.usage(of: "c", from: "2026-11-01", to: nil, limit: 10) == [sum])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func usageIsFoundByClientAndDays(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let all = [
                usage("a", "2026-10-31"), usage("a", "2026-11-01"), usage("a", "2026-11-01", "z"),
                usage("b", "2026-11-02"),
            ]
            try await store.apply(UsageChanges(used: all.reversed()))
            #expect(try await store.usage(of: nil, from: "2026-01-01", to: nil, limit: 10) == all)
            #expect(
                try await store.usage(of: nil, from: "2026-11-01", to: "2026-11-01", limit: 10) == Array(all[1...2])
            )
            #expect(try await store.usage(of: "a", from: "2026-11-01", to: nil, limit: 10) == Array(all[1...2]))
            #expect(try await store.usage(of: nil, from: "2026-01-01", to: nil, limit: 2) == Array(all[..<2]))
            #expect(try await store.usage(of: "nobody", from: "2026-01-01", to: nil, limit: 2) == [])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func reservationsAreStoredReplacedAndReleased(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            var larger = reservation("1", day: "2026-11-22")
            larger.inputTokens = 500
            try await store.apply(UsageChanges(reserved: [reservation("1"), reservation("2")]))
            try await store.apply(UsageChanges(reserved: [larger], released: ["nobody"]))
            #expect(try await store.reservations() == [larger, reservation("2")])
            // A reservation that is stored and released by the same changes is deleted.
            try await store.apply(
                UsageChanges(reserved: [reservation("3")], released: ["1", "3"], used: [usage("c", "2026-11-21")])
            )
            #expect(try await store.reservations() == [reservation("2")])
            #expect(try await store.usage(of: nil, from: "2026-01-01", to: nil, limit: 9) == [usage("c", "2026-11-21")])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func reservationsOfOtherNodesStay(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let own = Worker(node: NodeID("a"), epoch: 2)
            var reservations = [reservation("1"), reservation("2"), reservation("3")]
            reservations[0].worker = Worker(node: NodeID("a"), epoch: 1)
            reservations[1].worker = own
            reservations[2].worker = Worker(node: NodeID("b"), epoch: 1)
            try await store.apply(UsageChanges(reserved: reservations))
            #expect(try await store.settleReservations(of: LeftWork(to: own, of: NodeID("a"))) == 1)
            #expect(try await store.reservations() == Array(reservations[1...]))
            #expect(try await store.settleReservations(of: LeftWork(to: own, of: nil)) == 1)
            #expect(try await store.reservations() == [reservations[1]])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func abandonedReservationsCountInFull(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let left = SoleLease().leftWork
            #expect(try await store.settleReservations(of: left) == 0)
            try await store.apply(
                UsageChanges(
                    reserved: [reservation("1"), reservation("2"), reservation("3", client: "d")],
                    used: [usage("c", "2026-11-21")]
                )
            )
            #expect(try await store.settleReservations(of: left) == 3)
            #expect(try await store.reservations() == [])
            #expect(try await store.settleReservations(of: left) == 0)
            let records = try await store.usage(of: nil, from: "2026-01-01", to: nil, limit: 9)
            #expect(records.map(\.client) == ["c", "d"])
            #expect(records.map(\.turns) == [3, 1])
            #expect(records.map(\.unsettledTurns) == [2, 1])
            #expect(records.map(\.inputTokens) == [210, 100])
            #expect(records.map(\.outputTokens) == [42, 20])
            #expect(records.map(\.money.micros) == [17, 7])
        }
    }
}
