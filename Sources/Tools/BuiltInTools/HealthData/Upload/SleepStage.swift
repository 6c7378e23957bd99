/// A stage of sleep, as exporters and HealthKit name it.
enum SleepStage: String, CaseIterable {
    case asleep
    case awake
    case core
    case deep
    case inBed = "in_bed"
    case rem

    /// Reads a name such as `In Bed`, `REM` or `HKCategoryValueSleepAnalysisAsleepCore`.
    init?(_ text: String) {
        let letters = text.lowercased().filter { $0.isASCII && $0.isLetter }
        let prefix = "hkcategoryvaluesleepanalysis"
        switch letters.hasPrefix(prefix) ? String(letters.dropFirst(prefix.count)) : letters {
        case "asleep", "unspecified", "asleepunspecified": self = .asleep
        case "awake": self = .awake
        case "core", "asleepcore": self = .core
        case "deep", "asleepdeep": self = .deep
        case "inbed": self = .inBed
        case "rem", "asleeprem": self = .rem
        default: return nil
        }
    }

    /// The part under which a single stage is stored, separate from the totals of whole nights.
    var part: String { Self.prefix + rawValue }

    /// The prefix of the parts of single stages.
    static let prefix = "stage."
}
