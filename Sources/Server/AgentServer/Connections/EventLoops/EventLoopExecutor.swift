import NIOCore
import NIOPosix
import Synchronization

/// A task executor on an event loop.
///
/// A connection's task runs on the thread that reads and writes the connection, so no other thread has to wake up for it. Everything that
/// tasks write in one step of the loop is sent together.
///
/// However many jobs there are, the loop polls its sockets in between, because a disconnect of a client ends some of the jobs.
package final class EventLoopExecutor: TaskExecutor {
    private static let executors = LoopTable<EventLoopExecutor> { EventLoopExecutor($0) }

    private struct State {
        var queue = JobQueue<UnownedJob>(budget: 128)
        /// Created on first use.
        var poll: SocketPoll?
    }

    private let eventLoop: any EventLoop
    private let state = Mutex(State())

    private init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// Returns the executor of an event loop; always the same one.
    static func on(_ eventLoop: any EventLoop) -> EventLoopExecutor { executors[eventLoop] }

    /// Returns the executor of the current event loop; of any one if the caller is not on an event loop.
    package static func current() -> EventLoopExecutor {
        on(MultiThreadedEventLoopGroup.currentEventLoop ?? MultiThreadedEventLoopGroup.singleton.any())
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if state.withLock({ $0.queue.add(job) }) { eventLoop.execute { self.work() } }
    }

    /// Performs the queued jobs, on the loop.
    private func work() {
        while true {
            switch state.withLock({ $0.queue.next() }) {
            case .perform(let job): job.runSynchronously(on: asUnownedTaskExecutor())
            case .pollSockets: return pollSockets()
            case .rest: return
            }
        }
    }

    /// Continues after the loop has polled its sockets.
    private func pollSockets() {
        var poll = state.withLock(\.poll)
        if poll?.isClosed != false {
            poll = SocketPoll(eventLoop) {
                self.state.withLock { $0.queue.socketsWerePolled() }
                self.work()
            }
            state.withLock { [poll] in $0.poll = poll }
        }
        poll?.request()
    }
}
