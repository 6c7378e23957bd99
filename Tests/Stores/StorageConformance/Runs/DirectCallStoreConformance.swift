import Foundation
import OwnerLiterals
import Storage
import Testing

/// Direct calls in the store, which are counted apart from other runs and limited for each client.
@Suite(.timeLimit(.minutes(2))) struct DirectCallStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func call(
        _ number: Int,
        _ status: RunStatus = .completed,
        owner: Owner = "alice",
        key: String? = nil,
        bytes: Int = 10
    ) -> RunWrite {
        RunWrite(
            record: RunRecord(
                id: "\(owner) \(number)",
                owner: owner,
                conversation: "",
                model: "",
                tool: "work",
                status: status,
                request: "{}",
                idempotencyKey: key,
                createdAt: start + Double(number),
                updatedAt: start + Double(number)
            ),
            events: RunEventChunk(first: 0, count: 1, lines: [UInt8](repeating: 0x61, count: bytes - 1) + [0x0A])
        )
    }

    private var turn: RunWrite {
        RunWrite(
            record: RunRecord(
                id: "turn",
                owner: "alice",
                conversation: "c",
                model: "m",
                status: .completed,
                request: "{}",
                createdAt: start,
                updatedAt: start
            )
        )
    }

    /// The numbers of the calls that are stored, with their events.
    private func stored(_ numbers: Range<Int>, owner: Owner = "alice", in store: any Store) async throws -> [Int] {
        var found: [Int] = []
        for number in numbers where try await store.run("\(owner) \(number)") != nil {
            #expect(try await store.events(of: "\(owner) \(number)", from: 0, limit: 1).count == 1)
            found.append(number)
        }
        return found
    }

    @Test(arguments: StoreOpener.allCases)
    func callsDoNotCountTowardTheClientsBytes(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            _ = try await store.write([turn, call(1, .running, bytes: 5000)])
            #expect(try await store.run("alice 1")?.tool == "work")
            #expect(try await store.run("turn")?.tool == nil)
            var end = call(1)
            end.events = RunEventChunk(first: 1, count: 1, lines: Array("end\n".utf8))
            _ = try await store.write([end])
            #expect(try await store.size(of: nil, owner: "alice").clientBytes == 2)
            #expect(try await store.deleteCalls(endedBefore: start + 9, limit: 9) == 1)
            #expect(try await store.size(of: nil, owner: "alice").clientBytes == 2)
        }
    }

    /// Whether the older calls have keys, and the numbers of the calls that are kept: calls without a key are deleted first.
    @Test(arguments: StoreOpener.allCases, [(false, 0...0, 4..<1003), (true, 0...2, 6..<1003)])
    func onlySoManyCallsOfAClientAreKept(
        opener: StoreOpener,
        _ row: (haveKeys: Bool, older: ClosedRange<Int>, kept: Range<Int>)
    )
        async throws
    {
        try await opener.withStore { store async throws in
            _ = try await store.write([turn, call(1, owner: "bob")])
            // The first call has not ended. It is counted and kept.
            _ = try await store.write(
                (0...2).map { call($0, $0 == 0 ? .running : .completed, key: row.haveKeys ? "key \($0)" : nil) }
            )
            _ = try await store.write((3..<1003).map { call($0) })
            let kept = try await stored(0..<1003, in: store)
            #expect(kept == Array(row.older) + Array(row.kept) && kept.count == CallBounds.stored.count)
            #expect(try await stored(1..<2, owner: "bob", in: store) == [1])
            #expect(try await store.run("turn") != nil)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func onlySoManyBytesOfAClientsCallsAreKept(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let bytes = 1 << 20
            for number in 0..<40 { _ = try await store.write([call(number, bytes: bytes)]) }
            // Their requests count too.
            #expect(try await stored(0..<40, in: store) == Array(25..<40))
            // Deleted calls no longer count.
            _ = try await store.write([call(40)])
            #expect(try await stored(0..<41, in: store) == Array(25..<41))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func callsAndOtherRunsAreDeletedAfterDifferentTimes(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            _ = try await store.write([turn, call(0), call(1), call(2, .running), call(60)])
            #expect(try await store.deleteCalls(endedBefore: start + 60, limit: 1) == 1)
            #expect(try await stored(0..<61, in: store) == [1, 2, 60])
            #expect(try await store.deleteCalls(endedBefore: start + 60, limit: 9) == 1)
            #expect(try await stored(0..<61, in: store) == [2, 60])
            #expect(try await store.deleteRuns(endedBefore: start + 900, limit: 9) == 1)
            #expect(try await store.run("turn") == nil)
            #expect(try await stored(0..<61, in: store) == [2, 60])
        }
    }
}
