import Foundation

/// Something that phones and watches measure, by the name that exporters give it.
struct HealthMetric: Sendable, Hashable {
    /// How the samples of a day become one number.
    enum Kind: Sendable, Hashable {
        /// They add up: steps.
        case total
        /// Their average: a pulse.
        case mean
        /// They are the hours of a night, asleep and awake.
        case sleep
    }

    /// The name, such as `step_count`.
    let name: String
    let kind: Kind
    /// What it is called in English.
    let english: String
    /// What it is called in Japanese.
    let japanese: String
    /// What people and other programs call it, as ``normalized(_:)`` makes it.
    let aliases: [String]
    /// The word after a number of them in Japanese.
    var japaneseCounter = ""

    /// Whether it counts heartbeats.
    var isPulse: Bool { name.contains("heart_rate") && name != "heart_rate_variability" }

    /// What it is called in a caller's language.
    func title(for caller: Caller) -> String { caller.text(english, japanese) }

    init(
        _ name: String,
        _ kind: Kind,
        _ english: String,
        _ japanese: String,
        aliases: [String] = [],
        counter: String = ""
    ) {
        self.name = name
        self.kind = kind
        self.english = english
        self.japanese = japanese
        self.aliases = aliases
        japaneseCounter = counter
    }

    /// A metric that is not in the table: exporters have more of them, and new ones.
    ///
    /// - Parameter unit: What it is measured in, which says whether its samples add up.
    init(unlisted name: String, unit: String) {
        let words = name.replacing("_", with: " ")
        let addsUp = ["count", "kcal", "kj", "cal", "min", "hr", "ml", "l", "fl_oz_us", "mg", "mcg"]
        self.init(name, addsUp.contains(unit.lowercased()) ? .total : .mean, words.capitalizedFirst, words)
    }
}

extension HealthMetric {
    /// The name under which samples are stored, of whatever an app calls them: a name in the table, an alias, an identifier of
    /// HealthKit's; `nil` for what cannot be a name.
    static func canonicalName(_ text: String) -> String? {
        let name = normalized(text)
        if let known = named[name] { return known.name }
        let isName = (1...64).contains(name.utf8.count) && name.utf8.allSatisfy { Self.isNameByte($0) }
        return isName ? name : nil
    }

    /// The metric of the table that a text means.
    static func known(_ text: String) -> HealthMetric? { named[normalized(text)] }

    /// A text as names are compared: without case, `Step count`, `step-count` and `HKQuantityTypeIdentifierStepCount` as `step_count`.
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

    /// `HeartRateVariabilitySDNN` as `Heart_Rate_Variability_SDNN`.
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

    /// The table by name and alias.
    private static let named = Dictionary(
        table.flatMap { metric in ([metric.name] + metric.aliases + [metric.japanese]).map { (normalized($0), metric) }
        },
        uniquingKeysWith: { first, _ in first }
    )

    /// The place of a name in lists: that in the table, others behind it.
    static func rank(of name: String) -> Int { ranks[name] ?? table.count }

    private static let ranks = Dictionary(
        table.enumerated().map { ($1.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
