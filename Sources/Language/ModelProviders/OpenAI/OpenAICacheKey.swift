import LanguageModels
import StreamingJSON

/// The key by which a server finds the cached prefix of a conversation.
///
/// OpenAI sends requests with one key to one machine, up to about 15 a minute. The key is therefore one for each conversation, or, where
/// that is not known, for each client and its instructions and tools. It is a digest, because the provider need not know either.
enum OpenAICacheKey {
    /// Returns the key of a request.
    static func key(of request: LanguageModelExecutorGenerationRequest) -> JSONValue {
        func word(_ name: String) -> String? { try? request.metadata[name]?.value(String.self) }
        var parts = [word("client") ?? ""]
        if let conversation = word("conversation") {
            parts.append(conversation)
        } else {
            for case .instructions(let entry) in request.transcript { parts.append(entry.segments.text) }
            parts.append("")
            parts += request.enabledToolDefinitions.map(\.name)
        }
        return .string("torii-" + StableDigest.text(of: parts, length: 21))
    }
}
