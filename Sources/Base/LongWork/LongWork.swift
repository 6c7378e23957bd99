import Dispatch
import Foundation
import Synchronization

/// The executor of computations whose length somebody outside decides: the reading of large bodies, of web pages, calendars and answers.
///
/// A task computes on the thread that executes it until it next waits. On Swift's threads, of which there are as many as processors, a
/// few such computations would keep every other task waiting, and on an event loop one is enough. This executor has fewer threads than the
/// machine has processors, so that the rest of the program continues; the computations wait for each other.
///
/// The threads have the priority of others: the workers of Dispatch that they create would inherit a lower one, and without a privilege
/// nobody can raise it again.
public final class LongWork: TaskExecutor {
    /// The executor of the process, with one thread fewer than there are processors, but at least one.
    public static let executor = LongWork(threads: max(1, ProcessInfo.processInfo.activeProcessorCount - 1))

    private struct State {
        var jobs: [UnownedJob] = []
        /// The number of jobs at the start of the list that are done.
        var done = 0
        var threads = 0

        /// Removes and returns the job that waits longest; there must be one.
        mutating func take() -> UnownedJob {
            let job = jobs[done]
            done += 1
            // Half of the list at a time, so that a job is moved about once.
            if 2 * done >= jobs.count {
                jobs.removeFirst(done)
                done = 0
            }
            return job
        }
    }

    private let threads: Int
    /// Counts the jobs that wait.
    private let waiting = DispatchSemaphore(value: 0)
    private let state = Mutex(State())

    /// Makes an executor.
    ///
    /// - Parameter threads: The number of jobs that are executed at the same time, at least 1.
    init(threads: Int) { self.threads = threads }

    /// Executes a job as soon as a thread is free, in the order of the jobs.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            guard state.threads < threads else { return false }
            state.threads += 1
            return true
        }
        if needsThread { Thread.detachNewThread { self.work() } }
        waiting.signal()
    }

    /// Executes jobs as long as the process lives.
    private func work() {
        // Otherwise it has the name of the thread that made it.
        Thread.current.name = "long-work"
        // Signals are for the threads that handle them; a crash is reported by a handler on the thread that crashes.
        var signals = sigset_t()
        sigfillset(&signals)
        for signal in [SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] { sigdelset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        while true {
            waiting.wait()
            state.withLock { $0.take() }.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
