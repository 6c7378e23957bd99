public import FoundationEssentials
public import LanguageModels

/// The form in which a client receives reasoning that a provider has sealed, and sends it back.
///
/// A seal means something to its provider only. Anthropic's seal is passed on as it is, because Anthropic's clients expect it. The seals of
/// other providers have a word and a colon before them, which base64 never has, so that each seal returns to its own provider.
public enum SealedReasoning {
    private static let openAI = "openai:"
    private static let chat = "chat:"
    private static let other = "other:"

    /// Returns the seal that a client receives.
    ///
    /// - Parameters:
    ///   - signature: The provider's seal, as a transcript stores it.
    ///   - metadata: The metadata beside it.
    public static func seal(_ signature: Data, _ metadata: [String: GeneratedContent]) -> String {
        if AnthropicThought(metadata) != nil { return String(decoding: signature, as: UTF8.self) }
        if let id = OpenAIResponsesThought.id(metadata) {
            return "\(openAI)\(id):" + String(decoding: signature, as: UTF8.self)
        }
        if let name = OpenAIChatThought.name(metadata) {
            return "\(chat)\(name.rawValue):" + signature.base64EncodedString()
        }
        return other + signature.base64EncodedString()
    }

    /// Returns the signature and the metadata that a transcript stores for a seal that a client sends back.
    ///
    /// - Parameter isRedacted: Whether the provider keeps the text secret.
    public static func signature(
        of seal: String,
        isRedacted: Bool
    ) -> (signature: Data, metadata: [String: any ConvertibleToGeneratedContent]) {
        if seal.hasPrefix(other) { return (Data(base64Encoded: String(seal.dropFirst(other.count))) ?? Data(), [:]) }
        if seal.hasPrefix(chat), let end = seal.lastIndex(of: ":"),
            let name = OpenAIChatThought.Name(rawValue: String(seal[..<end].dropFirst(chat.count)))
        {
            let signature = Data(base64Encoded: String(seal[end...].dropFirst())) ?? Data()
            return (signature, OpenAIChatThought.metadata(name))
        }
        let rest = seal.dropFirst(openAI.count)
        if seal.hasPrefix(openAI), let end = rest.firstIndex(of: ":") {
            let metadata = OpenAIResponsesThought.metadata(id: String(rest[..<end]))
            return (Data(rest[rest.index(after: end)...].utf8), metadata)
        }
        return (Data(seal.utf8), (isRedacted ? AnthropicThought.redacted : .thinking).metadata)
    }

    /// Returns whether the provider keeps the text of reasoning with this metadata secret.
    public static func isRedacted(_ metadata: [String: GeneratedContent]) -> Bool {
        AnthropicThought(metadata) == .redacted
    }
}
