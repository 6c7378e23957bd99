import AgentTools
import Foundation
import ToolPhrases

/// A metric that phones and watches measure, with the name that exporters use.
struct HealthMetric: Sendable, Hashable {
    /// The way in which a day's samples are combined into one number.
    enum Kind: String, Sendable {
        /// Their sum, such as steps.
        case total
        /// Their average, such as a pulse.
        case mean
        /// The hours of a night, asleep and awake.
        case sleep
    }

    /// The name, such as `step_count`.
    let name: String
    let kind: Kind
    /// The English title.
    let english: String
    /// The Japanese title.
    let japanese: String
    /// Other names that people and programs use, in the form of ``normalized(_:)``.
    var aliases: [String] = []
    /// The Japanese counter word after a number of them.
    var japaneseCounter = ""

    /// Whether it counts heartbeats.
    var isPulse: Bool { name.contains("heart_rate") && name != "heart_rate_variability" }

    /// Returns the title in a caller's language.
    func title(for caller: Caller) -> String { caller.text(english, japanese) }

    /// The metrics that exporters commonly send, in the order of answers.
    static let table: [HealthMetric] = {
        let texts = PhraseTexts.builtInTools["health.metrics"]
        return texts.lists.map { name in
            let lines = texts.lines(name)
            return HealthMetric(
                name: name,
                kind: Kind(rawValue: lines[0][0]) ?? .mean,
                english: lines[0][1],
                japanese: lines[0][2],
                aliases: lines.count > 1 ? lines[1] : [],
                japaneseCounter: lines[0].count > 3 ? lines[0][3] : ""
            )
        }
    }()
}

extension HealthMetric {
    /// Makes a metric that is not in the table, because exporters have more metrics than the table.
    ///
    /// - Parameter unit: The unit of the samples, which decides whether they are summed up.
    init(unlisted name: String, unit: String) {
        let words = name.replacing("_", with: " ")
        let addsUp = ["count", "kcal", "kj", "cal", "min", "hr", "ml", "l", "fl_oz_us", "mg", "mcg"]
        self.init(
            name: name,
            kind: addsUp.contains(unit.lowercased()) ? .total : .mean,
            english: words.capitalizedFirst,
            japanese: words
        )
    }

    /// Returns the stored name for any name that an app uses: of the table, an alias, or an identifier of HealthKit; `nil` if the text
    /// cannot be a name.
    static func canonicalName(_ text: String) -> String? {
        let name = normalized(text)
        if let known = byName[name] { return known.name }
        let isName = (1...64).contains(name.utf8.count) && name.utf8.allSatisfy { Self.isNameByte($0) }
        return isName ? name : nil
    }

    /// Returns the table's metric with a name or alias.
    static func known(_ text: String) -> HealthMetric? { byName[normalized(text)] }

    /// Returns a text in the form in which names are compared.
    ///
    /// `Step count`, `step-count` and `HKQuantityTypeIdentifierStepCount` become `step_count`.
    static func normalized(_ text: String) -> String {
        var text = text.precomposedStringWithCompatibilityMapping
        for prefix in ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier"] where text.hasPrefix(prefix) {
            text = snakeCased(text.dropFirst(prefix.count))
        }
        let parts = text.lowercased().split { $0.isWhitespace || $0 == "-" || $0 == "_" }
        return parts.joined(separator: "_")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }

    /// Converts `HeartRateVariabilitySDNN` to `Heart_Rate_Variability_SDNN`.
    private static func snakeCased(_ text: Substring) -> String {
        var result = ""
        var previous: Character?
        for character in text {
            if character.isUppercase, let previous, !previous.isUppercase { result.append("_") }
            result.append(character)
            previous = character
        }
        return result
    }

    /// The metrics of the table by name and alias.
    private static let byName = Dictionary(
        table.flatMap { metric in ([metric.name] + metric.aliases + [metric.japanese]).map { (normalized($0), metric) }
        },
        uniquingKeysWith: { first, _ in first }
    )

    /// Returns the position of a name in lists: that in the table, with all others at the end.
    static func rank(of name: String) -> Int { ranks[name] ?? table.count }

    private static let ranks = Dictionary(
        table.enumerated().map { ($1.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
