import AgentRuntime

/// The record of the announced ends, so that each is logged once at each level: 60, 30, 14, 3 and 1 days before, and after it.
struct ModelEndNotices {
    private static let levels = [ModelEnds.announcedDays, 30, ModelEnds.degradedDays, 3, 1, 0]
    private var announced: [ModelReference: (day: String?, level: Int)] = [:]

    /// Returns the models whose end has come to another level since the last call, and records them.
    mutating func due(_ models: [EndingModel]) -> [EndingModel] {
        models.filter { ending in
            let left = ending.end.daysLeft ?? 0
            guard let level = Self.levels.last(where: { left <= $0 }) else { return false }
            // A provider may move the day, which is announced again.
            if let last = announced[ending.model], last.day == ending.end.day, last.level <= level { return false }
            announced[ending.model] = (ending.end.day, level)
            return true
        }
    }
}
