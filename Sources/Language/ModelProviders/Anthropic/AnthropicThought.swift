import FoundationEssentials
import LanguageModels
import StreamingJSON

/// The kinds of thought that the interface requires back, unchanged, before the answer that follows them.
///
/// A transcript stores the kind in the thought's metadata and the seal in its signature. Thoughts of other providers have neither and are
/// not sent, because this provider cannot verify them.
enum AnthropicThought: String {
    case thinking
    case redacted = "redacted_thinking"

    private static let key = "anthropic"

    /// The metadata that a transcript stores.
    var metadata: [String: String] { [Self.key: rawValue] }

    /// Reads the kind that a transcript stores; `nil` for a thought of another provider.
    init?(_ metadata: [String: GeneratedContent]) {
        guard let word = try? metadata[Self.key]?.value(String.self) else { return nil }
        self.init(rawValue: word)
    }

    /// Returns the block to send back; `nil` for a thought of another provider.
    static func block(of thought: Transcript.Reasoning) -> JSONValue? {
        guard let kind = Self(thought.metadata), let signature = thought.signature else { return nil }
        let seal = String(decoding: signature, as: UTF8.self)
        return switch kind {
        case .thinking:
            ["type": "thinking", "thinking": .string(thought.segments.text), "signature": .string(seal)]
        case .redacted: ["type": "redacted_thinking", "data": .string(seal)]
        }
    }
}
