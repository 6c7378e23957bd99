import FoundationEssentials
import LanguageModels
import StreamingJSON

/// A thought in chat completions, which have no common form of it: each server sends thoughts under its own name, and some require them back
/// under the same one.
///
/// A transcript stores the name in the thought's metadata, with OpenRouter's details, which have the seals of the models behind it. Thoughts of
/// other interfaces have no such name and are not sent.
enum OpenAIChatThought {
    /// The names under which servers send thoughts.
    enum Name: String, Sendable, CaseIterable {
        /// That of DeepSeek, Moonshot, llama.cpp and older vLLM.
        case reasoningContent = "reasoning_content"
        /// That of vLLM, Ollama and OpenRouter.
        case reasoning
        /// Mistral's: parts of the content.
        case parts
    }

    private static let nameKey = "openai_thought_name"
    private static let detailsKey = "openai_thought_details"
    private static let details = "reasoning_details"

    /// Returns the metadata that a transcript stores.
    ///
    /// - Parameter details: OpenRouter's details, as JSON.
    static func metadata(_ name: Name, details: String? = nil) -> [String: String] {
        var metadata = [nameKey: name.rawValue]
        metadata[detailsKey] = details
        return metadata
    }

    /// Reads the name that a transcript stores; `nil` for a thought of another interface.
    static func name(_ metadata: [String: GeneratedContent]) -> Name? {
        (try? metadata[nameKey]?.value(String.self)).flatMap(Name.init)
    }

    /// Adds thoughts to the message of the round in which they were thought.
    static func add(_ thoughts: [Transcript.Reasoning], to message: inout JSONObject) {
        for thought in thoughts {
            guard let name = name(thought.metadata) else { continue }
            if let json = try? thought.metadata[detailsKey]?.value(String.self),
                let new = (try? JSONValue(parsing: json))?.arrayValue
            {
                message[details] = .array((message[details]?.arrayValue ?? []) + new)
                continue
            }
            let text = thought.segments.text
            guard !text.isEmpty else { continue }
            switch name {
            case .parts: addPart(text, to: &message)
            case .reasoning, .reasoningContent:
                message[name.rawValue] = .string((message[name.rawValue]?.stringValue ?? "") + text)
            }
        }
    }

    private static func addPart(_ text: String, to message: inout JSONObject) {
        var parts = message["content"]?.arrayValue ?? []
        if let answer = message["content"]?.stringValue, !answer.isEmpty {
            parts.append(["type": "text", "text": .string(answer)])
        }
        let place = parts.firstIndex { $0["type"] == "text" } ?? parts.endIndex
        parts.insert(["type": "thinking", "thinking": [["type": "text", "text": .string(text)]]], at: place)
        message["content"] = .array(parts)
    }

    /// Adds a blank thought to a message that has none, for a server that refuses a call without its thought.
    ///
    /// The thoughts of another model are not sent, so a call that another model made has none.
    static func fillIn(_ name: Name, in message: inout JSONObject) {
        guard name != .parts, message[name.rawValue] == nil, message[details] == nil else { return }
        message[name.rawValue] = " "
    }
}

/// The details of an answer's thoughts, joined from the pieces in which OpenRouter streams them.
struct OpenAIReasoningDetails {
    /// The largest size, in bytes; longer details are dropped, because a part of them is of no use.
    static let maximumBytes = 1 << 20

    private var details: [JSONObject] = []
    /// The text of the last detail, which grows with the pieces.
    private var text = ""
    private(set) var byteCount = 0

    /// Whether there are none.
    var isEmpty: Bool { details.isEmpty }

    /// Adds the pieces of one delta.
    mutating func add(_ pieces: [JSONValue], of size: Int) {
        byteCount += size
        guard byteCount <= Self.maximumBytes else { return details = [] }
        for piece in pieces {
            guard var piece = piece.objectValue else { continue }
            let member = Self.member(of: piece)
            let more = member.flatMap { piece[$0]?.stringValue } ?? ""
            if let last = details.last, let member, Self.member(of: last) == member, last["index"] == piece["index"] {
                text += more
                piece[member] = nil
                for (name, value) in piece where !value.isNull { details[details.count - 1][name] = value }
            } else {
                close()
                text = more
                details.append(piece)
            }
        }
    }

    /// The name of the member whose text grows; `nil` for a detail that arrives as a whole.
    private static func member(of detail: JSONObject) -> String? {
        switch detail["type"]?.stringValue {
        case "reasoning.text": "text"
        case "reasoning.summary": "summary"
        default: nil
        }
    }

    private mutating func close() {
        guard let last = details.last, let member = Self.member(of: last), !text.isEmpty else { return }
        details[details.count - 1][member] = .string(text)
    }

    /// Returns the whole details as JSON.
    func serialized() -> String {
        var whole = self
        whole.close()
        return JSONValue.array(whole.details.map(JSONValue.object)).serialized()
    }
}
