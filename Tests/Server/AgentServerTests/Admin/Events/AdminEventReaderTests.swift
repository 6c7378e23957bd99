import Testing

@testable import AgentServer

/// The wake-ups of a reader of events.
@Suite(.timeLimit(.minutes(1))) struct AdminEventReaderTests {
    @Test func aReasonFromBeforeCounts() async {
        let reader = AdminEventReader()
        reader.notify()
        reader.notify()
        #expect(await reader.next() == .news)
        reader.remind()
        #expect(await reader.next() == .reminder)
        // News make a heartbeat needless.
        reader.remind()
        reader.notify()
        #expect(await reader.next() == .news)
        reader.close()
        #expect(await reader.next() == .end)
        #expect(await reader.next() == .end)
    }

    @Test(arguments: [AdminEventReader.Wake.news, .reminder, .end])
    func aWaitingReaderIsWoken(by wake: AdminEventReader.Wake) async {
        let reader = AdminEventReader()
        async let woken = reader.next()
        await Task.yield()
        switch wake {
        case .news: reader.notify()
        case .reminder: reader.remind()
        case .end: reader.close()
        }
        #expect(await woken == wake)
    }

    @Test func readersAreBounded() throws {
        let events = AdminEvents()
        let ids = (0..<AdminEvents.mostReaders).compactMap { _ in events.attach()?.id }
        #expect(ids.count == AdminEvents.mostReaders && events.attach() == nil)
        for id in ids { events.detach(id) }
        #expect(events.readerCount == 0 && events.attach() != nil)
    }

    @Test func anIdIsOfThisProcess() {
        let (events, other) = (AdminEvents(), AdminEvents())
        #expect(events.position(in: events.id(of: 7)) == 7)
        if events.epoch != other.epoch { #expect(events.position(in: other.id(of: 7)) == nil) }
        for text in [
            "", "-", "7", "\(events.epoch)-", "\(events.epoch)--1", "\(events.epoch)-7-8",
            "\(events.epoch)-99999999999999999999",
        ] {
            #expect(events.position(in: text) == nil, "\(text)")
        }
    }
}
