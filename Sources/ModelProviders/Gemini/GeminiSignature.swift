import LanguageModels

/// The seal on a thought that led to a call or to an answer, which the interface wants to see again on the same part.
///
/// A transcript keeps it in the metadata of the call or of the answer.
enum GeminiSignature {
    private static let key = "gemini_thought_signature"

    /// What the interface takes in place of a signature on calls that another provider's model made.
    static let ofOthers = "skip_thought_signature_validator"

    /// What the transcript keeps.
    static func metadata(_ signature: String) -> [String: String] { [key: signature] }

    /// What the transcript kept; `nil` when the entry is not one of Gemini's.
    static func read(_ metadata: [String: GeneratedContent]) -> String? {
        try? metadata[key]?.value(String.self)
    }
}
