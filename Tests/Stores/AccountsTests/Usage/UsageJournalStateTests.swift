import Storage
import Testing

@testable import Accounts

@Suite struct UsageJournalStateTests {
    private func reservation(_ id: String) -> ReservationRecord {
        ReservationRecord(
            id: id,
            client: "c",
            day: "2026-11-21",
            model: "m",
            inputTokens: 1,
            outputTokens: 1,
            money: .zero
        )
    }

    private func used(_ model: String = "m", turns: Int = 1) -> UsageRecord {
        UsageRecord(client: "c", day: "2026-11-21", model: model, turns: turns)
    }

    private func next(_ state: inout UsageJournalState<String>) throws -> UsageJournalState<String>.Batch {
        let batch = state.next()
        return try #require(batch)
    }

    private func expectTheEnd(_ state: inout UsageJournalState<String>) {
        let batch = state.next()
        #expect(batch == nil)
    }

    @Test func changesDuringAWriteShareTheNextBatch() throws {
        var state = UsageJournalState<String>(unawaitedLimit: 10)
        #expect(state.isIdle)
        let isFirst = state.add(reservation("1"), "a")
        #expect(isFirst)
        let first = try next(&state)
        #expect(first.changes.reserved.map(\.id) == ["1"] && first.waiters == ["a"])
        // The writer is running, so no further one starts.
        let starts = [
            state.add(reservation("2"), "b"), state.add(released: "1", used: [used()]),
            state.add(reservation("3"), "c"),
        ]
        #expect(starts == [false, false, false])
        state.succeeded()
        let second = try next(&state)
        #expect(
            second.changes
                == UsageChanges(reserved: [reservation("2"), reservation("3")], released: ["1"], used: [used()])
        )
        #expect(second.waiters == ["b", "c"])
        #expect(!state.isIdle)
        state.succeeded()
        expectTheEnd(&state)
        #expect(state.isIdle)
    }

    @Test func changesWithoutAWaiterAreCollectedAndSummed() throws {
        var state = UsageJournalState<String>(unawaitedLimit: 3)
        let starts = [
            state.add(released: "1", used: [used()]), state.add(released: nil, used: [used(), used("n")]),
            state.add(released: "3", used: [used()]),
        ]
        #expect(starts == [false, false, true])
        let batch = try next(&state)
        #expect(batch.changes == UsageChanges(released: ["1", "3"], used: [used(turns: 3), used("n")]))
        #expect(batch.waiters == [])
        state.succeeded()
        expectTheEnd(&state)
    }

    @Test func usageOfUsersIsWrittenWithThatOfTheirClient() throws {
        func used(_ user: String, turns: Int = 1) -> UserUsageRecord {
            UserUsageRecord(self.used(turns: turns), of: Owner(client: "c", user: user))
        }
        let owner = Owner(client: "c", user: "a")
        var state = UsageJournalState<String>(unawaitedLimit: 10)
        for user in ["b", "a", "b"] { _ = state.add(released: nil, used: [self.used()], ofParts: [used(user)]) }
        #expect(state.mayHoldUsage(of: owner) && !state.mayHoldUsage(of: Owner(client: "c", user: "x")))
        _ = state.add(nil, "w")
        let first = try next(&state)
        let changes = UsageChanges(used: [self.used(turns: 3)], usedByUsers: [used("a"), used("b", turns: 2)])
        #expect(first.changes == changes)
        // It may be on its way, or be lost with the disk full.
        #expect(state.mayHoldUsage(of: owner))
        state.failed(first)
        expectTheEnd(&state)
        #expect(state.mayHoldUsage(of: owner))
        _ = state.add(nil, "w")
        let second = try next(&state)
        #expect(second.changes == changes)
        state.succeeded()
        expectTheEnd(&state)
        #expect(state.isIdle && !state.mayHoldUsage(of: owner))
    }

    @Test func aFailureLosesOnlyTheReservations() throws {
        var state = UsageJournalState<String>(unawaitedLimit: 2)
        _ = state.add(released: "1", used: [used()])
        _ = state.add(reservation("2"), "a")
        let first = try next(&state)
        _ = state.add(released: nil, used: [used()])
        state.failed(first)
        // No caller waits, so a full disk is not tried again and again.
        expectTheEnd(&state)
        let starts = [state.add(released: nil, used: [used()]), state.add(released: nil, used: [used()])]
        #expect(starts == [false, false])
        #expect(!state.isIdle)
        let isStarted = state.add(nil, "b")
        #expect(isStarted)
        let second = try next(&state)
        #expect(second.changes == UsageChanges(released: ["1"], used: [used(turns: 4)]))
        #expect(second.waiters == ["b"])
        state.succeeded()
        expectTheEnd(&state)
        #expect(state.isIdle)
    }
}
