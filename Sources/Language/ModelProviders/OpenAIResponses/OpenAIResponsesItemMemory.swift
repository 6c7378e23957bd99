import LanguageModels
import StreamingJSON

/// The members of messages and calls that the interface wants back as they arrived.
///
/// Without the phase, models take their own preambles for answers; without the others, a call does not belong to its tool.
enum OpenAIResponsesItemMemory {
    private static let phaseKey = "openai_phase"
    private static let callKey = "openai_call"
    private static let phases: Set<String> = ["commentary", "final_answer"]
    private static let callMembers = ["namespace", "caller", "async"]
    /// The largest size of a call's members, in bytes.
    private static let longestMembers = 4096

    /// Returns the phase of a message; `nil` if it has none that is known.
    static func phase(of message: JSONValue) -> String? {
        message["phase"]?.stringValue.flatMap { phases.contains($0) ? $0 : nil }
    }

    /// Returns the metadata that a transcript stores with an answer.
    static func metadata(phase: String?) -> [String: String] { phase.map { [phaseKey: $0] } ?? [:] }

    /// Reads the phase that a transcript stores.
    static func phase(_ metadata: [String: GeneratedContent]) -> String? {
        try? metadata[phaseKey]?.value(String.self)
    }

    /// Returns the metadata that a transcript stores with a call; `nil` if there is nothing to send back.
    static func metadata(ofCall item: JSONValue) -> [String: String]? {
        var members = JSONObject()
        for name in callMembers { if let value = item[name], !value.isNull { members[name] = value } }
        guard !members.isEmpty else { return nil }
        let text = JSONValue.object(members).serialized()
        return text.utf8.count <= longestMembers ? [callKey: text] : nil
    }

    /// Reads the members of a call that a transcript stores.
    static func members(_ metadata: [String: GeneratedContent]) -> JSONObject {
        guard let text = try? metadata[callKey]?.value(String.self) else { return [:] }
        return (try? JSONValue(parsing: text))?.objectValue ?? [:]
    }
}
