import Glibc
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import AgentServer

@Suite struct SocketPollTests {
    /// Requests polls one after the other, and returns the number of calls.
    private func calls(
        forRequests count: Int,
        makePipe: () -> (input: Int32, output: Int32)?
    ) async throws -> (
        calls: Int, isClosed: Bool
    ) {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
        let calls = Mutex(0)
        let (polls, polled) = AsyncStream<Bool>.makeStream()
        let poll = SocketPoll(eventLoop, makePipe: makePipe) {
            calls.withLock { $0 += 1 }
            polled.yield(eventLoop.inEventLoop)
        }
        var seen = polls.makeAsyncIterator()
        for _ in 0..<count {
            poll.request()
            let isOnLoop = await seen.next()
            #expect(isOnLoop == true)
        }
        // After this, the loop has performed everything it received before.
        try await eventLoop.submit {}.get()
        return (calls.withLock { $0 }, poll.isClosed)
    }

    @Test func eachRequestLeadsToOneCall() async throws {
        let (calls, isClosed) = try await calls(forRequests: 5, makePipe: SocketPoll.pipe)
        #expect(calls == 5)
        #expect(!isClosed)
    }

    @Test func withoutADescriptorEachRequestLeadsToOneCall() async throws {
        let (calls, isClosed) = try await calls(forRequests: 5) { nil }
        #expect(calls == 5)
        #expect(isClosed)
    }

    /// A descriptor that is no pipe is refused.
    @Test func anUnreadableDescriptorLeadsToACallToo() async throws {
        let (calls, isClosed) = try await calls(forRequests: 1) {
            (open("/", O_RDONLY | O_CLOEXEC), open("/", O_RDONLY | O_CLOEXEC))
        }
        #expect(calls == 1)
        #expect(isClosed)
    }
}
