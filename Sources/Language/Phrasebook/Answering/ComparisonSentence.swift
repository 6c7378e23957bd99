/// The sentence that compares the quantities in several outputs.
struct ComparisonSentence {
    private let comparison: Comparison
    private let language: PhraseLanguage

    init(_ comparison: Comparison, _ language: PhraseLanguage) {
        self.comparison = comparison
        self.language = language
    }

    /// Returns the sentence; `nil` if there is nothing to compare.
    func text(_ outputs: [(subject: String, output: String?)]) -> String? {
        var comparison = comparison
        let units = [comparison.unit] + comparison.otherUnits
        comparison.unit =
            units.first { unit in outputs.contains { Quantity(first: unit, in: $0.output ?? "") != nil } } ?? units[0]
        let entries = outputs.compactMap { [comparison] subject, output in
            output.flatMap { Quantity(first: comparison.unit, in: $0) }.map { (name: subject, quantity: $0) }
        }
        return LanguageData.of(language, \.replies).comparison
            .sentence(for: Ranking(entries, pick: comparison.pick), comparison)
    }
}

/// Expresses a ranking in one language.
protocol ComparisonPhrasing: Sendable {
    /// Returns the sentence, or `nil` if there is nothing to compare.
    func sentence(for ranking: Ranking, _ comparison: Comparison) -> String?
}

/// Writes comparisons in English.
///
/// "New Delhi is hotter: 31.2 °C, against 15.1 °C in San Francisco (a difference of 16.1 °C)."
struct EnglishComparison: ComparisonPhrasing {
    func sentence(for ranking: Ranking, _ comparison: Comparison) -> String? {
        guard let first = ranking.places.first else { return nil }
        let amount = { (quantity: Quantity) in "\(quantity.text) \(comparison.unit)" }
        let rest = ranking.places.dropFirst()
        guard let second = rest.first else {
            return first.names.count > 1
                ? "There is no difference between \(list(first.names)): \(amount(first.quantity))."
                : "I could read a value for \(first.names[0]) only: \(amount(first.quantity))."
        }
        if rest.count == 1, first.names.count == 1, second.names.count == 1 {
            let difference = first.quantity.distance(to: second.quantity)
            return "\(first.names[0]) is \(comparison.comparative): \(amount(first.quantity)), against "
                + "\(amount(second.quantity)) \(comparison.preposition) \(second.names[0]) "
                + "(a difference of \(amount(difference)))."
        }
        let others = rest.map { "\(amount($0.quantity)) \(comparison.preposition) \(list($0.names))" }
        return "\(list(first.names)) \(first.names.count > 1 ? "are" : "is") \(comparison.superlative): "
            + "\(amount(first.quantity)), then \(list(others))."
    }

    private func list(_ items: [String]) -> String {
        guard items.count > 1, let last = items.last else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " and " + last
    }
}

/// Writes comparisons in Japanese.
///
/// 「ニューデリーのほうが暑いです：31.2 °C（サンフランシスコは15.1 °C、差は16.1 °C）。」
struct JapaneseComparison: ComparisonPhrasing {
    func sentence(for ranking: Ranking, _ comparison: Comparison) -> String? {
        guard let first = ranking.places.first else { return nil }
        let amount = { (quantity: Quantity) in "\(quantity.text) \(comparison.unit)" }
        let rest = ranking.places.dropFirst()
        guard let second = rest.first else {
            return first.names.count > 1
                ? "\(list(first.names))に違いはありません：\(amount(first.quantity))。"
                : "数値を読み取れたのは\(first.names[0])だけです：\(amount(first.quantity))。"
        }
        if rest.count == 1, first.names.count == 1, second.names.count == 1 {
            let difference = first.quantity.distance(to: second.quantity)
            return "\(first.names[0])のほうが\(comparison.comparative)です：\(amount(first.quantity))"
                + "（\(second.names[0])は\(amount(second.quantity))、差は\(amount(difference))）。"
        }
        let others = rest.map { "\(list($0.names))が\(amount($0.quantity))" }.joined(separator: "、")
        return "\(list(first.names))が\(comparison.superlative)です：\(amount(first.quantity))。続いて\(others)です。"
    }

    private func list(_ items: [String]) -> String { items.joined(separator: "と") }
}

/// The quantities of several outputs in order, equal ones grouped.
struct Ranking: Equatable, Sendable {
    struct Place: Equatable, Sendable {
        var names: [String]
        var quantity: Quantity
    }

    private(set) var places: [Place] = []

    init(_ entries: [(name: String, quantity: Quantity)], pick: Comparison.Pick) {
        let sorted = entries.sorted { left, right in
            switch pick {
            case .highest: left.quantity.value > right.quantity.value
            case .lowest: left.quantity.value < right.quantity.value
            }
        }
        for entry in sorted {
            if let last = places.last, last.quantity.value == entry.quantity.value {
                places[places.count - 1].names.append(entry.name)
            } else {
                places.append(Place(names: [entry.name], quantity: entry.quantity))
            }
        }
    }
}
