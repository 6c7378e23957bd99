import Foundation
import OwnerLiterals
import Storage
import Testing

@Suite struct RunStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000.125)

    private func record(
        _ id: String,
        _ status: RunStatus = .running,
        owner: Owner = "alice",
        conversation: String = "c",
        key: String? = nil,
        minutes: Double = 0
    ) -> RunRecord {
        RunRecord(
            id: id,
            owner: owner,
            conversation: conversation,
            model: "phrasebook",
            status: status,
            request: #"{"message":"昨日"}"#,
            idempotencyKey: key,
            createdAt: start + minutes * 60,
            updatedAt: start + minutes * 60
        )
    }

    /// Events `0 …`, one line each.
    private func chunk(_ range: Range<Int>) -> RunEventChunk {
        RunEventChunk(
            first: range.lowerBound,
            count: range.count,
            lines: range.flatMap { Array("event \($0)\n".utf8) }
        )
    }

    private func turn(_ conversation: String = "c", owner: Owner = "alice", expecting count: Int = 0) -> TurnCommit {
        TurnCommit(
            conversation: ConversationRecord(id: conversation, owner: owner, createdAt: start, updatedAt: start),
            entries: [TranscriptEntryRecord(id: "e\(count)", position: -1, kind: "prompt", json: "{}")],
            expectedCount: count
        )
    }

    @Test(arguments: StoreOpener.allCases)
    func anUnknownRunIsNilAndEmpty(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            #expect(try await store.run("nobody") == nil)
            #expect(try await store.run(of: "alice", idempotencyKey: "k") == nil)
            #expect(try await store.events(of: "nobody", from: 0, limit: 9).isEmpty)
            #expect(try await store.unfinishedRuns(of: SoleLease().leftWork).isEmpty)
            #expect(try await store.runs(of: "c", after: nil, limit: 9).isEmpty)
            #expect(try await store.deleteRuns(endedBefore: .distantFuture, limit: 9) == 0)
            #expect(try await store.deleteCalls(endedBefore: .distantFuture, limit: 9) == 0)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aRunGrowsAndEndsWithItsTurn(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            #expect(try await store.write([RunWrite(record: record("r"), events: chunk(0..<3))]).isEmpty)
            var stored = try #require(try await store.run("r"))
            #expect(stored.eventCount == 3)
            #expect(stored.status == .running)
            #expect(try await store.entries(of: "c").isEmpty)

            let end = RunWrite(record: record("r", .completed, minutes: 1), events: chunk(3..<5), turn: turn())
            #expect(try await store.write([end]).isEmpty)
            stored = try #require(try await store.run("r"))
            #expect(stored.status == .completed)
            #expect(stored.eventCount == 5)
            #expect(stored.createdAt == start)
            #expect(stored.updatedAt == start + 60)
            #expect(stored.request == #"{"message":"昨日"}"#)
            #expect(try await store.events(of: "r", from: 0, limit: 9) == [chunk(0..<3), chunk(3..<5)])
            #expect(try await store.entries(of: "c").map(\.id) == ["e0"])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aRunHasTheNumberOfEntriesAfterItsTurn(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.commitTurn(turn().conversation, appending: turn().entries, expectedCount: 0)
            var begun = record("r")
            // Only a turn sets the number.
            begun.entryCount = 7
            _ = try await store.write([RunWrite(record: begun, events: chunk(0..<1))])
            #expect(try await store.run("r")?.entryCount == nil)
            let end = RunWrite(record: record("r", .completed), events: chunk(1..<2), turn: turn(expecting: 1))
            _ = try await store.write([end])
            #expect(try await store.run("r")?.entryCount == 2)
            // A later write without a turn keeps it.
            _ = try await store.write([RunWrite(record: record("r", .completed), events: chunk(0..<2))])
            #expect(try await store.run("r")?.entryCount == 2)
            _ = try await store.write([RunWrite(record: record("s", .completed), turn: turn(expecting: 2))])
            #expect(try await store.run("s")?.entryCount == 3)
            #expect(try await store.run("r")?.entryCount == 2)
        }
    }

    @Test(arguments: StoreOpener.allCases, RunStatus.allCases)
    func oneEndedRunIsDeletedWithItsKeys(opener: StoreOpener, status: RunStatus) async throws {
        try await opener.withStore { store async throws in
            _ = try await store.write([
                RunWrite(record: record("r", status, key: "k"), events: chunk(0..<2), turn: turn()),
                RunWrite(record: record("s", .completed), events: chunk(0..<1)),
            ])
            let answer = KeyedAnswer(owner: "alice", idempotencyKey: "a", request: "{}", run: "r", sequence: 1)
            try await store.saveKeyedAnswer(answer)
            #expect(try await store.deleteRun("r") == status.isOver)
            #expect(try await (store.run("r") == nil) == status.isOver)
            #expect(try await store.events(of: "r", from: 0, limit: 9).isEmpty == status.isOver)
            #expect(try await (store.run(of: "alice", idempotencyKey: "k") == nil) == status.isOver)
            #expect(try await (store.keyedAnswer(of: "alice", idempotencyKey: "a") == nil) == status.isOver)
            // Its turn and the other runs stay.
            #expect(try await store.entries(of: "c").count == 1)
            #expect(try await store.run("s") != nil)
            #expect(try await store.deleteRun("nobody") == false)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aWriteCanBeRepeatedAndMayOverlap(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for range in [0..<2, 0..<2, 1..<4, 0..<4, 4..<4] {
                #expect(try await store.write([RunWrite(record: record("r"), events: chunk(range))]).isEmpty)
            }
            #expect(try await store.events(of: "r", from: 0, limit: 9) == [chunk(0..<2), chunk(2..<4)])
            #expect(try await store.run("r")?.eventCount == 4)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func runsThatDoNotFitAreLeftOutAndTheOthersWritten(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            try await store.commitTurn(turn().conversation, appending: turn().entries, expectedCount: 0)
            let misfits = try await store.write([
                RunWrite(record: record("late", .completed), events: chunk(0..<1), turn: turn()),
                RunWrite(
                    record: record("thief", .completed, owner: "bob"),
                    events: chunk(0..<1),
                    turn: turn(owner: "bob", expecting: 1)
                ),
                RunWrite(record: record("gap"), events: chunk(1..<2)),
                RunWrite(record: record("fine", .completed), events: chunk(0..<1), turn: turn(expecting: 1)),
            ])
            #expect(misfits == ["late", "thief", "gap"])
            for id in misfits { #expect(try await store.run(id) == nil) }
            #expect(try await store.run("fine")?.status == .completed)
            #expect(try await store.entries(of: "c").map(\.id) == ["e0", "e1"])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func eventsAreReadFromTheChunkThatHoldsTheFirst(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for range in [0..<3, 3..<4, 4..<9] {
                _ = try await store.write([RunWrite(record: record("r"), events: chunk(range))])
            }
            for (sequence, firsts) in [(0, [0, 3]), (2, [0, 3]), (3, [3, 4]), (5, [4]), (8, [4]), (9, [])] {
                #expect(try await store.events(of: "r", from: sequence, limit: 2).map(\.first) == firsts)
            }
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aKeyBelongsToItsClient(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            _ = try await store.write([
                RunWrite(record: record("r", key: "k")),
                RunWrite(record: record("s", owner: "bob", key: "k")),
                RunWrite(record: record("t")),
            ])
            #expect(try await store.run(of: "alice", idempotencyKey: "k")?.id == "r")
            #expect(try await store.run(of: "bob", idempotencyKey: "k")?.id == "s")
            #expect(try await store.run(of: "carol", idempotencyKey: "k") == nil)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func unfinishedRunsBelongToTheirNodes(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let first = Worker(node: NodeID("a"), epoch: 1)
            let later = Worker(node: NodeID("a"), epoch: 2)
            let other = Worker(node: NodeID("b"), epoch: 1)
            for (number, worker) in [first, later, other].enumerated() {
                var record = record("r\(number)", .running, owner: number == 2 ? "bob" : "alice")
                record.worker = worker
                _ = try await store.write([RunWrite(record: record)])
                record.id = "ended\(number)"
                record.status = .completed
                _ = try await store.write([RunWrite(record: record)])
            }
            func left(to worker: Worker, of node: NodeID?) async throws -> [String] {
                try await store.unfinishedRuns(of: LeftWork(to: worker, of: node)).map(\.id)
            }
            #expect(try await left(to: later, of: NodeID("a")) == ["r0"])
            #expect(try await left(to: later, of: nil) == ["r0", "r2"])
            #expect(try await left(to: other, of: NodeID("b")) == [])
            func besides(_ node: String, of owner: Owner? = nil, after id: String? = nil) async throws -> [String] {
                try await store.unfinishedRuns(besides: NodeID(node), of: owner, in: nil, after: id, limit: 9).map(\.id)
            }
            #expect(try await besides("a") == ["r2"])
            #expect(try await besides("b") == ["r0", "r1"])
            #expect(try await besides("b", after: "r0") == ["r1"])
            #expect(try await besides("b", of: "bob") == [])
            let here = try await store.unfinishedRuns(besides: NodeID("c"), of: nil, in: "c", after: nil, limit: 1)
            #expect(here.map(\.id) == ["r0"])
            let nowhere = try await store.unfinishedRuns(besides: NodeID("c"), of: nil, in: "d", after: nil, limit: 1)
            #expect(nowhere.isEmpty)
            #expect(try await store.countsOfUnfinishedRuns(besides: NodeID("b")) == [.running: 2])
            #expect(try await store.countsOfUnfinishedRuns(besides: nil) == [.running: 3])
            // The new worker of a run is stored, and the former one has lost the run.
            var taken = record("r0", .waiting)
            taken.worker = other
            #expect(try await store.write([RunWrite(record: taken)]) == ["r0"])
            #expect(try await store.write([RunWrite(record: taken, formerWorker: first)]).isEmpty)
            #expect(try await store.run("r0")?.worker == other)
            var lost = record("r0", .completed)
            lost.worker = first
            #expect(try await store.write([RunWrite(record: lost, events: chunk(0..<1))]) == ["r0"])
            #expect(try await store.run("r0") == taken)
            #expect(try await store.events(of: "r0", from: 0, limit: 9).isEmpty)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func unfinishedRunsAndThoseOfAConversation(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for (number, status) in RunStatus.allCases.enumerated() {
                let record = record(status.rawValue, status, minutes: Double(number))
                _ = try await store.write([RunWrite(record: record)])
            }
            _ = try await store.write([RunWrite(record: record("other", conversation: "d", minutes: -1))])
            let unfinished = try await store.unfinishedRuns(of: SoleLease().leftWork).map(\.id)
            #expect(unfinished == ["other", "queued", "running", "waiting"])
            let runs = try await store.runs(of: "c", after: nil, limit: 99)
            #expect(runs.map(\.status) == RunStatus.allCases)
            var pages: [RunSummary] = []
            while case let page = try await store.runs(of: "c", after: pages.last, limit: 3), !page.isEmpty {
                #expect(page.count <= 3)
                pages += page
            }
            #expect(pages == runs)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func onlyRunsThatEndedLongAgoAreDeleted(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            _ = try await store.write([
                RunWrite(record: record("old", .failed), events: chunk(0..<1)),
                RunWrite(record: record("older", .completed, minutes: -1), events: chunk(0..<1)),
                RunWrite(record: record("going", .running), events: chunk(0..<1)),
                RunWrite(record: record("new", .completed, minutes: 9), events: chunk(0..<1)),
            ])
            #expect(try await store.deleteRuns(endedBefore: start + 60, limit: 1) == 1)
            #expect(try await store.run("older") == nil)
            #expect(try await store.deleteRuns(endedBefore: start + 60, limit: 9) == 1)
            #expect(try await store.run("old") == nil)
            #expect(try await store.events(of: "old", from: 0, limit: 9).isEmpty)
            #expect(try await store.run("going") != nil)
            #expect(try await store.events(of: "new", from: 0, limit: 9).count == 1)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func deletingAConversationDeletesItsRuns(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            _ = try await store.write([
                RunWrite(record: record("r", .completed), events: chunk(0..<1), turn: turn()),
                RunWrite(
                    record: record("s", .completed, conversation: "d"),
                    events: chunk(0..<1),
                    turn: turn("d")
                ),
                RunWrite(record: record("t", .running, conversation: "busy"), turn: turn("busy")),
            ])
            #expect(try await store.deleteConversation("c"))
            #expect(try await store.run("r") == nil)
            #expect(try await store.events(of: "r", from: 0, limit: 9).isEmpty)
            #expect(try await store.run("s") != nil)

            #expect(try await store.deleteConversations(updatedBefore: start + 1, limit: 9) == 1)
            #expect(try await store.run("s") == nil)
            #expect(try await store.conversation("d") == nil)
            #expect(try await store.conversation("busy") != nil)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func conversationsArePaged(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for (id, minutes) in [("a", 3.0), ("b", 1), ("c", 1), ("d", 2), ("e", 0)] {
                let conversation = ConversationRecord(
                    id: id,
                    owner: "alice",
                    createdAt: start,
                    updatedAt: start + minutes * 60
                )
                try await store.commitTurn(conversation, appending: [], expectedCount: 0)
            }
            var place: ConversationPlace?
            var pages: [[String]] = []
            while true {
                let page = try await store.conversations(of: "alice", after: place, limit: 2)
                pages.append(page.map(\.id))
                guard let last = page.last else { break }
                place = ConversationPlace(updatedAt: last.updatedAt, id: last.id)
            }
            #expect(pages == [["a", "d"], ["c", "b"], ["e"], []])
        }
    }

    // MARK: The operators' list

    private let times = RunTimelineRecord(counts: #"{"r":1}"#, spans: #"[0,["q",0,1]]"#)

    @Test(arguments: StoreOpener.allCases)
    func theListHasTheTimesOfEachRun(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            // A write without times leaves a run that has not ended out of the list.
            _ = try await store.write([RunWrite(record: record("r1"))])
            #expect(try await store.runs(matching: RunFilter(), limit: 9, lookingAt: 9).runs.isEmpty)
            #expect(try await store.timeline(of: "r1") == nil)
            _ = try await store.write([RunWrite(record: record("r1", .waiting), timeline: times)])
            #expect(try await store.timeline(of: "r1") == times)
            // An end without times, as of a run that a killed process left, keeps them.
            _ = try await store.write([RunWrite(record: record("r1", .interrupted, minutes: 2))])
            #expect(try await store.timeline(of: "r1") == times)
            let later = RunTimelineRecord(counts: "{}", spans: "[0]")
            _ = try await store.write([RunWrite(record: record("r2", .completed, owner: "bob"), timeline: later)])
            let page = try await store.runs(matching: RunFilter(), limit: 9, lookingAt: 9)
            #expect(page.endID == nil)
            #expect(page.runs.map(\.id) == ["r2", "r1"])
            #expect(
                page.runs[1]
                    == RunListing(
                        id: "r1",
                        owner: "alice",
                        model: "phrasebook",
                        tool: nil,
                        status: .interrupted,
                        createdAt: start,
                        updatedAt: start + 120,
                        counts: times.counts
                    )
            )
            // They are kept as long as the run is.
            #expect(try await store.deleteRun("r2"))
            #expect(try await store.timeline(of: "r2") == nil)
            #expect(try await store.deleteRuns(endedBefore: .distantFuture, limit: 9) == 1)
            #expect(try await store.runs(matching: RunFilter(), limit: 9, lookingAt: 9).runs.isEmpty)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func theListIsFilteredAndBounded(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let statuses: [RunStatus] = [.completed, .failed, .cancelled]
            _ = try await store.write(
                (10..<40).map { number in
                    RunWrite(
                        record: record(
                            "r\(number)",
                            statuses[number % 3],
                            owner: number % 2 == 0 ? "alice" : "bob",
                            conversation: ""
                        )
                    )
                }
            )
            func ids(_ filter: RunFilter, limit: Int = 99, lookingAt look: Int = 99) async throws -> [String] {
                try await store.runs(matching: filter, limit: limit, lookingAt: look).runs.map(\.id)
            }
            #expect(try await ids(RunFilter(firstID: "r37")) == ["r39", "r38", "r37"])
            #expect(try await ids(RunFilter(endID: "r12")) == ["r11", "r10"])
            #expect(try await ids(RunFilter(statuses: [.failed], client: "bob", firstID: "r30")) == ["r37", "r31"])
            #expect(try await ids(RunFilter(model: "phrasebook"), limit: 2) == ["r39", "r38"])
            #expect(try await ids(RunFilter(model: "another")).isEmpty)
            // It looks at five runs only, and names the last one.
            var filter = RunFilter(statuses: [.completed])
            var found: [String] = []
            var pages = 0
            repeat {
                let page = try await store.runs(matching: filter, limit: 99, lookingAt: 5)
                found += page.runs.map(\.id)
                filter.endID = page.endID
                pages += 1
            } while filter.endID != nil
            #expect(pages == 6)
            #expect(found == (10..<40).reversed().filter { $0 % 3 == 0 }.map { "r\($0)" })
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func endedRunsAreCounted(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            var call = record("call", .failed, conversation: "", minutes: 2)
            call.tool = "getInventory"
            _ = try await store.write([
                RunWrite(record: record("a", .completed, conversation: "", minutes: 0)),
                RunWrite(record: record("b", .completed, conversation: "", minutes: 2)),
                RunWrite(record: record("c", .running, conversation: "", minutes: 2)), RunWrite(record: call),
            ])
            #expect(try await store.countsOfRuns(endedSince: start + 60, except: []) == [.completed: 1, .failed: 1])
            #expect(try await store.countsOfRuns(endedSince: start, except: []) == [.completed: 2, .failed: 1])
            #expect(try await store.countsOfRuns(endedSince: start + 600, except: []).isEmpty)
            // Runs that have not ended, that ended before the time, and that are not stored change no number.
            let counts = try await store.countsOfRuns(endedSince: start + 60, except: ["a", "b", "c", "d"])
            #expect(counts == [.failed: 1])
        }
    }
}
