import NIOCore
import NIOPosix
import Synchronization

/// Performs tasks on an event loop.
///
/// What a task does for a connection then happens on the thread that reads and writes that connection. A token that comes from a model
/// otherwise wakes one thread for the run, one for the reader and one for the socket; and of tokens that come together each is
/// written by itself, for the reader is woken while the run still adds to them.
final class EventLoopExecutor: TaskExecutor {
    private static let executors = Mutex<[ObjectIdentifier: EventLoopExecutor]>([:])

    private let eventLoop: any EventLoop

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
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
