import NIOCore
import NIOPosix
import Testing

@testable import AgentServer

/// An event loop whose tasks are always ready.
@Suite(.timeLimit(.minutes(2))) struct EventLoopFairnessTests {
    /// Lets two tasks of a loop yield to each other while `body` runs on another loop.
    ///
    /// The loops have their own threads, so that the loop is busy only as long as this test needs, regardless of other tests.
    private func withBusyLoop(_ body: (_ busy: any EventLoop, _ calm: any EventLoop) async throws -> Void) async throws
    {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let (busy, calm) = (group.next(), group.next())
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await withTaskExecutorPreference(EventLoopExecutor.on(calm)) {
                    try await withThrowingTaskGroup(of: Void.self) { tasks in
                        let (beginnings, beginning) = AsyncStream<Void>.makeStream()
                        for _ in 0..<2 {
                            tasks.addTask(executorPreference: EventLoopExecutor.on(busy)) {
                                beginning.yield()
                                while !Task.isCancelled { await Task.yield() }
                            }
                        }
                        defer { tasks.cancelAll() }
                        for await _ in beginnings.prefix(2) {}
                        #expect(calm.inEventLoop)
                        try await body(busy, calm)
                    }
                }
            )
        } catch {
            result = .failure(error)
        }
        try await group.shutdownGracefully()
        try result.get()
    }

    @Test func aBusyLoopAcceptsAConnectionAndDetectsItsDisconnect() async throws {
        try await withBusyLoop { busy, calm in
            let handler = DisconnectHandler()
            let server = try await ServerBootstrap(group: busy)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler) }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            let client = try await ClientBootstrap(group: calm).connect(to: try #require(server.localAddress)).get()
            try await client.close()
            await handler.signal.wait()
            try await server.close()
        }
    }

    @Test func aBusyLoopPerformsTasksFromOtherThreads() async throws {
        try await withBusyLoop { busy, _ in
            #expect(try await busy.submit { busy.inEventLoop }.get())
            try await busy.scheduleTask(in: .nanoseconds(1)) {}.futureResult.get()
        }
    }
}
