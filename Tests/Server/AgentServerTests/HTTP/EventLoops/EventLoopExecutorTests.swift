import NIOCore
import NIOPosix
import Testing

@testable import AgentServer

/// Tasks on the event loop of a connection.
@Suite struct EventLoopExecutorTests {
    private let group = MultiThreadedEventLoopGroup.singleton

    @Test func aTaskStaysOnTheLoopAfterItWaited() async {
        for _ in 0..<20 {
            let eventLoop = group.next()
            let isThere = await withTaskExecutorPreference(EventLoopExecutor.on(eventLoop)) {
                let before = eventLoop.inEventLoop
                await Task.yield()
                // Any loop may resume the task.
                await withCheckedContinuation { waiter in
                    group.next().execute { waiter.resume() }
                }
                async let child = eventLoop.inEventLoop
                return await [before, eventLoop.inEventLoop, child]
            }
            #expect(isThere == [true, true, true])
        }
    }

    @Test func anUnstructuredTaskRunsOnItsExecutor() async {
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
