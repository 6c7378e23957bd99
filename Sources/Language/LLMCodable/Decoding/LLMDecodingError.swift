import LanguageModels
import StreamingJSON

/// The reason why a value cannot be decoded from a text: the fault and its path in the model's answer.
///
/// It is thrown if the answer does not fit. Errors of the model or its provider (`LanguageModelError`, cancellation)
/// are rethrown unchanged.
public struct LLMDecodingError: Error, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public struct Code: Hashable, Sendable {
        private enum Base { case emptyText, notJSON, incomplete, doesNotFit }
        private let base: Base

        /// The text is empty; no request was made.
        public static var emptyText: Self { .init(base: .emptyText) }
        /// The answer is not JSON.
        public static var notJSON: Self { .init(base: .notJSON) }
        /// The answer ends too early.
        public static var incomplete: Self { .init(base: .incomplete) }
        /// The answer is JSON of another shape.
        public static var doesNotFit: Self { .init(base: .doesNotFit) }
    }

    /// The kind of fault.
    public var code: Code
    /// The name of the value's type.
    public var valueName: String
    /// The requirement that the answer did not meet, as a clause for a person, without the answer itself.
    ///
    /// The answer is in ``rawContent``, and names from it can be in ``path``.
    public var message: String
    /// The path from the whole answer to the fault, such as `days[2].title`; empty for the whole answer.
    public var path: String
    /// The byte offset of the fault in the answer, if it is not JSON.
    public var offset: Int?
    /// The part of the answer that cannot be read.
    public var rawContent: String

    /// The description of the error, with what to do.
    public var description: String {
        let advice =
            switch code {
            case .emptyText: "pass a text that is not empty"
            case .incomplete: "allow a longer answer (maximumResponseTokens) or request less"
            default: "try again, describe the property with @Guide, or use a model that follows schemas"
            }
        let place = path.isEmpty ? "" : "in '\(path)': "
        return "no \(valueName) could be decoded from the text: \(place)\(message); \(advice)"
    }
}

extension LLMDecodingError {
    static func emptyText(valueName: String) -> Self {
        Self(code: .emptyText, valueName: valueName, message: "the text is empty", path: "", rawContent: "")
    }

    /// Makes the error of an answer that is not JSON or ends too early.
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

    /// Makes the error of an answer that is not JSON, or whose part at `prefix` does not fit its type.
    init(_ error: GeneratedContent.ParsingError, valueName: String, at prefix: String = "") {
        if let fault = error.underlyingError as? JSONParseError {
            self.init(fault, answer: error.rawContent, valueName: valueName)
            return
        }
        let path = error.path.isEmpty || error.path.first == "[" || prefix.isEmpty ? error.path : ".\(error.path)"
        self.init(
            code: .doesNotFit,
            valueName: valueName,
            // The type's error is not used, because it may quote the answer.
            message: "a part does not fit \(valueName)",
            path: prefix + path,
            rawContent: error.rawContent
        )
    }
}
