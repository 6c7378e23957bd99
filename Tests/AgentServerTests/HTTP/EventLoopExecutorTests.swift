import NIOCore
import NIOPosix
import Testing

@testable import AgentServer

/// Tasks that are performed on the event loop of a connection.
@Suite struct EventLoopExecutorTests {
    private let group = MultiThreadedEventLoopGroup.singleton

    @Test func aTaskIsPerformedOnTheLoopAlsoAfterItWaited() async {
        for _ in 0..<20 {
            let eventLoop = group.next()
            let isThere = await withTaskExecutorPreference(EventLoopExecutor.on(eventLoop)) {
                let before = eventLoop.inEventLoop
                await Task.yield()
                // Resumed from whichever loop comes next.
                await withCheckedContinuation { waiter in
                    group.next().execute { waiter.resume() }
                }
                async let child = eventLoop.inEventLoop
                return await [before, eventLoop.inEventLoop, child]
            }
            #expect(isThere == [true, true, true])
        }
    }

    @Test func aTaskOfItsOwnIsPerformedWhereItIsTold() async {
        let eventLoop = group.next()
        let isThere = await Task(executorPreference: EventLoopExecutor.on(eventLoop)) { eventLoop.inEventLoop }.value
        #expect(isThere)
    }

    @Test func aLoopHasOneExecutor() async throws {
        let eventLoop = group.next()
        let executor = EventLoopExecutor.on(eventLoop)
        #expect(executor === EventLoopExecutor.on(eventLoop))
        let current = try await eventLoop.submit { EventLoopExecutor.current() }.get()
        #expect(executor === current)
    }
}
