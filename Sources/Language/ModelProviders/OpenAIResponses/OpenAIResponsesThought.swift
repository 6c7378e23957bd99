import FoundationEssentials
import LanguageModels
import StreamingJSON

/// A reasoning item, which the interface requires back, sealed as it was, before the item that follows it.
///
/// A transcript stores the item's id in the thought's metadata and its sealed content in the signature. Thoughts of other providers have no
/// such id and are not sent.
enum OpenAIResponsesThought {
    private static let key = "openai_reasoning_id"

    /// Returns the metadata that a transcript stores beside the sealed content.
    static func metadata(id: String) -> [String: String] { [key: id] }

    /// Reads the item's id that a transcript stores; `nil` for a thought of another interface.
    static func id(_ metadata: [String: GeneratedContent]) -> String? { try? metadata[key]?.value(String.self) }

    /// Returns the item to send back; `nil` for a thought of another interface.
    static func item(of thought: Transcript.Reasoning) -> JSONValue? {
        guard let id = id(thought.metadata), let signature = thought.signature else { return nil }
        let summary = thought.segments.map { segment -> JSONValue in
            ["type": "summary_text", "text": .string(segment.text)]
        }
        return [
            "type": "reasoning", "id": .string(id), "summary": .array(summary),
            "encrypted_content": .string(String(decoding: signature, as: UTF8.self)),
        ]
    }
}
