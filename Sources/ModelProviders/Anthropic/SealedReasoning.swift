public import LanguageModels

/// The form in which a transcript stores reasoning that a provider has sealed, for a client that keeps the transcript itself.
public enum SealedReasoning {
    /// Returns the metadata of sealed reasoning that a client sends back.
    ///
    /// Only Anthropic's interface seals reasoning so far; the other providers leave such reasoning out.
    public static func metadata(isRedacted: Bool) -> [String: any ConvertibleToGeneratedContent] {
        (isRedacted ? AnthropicThought.redacted : .thinking).metadata
    }

    /// Returns whether the provider keeps the text of reasoning with this metadata secret.
    public static func isRedacted(_ metadata: [String: GeneratedContent]) -> Bool {
        AnthropicThought(metadata) == .redacted
    }
}
