import AgentWire
import Foundation
import Storage
import Synchronization
import Testing

@testable import AgentRuntime

@Suite struct LiveRunStorageTests {
    private static let identity = LiveRun.Identity(
        id: "run_1",
        client: "alice",
        conversation: "conv_1",
        model: "m",
        request: "{}",
        idempotencyKey: nil,
        createdAt: Date(timeIntervalSince1970: 1_795_000_000),
        deadline: nil
    )

    @Test func aRunThatTellsMuchAsksToBeStoredBeforeItsTime() throws {
        let asked = Mutex(0)
        let run = LiveRun(Self.identity, outlivesReaders: true, askForStorage: { asked.withLock { $0 += 1 } })
        let piece = RunEvent.messageDelta(text: String(repeating: "x", count: 64 * 1024))
        for _ in 0..<7 { try run.tell(piece) }
        #expect(asked.withLock { $0 } == 0)
        try run.tell(piece)
        #expect(asked.withLock { $0 } == 1)
        let news = try #require(run.unstored())
        run.markStored(to: news.mark)
        try run.tell(piece)
        #expect(asked.withLock { $0 } == 1)
    }

    @Test func aRunWhoseStoreTakesNothingEnds() throws {
        let run = LiveRun(Self.identity, outlivesReaders: true)
        let piece = RunEvent.messageDelta(text: String(repeating: "x", count: 1024 * 1024))
        for _ in 0..<7 { try run.tell(piece) }
        #expect(throws: StoreError.self) { try run.tell(piece) }
    }
}
