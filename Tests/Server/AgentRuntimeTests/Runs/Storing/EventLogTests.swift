import AgentWire
import Storage
import Testing

@testable import AgentRuntime

@Suite struct EventLogTests {
    private func log(_ count: Int, memoryBytes: Int = 1024) -> EventLog {
        var log = EventLog(memoryBytes: memoryBytes)
        for number in 0..<count { log.append(.textDelta(item: 0, text: "token \(number)")) }
        return log
    }

    private func numbers(_ chunk: RunEventChunk) -> [String] {
        RunEventLine.events(in: chunk.lines).map { event in
            if case .textDelta(_, let text) = event { return text }
            return NativeEvent(event)?.type ?? ""
        }
    }

    @Test func eventsAreNumberedWithoutGaps() throws {
        let log = log(30)
        for first in 0...30 {
            let place = try #require(log.place(before: first))
            let chunk = log.chunk(from: place)
            #expect(chunk.first == first && chunk.count == 30 - first)
            #expect(numbers(chunk) == (first..<30).map { "token \($0)" })
        }
        #expect(log.place(before: 31) == nil)
    }

    @Test func nothingFollowsTheEnd() {
        var log = log(1)
        log.append(.completed(usage: WireUsage(inputTokens: 0, outputTokens: 0)))
        #expect(log.isOver)
        log.append(.textDelta(item: 0, text: "late"))
        #expect(log.end.sequence == 2)
    }

    @Test func storedEventsAreDropped() throws {
        var log = log(0)
        for number in 0..<1000 {
            log.append(.textDelta(item: 0, text: "token \(number)"))
            log.markStored(to: log.end)
            #expect(log.end.offset - log.start.offset <= 3 * 1024)
        }
        #expect(log.start.sequence > 900)
        #expect(log.place(before: log.start.sequence - 1) == nil)
        let place = try #require(log.place(before: log.start.sequence))
        #expect(place == log.start)
        #expect(numbers(log.chunk(from: place)).first == "token \(log.start.sequence)")
        #expect(numbers(log.chunk(from: place)).last == "token 999")
        #expect(!log.holds(EventLog.Place(sequence: 0, offset: 0)))
    }

    @Test func unstoredEventsStay() {
        let log = log(1000)
        #expect(log.start.sequence == 0)
        #expect(log.unstoredBytes == log.end.offset)
    }

    @Test func shownEventsAreKeptOnce() throws {
        var log = log(3)
        let first = log.dequeueUnappended()
        #expect(numbers(try #require(first)) == ["token 0", "token 1", "token 2"])
        let nothing = log.dequeueUnappended()
        #expect(nothing == nil)
        log.append(.textDelta(item: 0, text: "token 3"))
        log.append(.textDelta(item: 0, text: "token 4"))
        log.markStored(to: try #require(log.place(before: 4)))
        // Events that the store has need not be in the journal.
        let second = log.dequeueUnappended()
        #expect(numbers(try #require(second)) == ["token 4"])
    }

    @Test func whatTheJournalHasIsKeptAtOnce() {
        var log = log(3)
        _ = log.dequeueUnappended()
        #expect(log.kept == EventLog.Place())
        log.markKept()
        #expect(log.kept == log.end)
    }

    @Test func whatTheJournalAcknowledgesLaterIsKeptThen() {
        var log = log(2)
        _ = log.dequeueUnappended()
        log.awaitAcknowledgement()
        let first = log.end
        log.append(.textDelta(item: 0, text: "token 2"))
        _ = log.dequeueUnappended()
        log.awaitAcknowledgement()
        #expect(log.kept == EventLog.Place() && log.appended == log.end)
        var isNew = log.acknowledge(before: 1)
        #expect(!isNew)
        isNew = log.acknowledge(before: 2)
        #expect(isNew && log.kept == first)
        isNew = log.acknowledge(before: 3)
        #expect(isNew && log.kept == log.end)
        isNew = log.acknowledge(before: 3)
        #expect(!isNew)
    }

    @Test func nothingIsKeptBeforeWhatTheJournalWasGivenFirst() {
        var log = log(2)
        _ = log.dequeueUnappended()
        log.awaitAcknowledgement()
        log.append(.textDelta(item: 0, text: "token 2"))
        _ = log.dequeueUnappended()
        log.markKept()
        #expect(log.kept == EventLog.Place())
        let isNew = log.acknowledge(before: 3)
        #expect(isNew && log.kept == log.end)
    }

    @Test func whatTheStoreHasIsKeptWithoutTheJournal() throws {
        var log = log(3)
        _ = log.dequeueUnappended()
        log.awaitAcknowledgement()
        log.markStored(to: log.end)
        #expect(log.kept == log.end)
        let isNew = log.acknowledge(before: 3)
        #expect(!isNew)
    }
}
