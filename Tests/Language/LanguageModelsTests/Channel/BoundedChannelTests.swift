import Synchronization
import TestWaits
import Testing

@testable import LanguageModels

@Suite(.timeLimit(.minutes(1))) struct BoundedChannelTests {
    @Test func valuesAreReadInTheOrderOfSending() async {
        let channel = BoundedChannel<Int>()
        let sender = Task {
            for number in 0..<1000 { await channel.send(number) }
            channel.finish()
        }
        var read: [Int] = []
        while let number = await channel.next() { read.append(number) }
        #expect(read == Array(0..<1000))
        await sender.value
    }

    @Test func aSenderDoesNotRunAhead() async {
        let channel = BoundedChannel<Int>()
        let sent = Mutex(0)
        let executor = SteppedExecutor()
        let sender = Task(executorPreference: executor) {
            for number in 0..<100 {
                await channel.send(number)
                sent.withLock { $0 += 1 }
            }
        }
        // The next send waits for the reader.
        await executor.runUntilAllWait()
        executor.runFreely()
        #expect(sent.withLock { $0 } == 64)
        for number in 0..<100 { #expect(await channel.next() == number) }
        await sender.value
    }

    @Test func aWaitingSenderIsResumedWhenHalfOfTheBufferIsFree() async {
        var machine = BoundedChannelStateMachine<Int>(capacity: 4)
        for number in 0..<4 { #expect(machine.trySend(number)?.isEmpty == true) }
        var read: [Int] = []
        var readBefore: Int?
        await withCheckedContinuation { sender in
            let id = machine.makeID()
            #expect(machine.send(4, id: id, sender).isEmpty)
            while let (element, actions) = machine.tryNext() {
                if let element { read.append(element) }
                // There is space for one more, but the waiting sender goes first.
                if read.count == 1 { #expect(machine.trySend(5) == nil) }
                for case .resumeSender(let sender) in actions {
                    readBefore = read.count
                    sender.resume()
                }
            }
        }
        #expect(readBefore == 2)
        #expect(read == [0, 1, 2, 3, 4])
    }

    @Test func aReaderThatLeavesResumesTheSenders() async {
        let channel = BoundedChannel<Int>()
        let sender = Task { for number in 0..<100 { await channel.send(number) } }
        #expect(await channel.next() == 0)
        channel.cancel()
        await sender.value
        #expect(await channel.next() == nil)
    }

    @Test func valuesSentBeforeTheEndAreStillRead() async {
        let channel = BoundedChannel<Int>()
        await channel.send(1)
        await channel.send(2)
        channel.finish()
        await channel.send(3)
        #expect(await channel.next() == 1)
        #expect(await channel.next() == 2)
        #expect(await channel.next() == nil)
    }

    @Test func aCancelledReaderEndsTheChannel() async {
        let channel = BoundedChannel<Int>()
        let reader = Task { await channel.next() }
        reader.cancel()
        #expect(await reader.value == nil)
        // Returns although there is no reader, because the channel has ended.
        for number in 0..<100 { await channel.send(number) }
    }

    @Test func aCancelledSenderStopsWaiting() async {
        let channel = BoundedChannel<Int>()
        let sender = Task { for number in 0..<100 { await channel.send(number) } }
        sender.cancel()
        await sender.value
    }
}
