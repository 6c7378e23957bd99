import Foundation
import Storage
import Testing

@Suite struct KeyHistoryStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)
    private var minute: Int { Int(start.timeIntervalSince1970) / 60 }

    private func change(
        _ key: String,
        _ seconds: Double,
        _ state: KeyChangeRecord.State = .healthy,
        _ cause: KeyChangeRecord.Cause = .added,
        upstream: String = "openai",
        until: Double? = nil
    ) -> KeyChangeRecord {
        KeyChangeRecord(
            key: key,
            upstream: upstream,
            time: start + seconds,
            state: state,
            cause: cause,
            until: until.map { start + $0 }
        )
    }

    @Test(arguments: StoreOpener.allCases)
    func changesOfAPeriodFollowTheLastOnesBefore(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let all = [
                change("a", 0), change("b", 1), change("x", 2, upstream: "tavily"),
                change("a", 10, .inDoubt, .refused, until: 40), change("a", 20, .dead, .refused, until: 80),
                change("b", 30, .retired, .rotated),
            ]
            try await store.addKeyHistory(Array(all.prefix(4)), [])
            try await store.addKeyHistory(Array(all.suffix(2)), [])
            func found(_ range: Range<Double>, limit: Int = 99) async throws -> [KeyChangeRecord] {
                try await store.keyChanges(
                    of: "openai",
                    in: start + range.lowerBound..<start + range.upperBound,
                    limit: limit
                )
            }
            #expect(try await found(0..<31) == [all[0], all[1], all[3], all[4], all[5]])
            #expect(try await found(15..<30) == [all[1], all[3], all[4]])
            #expect(try await found(90..<99) == [all[4], all[5]])
            // The latest ones count.
            #expect(try await found(0..<31, limit: 2) == [all[4], all[5]])
            #expect(try await store.latestKeyChanges() == [all[2], all[4], all[5]])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func outcomesAddUp(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            func row(_ key: String, _ offset: Int, _ count: Int) -> KeyOutcomesRecord {
                KeyOutcomesRecord(
                    key: key,
                    upstream: "openai",
                    minute: minute + offset,
                    accepted: count,
                    refused: 1,
                    outOfCredit: 2,
                    limited: 3,
                    failed: 4
                )
            }
            try await store.addKeyHistory([], [row("a", 0, 5), row("b", 0, 1), row("a", 1, 7)])
            try await store.addKeyHistory([], [row("a", 1, 10)])
            let range = minute..<minute + 2
            let found = try await store.keyOutcomes(of: "openai", in: range, step: 1, limit: 9)
            #expect(found.map(\.key) == ["a", "b", "a"] && found.map(\.accepted) == [5, 1, 17])
            #expect(found[2].refused == 2 && found[2].outOfCredit == 4 && found[2].limited == 6 && found[2].failed == 8)
            let hours = try await store.keyOutcomes(of: "openai", in: range, step: 60, limit: 9)
            #expect(Set(hours.map(\.minute)).allSatisfy { $0 % 60 == 0 })
            #expect(hours.reduce(0) { $0 + $1.accepted } == 23)
            #expect(try await store.keyOutcomes(of: "openai", in: range, step: 1, limit: 1).map(\.accepted) == [17])
            #expect(try await store.keyOutcomes(of: "tavily", in: range, step: 1, limit: 9).isEmpty)
            #expect(try await store.keyOutcomes(of: "openai", in: minute + 2..<minute + 9, step: 1, limit: 9).isEmpty)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func oldHistoryIsDeleted(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let kept = [change("a", 10, .resting, .limited), change("b", 200), change("b", 201, .dead, .refused)]
            try await store.addKeyHistory(
                [change("a", 0), kept[0], change("gone", 5), change("gone", 6, .removed, .removed)] + kept.suffix(2),
                [
                    KeyOutcomesRecord(key: "a", upstream: "openai", minute: minute, accepted: 1),
                    KeyOutcomesRecord(key: "a", upstream: "openai", minute: minute + 2, accepted: 1),
                ]
            )
            try await store.deleteKeyHistory(before: start + 120, keeping: 99)
            let all = start - 1000..<start + 1000
            #expect(try await store.keyChanges(of: "openai", in: all, limit: 99) == kept)
            let rows = try await store.keyOutcomes(of: "openai", in: 0..<minute + 9, step: 1, limit: 9)
            #expect(rows.map(\.minute) == [minute + 2])
            // A key whose state changes all the time has its latest changes.
            try await store.deleteKeyHistory(before: start, keeping: 1)
            #expect(try await store.keyChanges(of: "openai", in: all, limit: 99) == [kept[0], kept[2]])
        }
    }
}
