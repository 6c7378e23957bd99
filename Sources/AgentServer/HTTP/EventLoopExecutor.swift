import NIOCore
import NIOPosix
import Synchronization

/// Performs tasks on an event loop.
///
/// What a task does for a connection then happens on the thread that reads and writes that connection. A token that comes from a model
/// otherwise wakes one thread for the run, one for the reader and one for the socket; and of tokens that come together each is
/// written by itself, for the reader is woken while the run still adds to them.
///
/// However much there is to perform, the loop's sockets are served in between: a client that hangs up is what ends some of it.
final class EventLoopExecutor: TaskExecutor {
    private static let executors = Mutex<[ObjectIdentifier: EventLoopExecutor]>([:])

    private struct State {
        var queue = JobQueue<UnownedJob>(budget: 128)
        /// Made when it is needed first.
        var poll: SocketPoll?
    }

    private let eventLoop: any EventLoop
    private let state = Mutex(State())

    private init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    /// The executor of an event loop, one and the same each time.
    static func on(_ eventLoop: any EventLoop) -> EventLoopExecutor {
        executors.withLock { executors in
            if let executor = executors[ObjectIdentifier(eventLoop)] { return executor }
            let executor = EventLoopExecutor(eventLoop)
            executors[ObjectIdentifier(eventLoop)] = executor
            return executor
        }
    }

    /// The executor of the event loop that this is called on; of any elsewhere.
    static func current() -> EventLoopExecutor {
        on(MultiThreadedEventLoopGroup.currentEventLoop ?? MultiThreadedEventLoopGroup.singleton.any())
    }

    func enqueue(_ job: consuming ExecutorJob) {
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
