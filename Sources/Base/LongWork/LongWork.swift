import Dispatch
import Foundation
import Synchronization

/// The executor of computations whose length somebody outside decides: the reading of large bodies, of web pages, calendars and answers.
///
/// A task computes on the thread that executes it until it next waits. On Swift's threads, of which there are as many as processors, a
/// few such computations would keep every other task waiting, and on an event loop one is enough. This executor has fewer threads than the
/// machine has processors, and the system prefers the program's other threads to them, so that the rest of the program continues; the
/// computations wait for each other.
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
        // Signals are for the threads that handle them.
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // A third of the share of another thread while both compute; the whole processor otherwise. Linux applies it to the calling thread.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        while true {
            waiting.wait()
            state.withLock { $0.take() }.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
