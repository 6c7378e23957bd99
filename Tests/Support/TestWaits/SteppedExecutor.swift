import Dispatch
import Synchronization

/// An executor whose tasks run when a test lets them, so that it knows when all of them wait for something.
///
/// It is for tasks that wait by continuations and hop to no queue or thread of their own.
package final class SteppedExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStepped = true
    }

    private let state = Mutex(State())

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isStepped = state.withLock { state in
            if state.isStepped { state.jobs.append(job) }
            return state.isStepped
        }
        if !isStepped { run(job) }
    }

    /// Runs the tasks on another thread until each has ended or waits.
    package func runUntilAllWait() async {
        await withCheckedContinuation { waiter in
            DispatchQueue.global().async {
                while let job = self.state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
                    job.runSynchronously(on: self.asUnownedTaskExecutor())
                }
                waiter.resume()
            }
        }
    }

    /// Runs the tasks by themselves from now on.
    package func runFreely() {
        let jobs = state.withLock { state in
            state.isStepped = false
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { run(job) }
    }

    private func run(_ job: UnownedJob) {
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
