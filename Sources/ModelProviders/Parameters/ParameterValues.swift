import LanguageModels
import StreamingJSON

extension ContextOptions.ReasoningLevel {
    /// Whether the model is not to think at all.
    var isNone: Bool { self == .custom("none") }

    /// Whether the level is one of the words of OpenAI's interfaces that other interfaces do not know.
    var isOpenAIWord: Bool { self == .custom("minimal") || self == .custom("xhigh") }

    /// The nearest of the three levels for those words; any other level as it is.
    var nearest: Self {
        switch self {
        case .custom("minimal"): .light
        case .custom("xhigh"): .deep
        default: self
        }
    }
}

extension JSONValue {
    /// A temperature; one without a fraction is written as an integer.
    static func temperature(_ temperature: Double) -> JSONValue {
        Int(exactly: temperature).map(JSONValue.integer) ?? .number(temperature)
    }
}

extension ParameterTreatment {
    /// Stop sequences of which an interface takes so many; `nil` for any number.
    static func stop(_ sequences: [String], maximumCount: Int?) -> Self {
        guard let maximumCount, sequences.count > maximumCount else { return .mapped }
        return .refused(
            "The model takes \(maximumCount) stop sequences, and there are \(sequences.count). Leave some out."
        )
    }
}
