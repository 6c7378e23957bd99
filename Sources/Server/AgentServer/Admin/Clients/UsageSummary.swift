import AgentWire
import Foundation
import StoredValues

/// Sums the usage of quarters of hours to hours or days of a time zone.
struct UsageSummary {
    /// The length of a bucket.
    enum Period: String, CaseIterable {
        case hour
        case day

        /// The greatest number of days that a request may ask for.
        var mostDays: Int { self == .hour ? 31 : 366 }
    }

    let period: Period
    let grouping: UsageGrouping
    let calendar: Calendar

    init(by period: Period, _ grouping: UsageGrouping, in timeZone: TimeZone) {
        self.period = period
        self.grouping = grouping
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
    }

    /// Returns the summary of records, which are in the order of their slots.
    func summary(of records: [UsageRecord]) -> WireUsageSummary {
        var buckets: [(start: Date, groups: [String: UsageRecord])] = []
        var groups: [String: UsageRecord] = [:]
        var totals = UsageRecord(client: "", day: "", model: "")
        var end = Date.distantPast
        for record in records {
            let time = Date(timeIntervalSince1970: Double((record.slot ?? 0) * UsageRecord.slotSeconds))
            if time >= end, let interval = calendar.dateInterval(of: period == .hour ? .hour : .day, for: time) {
                buckets.append((interval.start, [:]))
                end = interval.end
            }
            let key = grouping == .client ? record.client : record.model
            buckets[buckets.count - 1].groups[key, default: UsageRecord(client: "", day: "", model: "")].add(record)
            groups[key, default: UsageRecord(client: "", day: "", model: "")].add(record)
            totals.add(record)
        }
        return WireUsageSummary(
            timeZone: calendar.timeZone.identifier,
            buckets: buckets.map { .init(start: $0.start, groups: Self.sums($0.groups)) },
            groups: Self.sums(groups),
            totals: .init(nil, totals)
        )
    }

    private static func sums(_ groups: [String: UsageRecord]) -> [WireUsageSummary.Sums] {
        groups.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }
    }
}

extension WireUsageSummary.Sums {
    fileprivate init(_ key: String?, _ record: UsageRecord) {
        self.init(
            key: key,
            turns: record.turns,
            unsettledTurns: record.unsettledTurns,
            inputTokens: record.inputTokens,
            cachedInputTokens: record.cachedInputTokens,
            cacheWriteTokens: record.cacheWriteTokens,
            outputTokens: record.outputTokens,
            money: record.money.description,
            isUnpriced: record.isUnpriced
        )
    }
}
