import Glibc
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import AgentServer

@Suite struct SocketPollTests {
    /// Asks so often, one after the other, and counts the calls for all of them.
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
        // What was told to the loop before this is done then.
        try await eventLoop.submit {}.get()
        return (calls.withLock { $0 }, poll.isClosed)
    }

    @Test func eachAskIsAnsweredOnce() async throws {
        let (calls, isClosed) = try await calls(forRequests: 5, makePipe: SocketPoll.pipe)
        #expect(calls == 5)
        #expect(!isClosed)
    }

    @Test func withoutADescriptorTooEachAskIsAnsweredOnce() async throws {
        let (calls, isClosed) = try await calls(forRequests: 5) { nil }
        #expect(calls == 5)
        #expect(isClosed)
    }

    /// What is no pipe is refused.
    @Test func whatCannotBeReadIsAnsweredToo() async throws {
        let (calls, isClosed) = try await calls(forRequests: 1) {
            (open("/", O_RDONLY | O_CLOEXEC), open("/", O_RDONLY | O_CLOEXEC))
        }
        #expect(calls == 1)
        #expect(isClosed)
    }
}
