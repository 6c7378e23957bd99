import FoundationEssentials

/// The running, the due and the postponed tasks.
struct UpkeepSchedule: Sendable {
    /// The maximum number of concurrent live checks.
    static let maximumChecks = 8

    /// The delay before a failed task is tried again, in seconds.
    static let pause: Double = 30

    private var underWay: Set<UpkeepTask> = []
    private var postponed: [UpkeepTask: Date] = [:]

    /// Starts the tasks that are due, and returns the time of the next one.
    mutating func start(
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
                // A check beyond the maximum is started when another one ends.
                underWay.insert(task)
                due.append(task)
            }
        }
        return (due, next)
    }

    /// Ends a task, and postpones it if it failed.
    mutating func end(_ task: UpkeepTask, hasFailed: Bool, at time: Date) {
        underWay.remove(task)
        if hasFailed { postponed[task] = time + Self.pause }
    }

    /// Whether a task failed and is postponed.
    func isPostponed(_ task: UpkeepTask) -> Bool { postponed[task] != nil }

    private var checks: Int { underWay.lazy.filter(\.isCheck).count }
}

extension UpkeepTask {
    fileprivate var isCheck: Bool {
        if case .check = self { true } else { false }
    }
}
