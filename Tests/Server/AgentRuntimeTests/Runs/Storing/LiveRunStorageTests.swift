import AgentWire
import Foundation
import OwnerLiterals
import Storage
import Synchronization
import TestWaits
import Testing

@testable import AgentRuntime

@Suite(.timeLimit(.minutes(1))) struct LiveRunStorageTests {
    private static let piece = RunEvent.textDelta(item: 0, text: String(repeating: "x", count: 64 * 1024))

    private static func run(requestStorage: @escaping @Sendable () -> Void = {}) -> LiveRun {
        let identity = LiveRun.Identity(
            id: "run_1",
            owner: "alice",
            conversation: "conv_1",
            model: "m",
            request: "{}",
            idempotencyKey: nil,
            createdAt: Date(timeIntervalSince1970: 1_795_000_000),
            deadline: nil
        )
        return LiveRun(identity, outlivesReaders: true, requestStorage: requestStorage)
    }

    /// Appends events until the work must wait.
    private func fill(_ run: LiveRun) {
        while run.unstoredBytes <= LiveRun.maximumUnstoredBytes { run.append(Self.piece) }
    }

    @Test func manyUnstoredBytesRequestAFlush() throws {
        let requests = Mutex(0)
        let run = Self.run { requests.withLock { $0 += 1 } }
        for _ in 0..<7 { run.append(Self.piece) }
        #expect(requests.withLock { $0 } == 0)
        run.append(Self.piece)
        #expect(requests.withLock { $0 } == 1)
        let news = try #require(run.unstored())
        run.markStored(to: news.mark)
        run.append(Self.piece)
        #expect(requests.withLock { $0 } == 1)
    }

    @Test func workContinuesWhileTheStoreKeepsUp() async throws {
        let run = Self.run()
        for _ in 0..<1000 {
            run.append(Self.piece)
            try await run.waitForStore()
            run.markStored(to: try #require(run.unstored()).mark)
        }
    }

    @Test func workWaitsUntilTheStoreHasCaughtUp() async throws {
        let run = Self.run()
        fill(run)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let executor = SteppedExecutor()
            group.addTask(executorPreference: executor) { try await run.waitForStore() }
            await executor.runUntilAllWait()
            executor.runFreely()
            var count = 0
            while let news = run.unstored(byteLimit: 1 << 18), run.state.withLock({ !$0.storeWaits.isEmpty }) {
                #expect((news.write.events?.lines.count ?? 0) <= 1 << 18)
                run.markStored(to: news.mark)
                count += 1
            }
            #expect(count >= 6)
            #expect(run.unstoredBytes <= LiveRun.fewUnstoredBytes)
            try await group.waitForAll()
        }
    }

    @Test func workWhoseStoreFailsForLongEndsAsOverloaded() async throws {
        let run = Self.run()
        fill(run)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let executor = SteppedExecutor()
            group.addTask(executorPreference: executor) { try await run.waitForStore() }
            await executor.runUntilAllWait()
            executor.runFreely()
            let time = try #require(run.state.withLock { $0.storeWaits.first?.since })
            run.giveUpOnStore(at: time + .seconds(29))
            #expect(run.state.withLock { !$0.storeWaits.isEmpty })
            // The time starts again with everything that the store persists.
            run.markStored(to: try #require(run.unstored(byteLimit: 1)).mark, at: time + .seconds(20))
            run.giveUpOnStore(at: time + .seconds(40))
            #expect(run.state.withLock { !$0.storeWaits.isEmpty })
            run.giveUpOnStore(at: time + .seconds(50))
            let problem = await #expect(throws: Problem.self) { try await group.next() }
            #expect(problem?.status == 503 && problem?.retryAfterSeconds != nil)
        }
    }

    @Test(arguments: [true, false])
    func cancelledWorkWaitsNoLonger(before: Bool) async throws {
        let run = Self.run()
        fill(run)
        await withTaskGroup(of: Bool.self) { group in
            let executor = SteppedExecutor()
            if before { group.cancelAll() }
            group.addTask(executorPreference: executor) {
                do { try await run.waitForStore() } catch { return error is CancellationError }
                return false
            }
            await executor.runUntilAllWait()
            executor.runFreely()
            group.cancelAll()
            #expect(await group.next() == true)
        }
        #expect(run.state.withLock { $0.storeWaits.isEmpty })
    }

    /// The sender of text is not a task that could wait.
    @Test func theSenderOfTextHoldsUntilTheStoreHasCaughtUp() throws {
        let run = Self.run()
        let calls = Mutex(0)
        #expect(try !run.holdsForStore { calls.withLock { $0 += 1 } })
        fill(run)
        #expect(try run.holdsForStore { calls.withLock { $0 += 1 } })
        while let news = run.unstored(byteLimit: 1 << 18) {
            #expect(calls.withLock(\.self) == (run.unstoredBytes <= LiveRun.fewUnstoredBytes ? 1 : 0))
            run.markStored(to: news.mark)
        }
        #expect(calls.withLock(\.self) == 1)
        #expect(try !run.holdsForStore {})
    }

    @Test func theSenderOfTextGetsAnErrorWhenTheStoreFailsForLong() throws {
        let run = Self.run()
        let calls = Mutex(0)
        fill(run)
        #expect(try run.holdsForStore { calls.withLock { $0 += 1 } })
        let time = try #require(run.state.withLock { $0.storeWaits.first?.since })
        run.giveUpOnStore(at: time + .seconds(30))
        #expect(calls.withLock(\.self) == 1)
        let problem = #expect(throws: Problem.self) { try run.holdsForStore {} }
        #expect(problem?.status == 503)
    }

    /// Before the stream, a reader waits for content, and a thought is no content.
    @Test func aListenerIsCalledForAllEventsWhateverTheGoalBefore() async throws {
        let run = Self.run()
        let reader = run.attach()
        #expect(run.place(reader, before: 0))
        run.requestHeartbeat(reader)
        await run.wait(reader, for: .content)
        #expect(run.news(for: reader) == .quiet)
        let calls = Mutex(0)
        run.listen(reader) { calls.withLock { $0 += 1 } }
        #expect(calls.withLock { $0 } == 0)
        for count in 1...2 {
            run.append(.reasoningDelta(item: 0, text: "hm"))
            run.append(.reasoningDelta(item: 0, text: "hm"))
            // Called once until the reader fetches the news.
            #expect(calls.withLock { $0 } == count)
            guard case .events(_, let first) = run.news(for: reader) else {
                Issue.record("no events")
                return
            }
            #expect(first == (count - 1) * 2)
        }
        run.detach(reader)
        #expect(calls.withLock { $0 } == 3)
    }
}
