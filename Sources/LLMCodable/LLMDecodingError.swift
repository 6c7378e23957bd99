import LanguageModels
import StreamingJSON

/// Why a value could not be read out of a text: what is wrong, and where in the model's answer.
///
/// It is thrown when the answer does not fit. What the model or its provider throws (`LanguageModelError`, cancellation) passes
/// through as it is.
public struct LLMDecodingError: Error, Sendable, CustomStringConvertible {
    /// What is wrong, from a closed set.
    public struct Code: Hashable, Sendable {
        private enum Base { case emptyText, notJSON, incomplete, doesNotFit }
        private let base: Base

        /// There is no text to read from; the model was not asked.
        public static var emptyText: Self { .init(base: .emptyText) }
        /// The answer is not JSON.
        public static var notJSON: Self { .init(base: .notJSON) }
        /// The answer ends too early.
        public static var incomplete: Self { .init(base: .incomplete) }
        /// The answer is JSON of another shape.
        public static var doesNotFit: Self { .init(base: .doesNotFit) }
    }

    /// What is wrong.
    public var code: Code
    /// The type of the value.
    public var valueName: String
    /// One clause for a person, without the answer itself: what was asked for.
    ///
    /// The answer is in ``rawContent``, and names out of it can be in ``path``.
    public var message: String
    /// The way to the fault from the whole answer, such as `days[2].title`; empty if it is the whole.
    public var path: String
    /// How many bytes into the answer, where it is not JSON.
    public var offset: Int?
    /// As much of the answer as could not be read.
    public var rawContent: String

    /// What happened and what to do.
    public var description: String {
        let advice =
            switch code {
            case .emptyText: "give it a text"
            case .incomplete: "allow a longer answer (maximumResponseTokens) or ask for less"
            default: "try again, describe the property with @Guide, or use a model that follows schemas"
            }
        let place = path.isEmpty ? "" : "in '\(path)': "
        return "no \(valueName) could be read out of the text: \(place)\(message); \(advice)"
    }
}

extension LLMDecodingError {
    static func emptyText(valueName: String) -> Self {
        Self(code: .emptyText, valueName: valueName, message: "the text is empty", path: "", rawContent: "")
    }

    /// The answer is not JSON, or stops.
    init(_ error: JSONParseError, answer: String, valueName: String) {
        self.init(
            code: error.code == .unexpectedEnd ? .incomplete : .notJSON,
            valueName: valueName,
            message: error.description,
            path: "",
            offset: error.offset,
            rawContent: answer
        )
    }

    /// The answer is not JSON, or it or the part at `prefix` does not fit its type.
    init(_ error: GeneratedContent.ParsingError, valueName: String, at prefix: String = "") {
        if let fault = error.underlyingError as? JSONParseError {
            self.init(fault, answer: error.rawContent, valueName: valueName)
            return
        }
        let path = error.path.isEmpty || error.path.first == "[" || prefix.isEmpty ? error.path : ".\(error.path)"
        self.init(
            code: .doesNotFit,
            valueName: valueName,
            // The type's own words may quote the answer.
            message: "there is something that \(valueName) does not take",
            path: prefix + path,
            rawContent: error.rawContent
        )
    }
}
