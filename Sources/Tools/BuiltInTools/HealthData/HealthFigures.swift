/// The numbers of a metric for a day, or their average over some days.
struct HealthFigures: Equatable {
    /// The numbers by part; the main number, if there is one, has an empty name.
    var parts: [String: Double]
    /// The smallest measured value.
    var minimum: Double?
    /// The largest measured value.
    var maximum: Double?

    init(parts: [String: Double], minimum: Double? = nil, maximum: Double? = nil) {
        self.parts = parts
        self.minimum = minimum
        self.maximum = maximum
    }

    /// The main number.
    var value: Double? { parts[""] }

    /// Averages several days, part by part over the days that have it; `nil` without any days.
    init?(averageOf days: [HealthFigures]) {
        guard !days.isEmpty else { return nil }
        var sums: [String: (sum: Double, count: Double)] = [:]
        for (part, value) in days.flatMap(\.parts) {
            let known = sums[part] ?? (0, 0)
            sums[part] = (known.sum + value, known.count + 1)
        }
        self.init(
            parts: sums.mapValues { $0.sum / $0.count },
            minimum: days.compactMap(\.minimum).min(),
            maximum: days.compactMap(\.maximum).max()
        )
    }

    /// Returns how much larger these numbers are than others, for the parts that both have.
    func difference(to other: HealthFigures) -> HealthFigures {
        HealthFigures(
            parts: parts.reduce(into: [:]) { result, entry in
                if let past = other.parts[entry.key] { result[entry.key] = entry.value - past }
            }
        )
    }
}
