import Signals
import Testing

@Suite(.timeLimit(.minutes(1))) struct BroadcastTests {
    @Test func eachReaderGetsTheValuesThatItWants() async {
        let broadcast = Broadcast<Int>()
        broadcast.notify(0)
        var all = broadcast.stream { $0 }.makeAsyncIterator()
        var even = broadcast.stream { $0 % 2 == 0 ? "\($0)" : nil }.makeAsyncIterator()
        for value in 1...3 { broadcast.notify(value) }
        broadcast.notify(4)
        for value in 1...4 { #expect(await all.next() == value) }
        #expect(await even.next() == "2")
        #expect(await even.next() == "4")
    }

    @Test func aSlowReaderGetsTheNewestValues() async {
        let broadcast = Broadcast<Int>()
        var reader = broadcast.stream(buffering: .bufferingNewest(2)) { $0 }.makeAsyncIterator()
        for value in 1...5 { broadcast.notify(value) }
        #expect(await reader.next() == 4)
        #expect(await reader.next() == 5)
    }

    @Test func aReleasedReaderIsRemoved() async {
        let broadcast = Broadcast<Int>()
        var stream: AsyncStream<Int>? = broadcast.stream { $0 }
        #expect(broadcast.count == 1)
        #expect(stream != nil)
        stream = nil
        #expect(broadcast.count == 0)
    }

    @Test func aReaderWhoseTaskIsCancelledIsRemoved() async {
        let broadcast = Broadcast<Int>()
        let stream = broadcast.stream { $0 }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in stream {} }
            group.cancelAll()
        }
        #expect(broadcast.count == 0)
    }
}
