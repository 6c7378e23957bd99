import ToolRecords

/// The values of one metric by day, in one unit.
struct HealthSeries {
    let metric: HealthMetric
    /// The unit of the newest samples; samples in other units were converted to it.
    let unit: String
    /// The days that have samples, numbered from 1970-01-01.
    let days: [Int: HealthFigures]

    /// Combines each day's totals.
    ///
    /// - Parameter totals: The totals in the order of the days. Those that cannot be converted to the unit of the last one are left out.
    /// - Returns: `nil` without totals.
    init?(_ name: String, _ totals: [HealthDayTotal]) {
        guard let unit = totals.last?.unit else { return nil }
        self.unit = unit
        let metric = HealthMetric.known(name) ?? HealthMetric(unlisted: name, unit: unit)
        self.metric = metric
        let converted = totals.compactMap { $0.converted(to: unit) }
        days = Dictionary(grouping: converted, by: \.day).mapValues { day in
            switch metric.kind {
            case .sleep: Self.night(day)
            case .total: Self.sum(day)
            case .mean: Self.mean(day)
            }
        }
    }

    /// Returns the average of the days in a range that have samples.
    func average(of range: Range<Int>) -> HealthFigures? {
        HealthFigures(averageOf: days.filter { range.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value))
    }

    private static func sum(_ totals: [HealthDayTotal]) -> HealthFigures {
        HealthFigures(parts: totals.reduce(into: [:]) { $0[$1.part, default: 0] += $1.sum })
    }

    private static func mean(_ totals: [HealthDayTotal]) -> HealthFigures {
        let parts = Dictionary(grouping: totals, by: \.part).mapValues { part in
            part.reduce(0) { $0 + $1.sum } / Double(part.reduce(0) { $0 + $1.count })
        }
        let main = totals.filter { $0.part.isEmpty }
        return HealthFigures(parts: parts, minimum: main.map(\.minimum).min(), maximum: main.map(\.maximum).max())
    }

    /// Returns a night as the device that recorded most of it has it, because several devices record the same night.
    private static func night(_ totals: [HealthDayTotal]) -> HealthFigures {
        let nights = Dictionary(grouping: totals, by: \.source)
            .map { source, totals in (source: source, figures: night(ofOne: totals)) }
        let best = nights.max { left, right in
            (left.figures.value ?? 0, right.source) < (right.figures.value ?? 0, left.source)
        }
        return best?.figures ?? HealthFigures(parts: [:])
    }

    private static func night(ofOne totals: [HealthDayTotal]) -> HealthFigures {
        var sums = sum(totals.filter { !$0.part.hasPrefix(SleepStage.prefix) }).parts
        if sums.isEmpty {
            // Single stages count only if no total of the night was sent.
            sums = sum(totals).parts.reduce(into: [:]) { result, piece in
                result[String(piece.key.dropFirst(SleepStage.prefix.count))] = piece.value
            }
        }
        let stages = ["asleep", "core", "deep", "rem"].compactMap { sums[$0] }
        sums[""] = sums.removeValue(forKey: "total") ?? (stages.isEmpty ? nil : stages.reduce(0, +))
        return HealthFigures(parts: sums.filter { $0.key.isEmpty || $0.value != 0 })
    }
}

extension HealthDayTotal {
    /// Returns the total in another unit; `nil` if the units cannot be converted.
    fileprivate func converted(to other: String) -> HealthDayTotal? {
        if unit == other { return self }
        guard let mean = HealthUnit.convert(sum / Double(count), from: unit, to: other),
            let minimum = HealthUnit.convert(minimum, from: unit, to: other),
            let maximum = HealthUnit.convert(maximum, from: unit, to: other)
        else { return nil }
        return HealthDayTotal(
            day: day,
            part: part,
            unit: other,
            source: source,
            count: count,
            sum: mean * Double(count),
            minimum: minimum,
            maximum: maximum
        )
    }
}
