import FoundationEssentials

/// Which tasks are being done, which one is next, and which one failed and waits.
struct UpkeepSchedule: Sendable {
    /// How many live checks are under way at once at most.
    static let maximumChecks = 8

    /// How long a task that failed is left alone, in seconds.
    static let pause: Double = 30

    private var underWay: Set<UpkeepTask> = []
    private var postponed: [UpkeepTask: Date] = [:]

    /// Takes the tasks whose time has come, and says when the next one's will.
    mutating func begin(
        _ all: [(task: UpkeepTask, due: Date)],
        at time: Date
    ) -> (due: [UpkeepTask], next: Date?) {
        postponed = postponed.filter { $0.value > time }
        var due: [UpkeepTask] = []
        var next: Date?
        for (task, moment) in all.sorted(by: { $0.due < $1.due }) where !underWay.contains(task) {
            let moment = max(moment, postponed[task] ?? moment)
            if moment > time {
                next = min(next ?? moment, moment)
            } else if !task.isCheck || checks < Self.maximumChecks {
                // One that is left out for want of room is taken up when another one ends.
                underWay.insert(task)
                due.append(task)
            }
        }
        return (due, next)
    }

    /// A task is over.
    mutating func end(_ task: UpkeepTask, hasFailed: Bool, at time: Date) {
        underWay.remove(task)
        if hasFailed { postponed[task] = time + Self.pause }
    }

    /// Whether a task failed and is left alone for a while.
    func isPostponed(_ task: UpkeepTask) -> Bool { postponed[task] != nil }

    private var checks: Int { underWay.lazy.filter(\.isCheck).count }
}

extension UpkeepTask {
    fileprivate var isCheck: Bool {
        if case .check = self { true } else { false }
    }
}
