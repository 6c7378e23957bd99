/// What waits to be performed on an event loop: each in its turn, and after so many the loop's sockets in between.
///
/// Only decides; ``EventLoopExecutor`` acts.
struct JobQueue<Job> {
    /// What is to be done next.
    enum Step {
        case perform(Job)
        /// Ask the sockets, say so with ``socketsWereAsked()``, and go on.
        case askSockets
        /// Nothing, until ``add(_:)`` says that there is something again.
        case rest
    }

    /// How many are performed before the sockets are asked.
    let budget: Int
    private var performedCount = 0
    private var isAwake = false
    // Two, so that neither grows without end while each job adds another.
    private var current: [Job] = []
    private var position = 0
    private var later: [Job] = []

    init(budget: Int) { self.budget = budget }

    /// Adds a job; true when nobody is about to ask for the next one, so that somebody has to be sent.
    mutating func add(_ job: Job) -> Bool {
        later.append(job)
        defer { isAwake = true }
        return !isAwake
    }

    /// What is to be done next.
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
        guard performedCount < budget else { return .askSockets }
        performedCount += 1
        defer { position += 1 }
        return .perform(current[position])
    }

    /// The sockets were asked just now.
    mutating func socketsWereAsked() { performedCount = 0 }
}
