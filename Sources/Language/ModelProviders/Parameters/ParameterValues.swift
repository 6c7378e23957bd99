import LanguageModels
import StreamingJSON

extension ContextOptions.ReasoningLevel {
    /// Whether the model must not think.
    var isNone: Bool { self == .custom("none") }

    /// The word for the level, by which the table of models names it.
    var word: String {
        switch self {
        case .light: "low"
        case .moderate: "medium"
        case .deep: "high"
        case .custom(let word): word
        }
    }
}

extension JSONValue {
    /// Returns a temperature; one without a fraction is written as an integer.
    static func temperature(_ temperature: Double) -> JSONValue {
        Int(exactly: temperature).map(JSONValue.integer) ?? .number(temperature)
    }
}

extension ParameterTreatment {
    /// Returns the treatment of stop sequences by an interface that accepts `maximumCount` of them; `nil` for any number.
    static func stop(_ sequences: [String], maximumCount: Int?) -> Self {
        guard let maximumCount, sequences.count > maximumCount else { return .mapped }
        guard maximumCount > 0 else { return .refused("The model accepts no stop sequences. Leave them out.") }
        return .refused(
            "The model accepts \(maximumCount) stop sequences, but the request has \(sequences.count). Leave some out."
        )
    }
}
