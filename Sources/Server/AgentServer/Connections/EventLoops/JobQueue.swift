/// The jobs that wait for an event loop, in order, with a poll of the loop's sockets after a number of them.
///
/// It only decides; ``EventLoopExecutor`` acts.
struct JobQueue<Job> {
    /// The next action.
    enum Step {
        case perform(Job)
        /// Poll the sockets, call ``socketsWerePolled()``, and continue.
        case pollSockets
        /// Wait until ``add(_:)`` returns true.
        case rest
    }

    /// The number of jobs between two polls of the sockets.
    let budget: Int
    private var performedCount = 0
    private var isAwake = false
    // Two arrays, so that neither grows without limit while each job adds another.
    private var current: [Job] = []
    private var position = 0
    private var later: [Job] = []

    init(budget: Int) { self.budget = budget }

    /// Adds a job, and returns whether the caller must start the processing because it is not running.
    mutating func add(_ job: Job) -> Bool {
        later.append(job)
        defer { isAwake = true }
        return !isAwake
    }

    /// Returns the next action.
    mutating func next() -> Step {
        if position == current.count {
            current.removeAll(keepingCapacity: true)
            position = 0
            swap(&current, &later)
        }
        guard position < current.count else {
            isAwake = false
            return .rest
        }
        guard performedCount < budget else { return .pollSockets }
        performedCount += 1
        defer { position += 1 }
        return .perform(current[position])
    }

    /// Records that the sockets were polled.
    mutating func socketsWerePolled() { performedCount = 0 }
}
