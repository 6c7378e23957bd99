import LanguageModels

/// The seal of a thought that led to a call or an answer.
///
/// The interface requires it back on the same part.
///
/// A transcript stores it in the metadata of the call or of the answer.
enum GeminiSignature {
    private static let key = "gemini_thought_signature"

    /// The value that the interface accepts in place of a signature, for calls that another provider's model made.
    static let ofOthers = "skip_thought_signature_validator"

    /// Returns the metadata that a transcript stores.
    static func metadata(_ signature: String) -> [String: String] { [key: signature] }

    /// Reads the signature that a transcript stores; `nil` for an entry of another provider.
    static func read(_ metadata: [String: GeneratedContent]) -> String? {
        try? metadata[key]?.value(String.self)
    }

    /// Reads the signature of metadata that a decoder has made.
    static func read(_ metadata: [String: String]) -> String? { metadata[key] }

    /// Returns the metadata without the signature.
    static func removed(from metadata: [String: GeneratedContent]) -> [String: GeneratedContent] {
        metadata.filter { $0.key != key }
    }
}
