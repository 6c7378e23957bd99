import NIOCore
import NIOPosix
import Synchronization

/// Performs tasks on an event loop.
///
/// What a task does for a connection then happens on the thread that reads and writes that connection, so that no other thread wakes for it,
/// and what it writes while the loop works leaves together.
///
/// However much there is to perform, the loop's sockets are served in between: a client that hangs up is what ends some of it.
package final class EventLoopExecutor: TaskExecutor {
    private static let executors = LoopTable<EventLoopExecutor> { EventLoopExecutor($0) }

    private struct State {
        var queue = JobQueue<UnownedJob>(budget: 128)
        /// Made when it is needed first.
        var poll: SocketPoll?
    }

    private let eventLoop: any EventLoop
    private let state = Mutex(State())

    private init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// The executor of an event loop, one and the same each time.
    static func on(_ eventLoop: any EventLoop) -> EventLoopExecutor { executors[eventLoop] }

    /// The executor of the event loop that this is called on; of any elsewhere.
    package static func current() -> EventLoopExecutor {
        on(MultiThreadedEventLoopGroup.currentEventLoop ?? MultiThreadedEventLoopGroup.singleton.any())
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if state.withLock({ $0.queue.add(job) }) { eventLoop.execute { self.work() } }
    }

    /// Performs what there is, on the loop.
    private func work() {
        while true {
            switch state.withLock({ $0.queue.next() }) {
            case .perform(let job): job.runSynchronously(on: asUnownedTaskExecutor())
            case .askSockets: return askSockets()
            case .rest: return
            }
        }
    }

    /// Goes on when the sockets were asked.
    private func askSockets() {
        var poll = state.withLock(\.poll)
        if poll?.isClosed != false {
            poll = SocketPoll(eventLoop) {
                self.state.withLock { $0.queue.socketsWereAsked() }
                self.work()
            }
            state.withLock { [poll] in $0.poll = poll }
        }
        poll?.ask()
    }
}
