import Dispatch
import Synchronization
import Testing

@testable import LongWork

@Suite struct LongWorkTests {
    /// Work that waits in its thread until it is released.
    private final class Gate: Sendable {
        private let entered = DispatchSemaphore(value: 0)
        private let opened = DispatchSemaphore(value: 0)

        func pass() {
            entered.signal()
            opened.wait()
        }

        func waitForEntry() { entered.wait() }

        func open() { opened.signal() }
    }

    /// The jobs as they are executed.
    private final class Record: Sendable {
        private let state = Mutex((now: 0, most: 0, order: [Int]()))

        var now: Int { state.withLock(\.now) }
        var most: Int { state.withLock(\.most) }
        var order: [Int] { state.withLock(\.order) }

        func begin(_ number: Int) {
            state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.order + [number]) }
        }

        func end() { state.withLock { $0.now -= 1 } }
    }

    @Test(arguments: [1, 2]) func noMoreJobsThanThreadsAreExecuted(threads: Int) async {
        let executor = LongWork(threads: threads)
        let gate = Gate()
        let record = Record()
        await withTaskGroup { group in
            for number in 0..<20 {
                group.addTask(executorPreference: executor) {
                    record.begin(number)
                    gate.pass()
                    record.end()
                }
            }
            group.addTask {
                for _ in 0..<threads { gate.waitForEntry() }
                for _ in threads..<20 {
                    gate.open()
                    gate.waitForEntry()
                }
                for _ in 0..<threads { gate.open() }
            }
        }
        #expect(record.now == 0)
        #expect(record.most == threads)
    }

    @Test func aTaskThatWaitsFreesItsThread() async {
        let executor = LongWork(threads: 1)
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let first = await withTaskGroup(of: Int?.self) { group in
            group.addTask(executorPreference: executor) { await stream.first { _ in true } }
            group.addTask(executorPreference: executor) {
                continuation.yield(7)
                return nil
            }
            return await group.reduce(into: [Int?]()) { $0.append($1) }.compactMap(\.self)
        }
        #expect(first == [7])
    }

    @Test func workIsDoneInItsOrder() async {
        let executor = LongWork(threads: 1)
        let gate = Gate()
        let record = Record()
        let tasks = (0..<600).map { number in
            Task(executorPreference: executor) {
                if number == 0 { gate.pass() }
                record.begin(number)
            }
        }
        gate.waitForEntry()
        gate.open()
        for task in tasks { await task.value }
        #expect(record.order == Array(0..<600))
    }
}
