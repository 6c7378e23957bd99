public import StreamingJSON

/// A chat completions request, as a script reads it.
public struct ChatRequest: Sendable {
    /// The whole body.
    public let json: JSONValue

    /// Makes a request from its parsed body.
    public init(_ json: JSONValue) { self.json = json }

    /// The requested model.
    public var model: String { json["model"]?.stringValue ?? "stand-in" }

    /// Whether the answer is to be streamed.
    public var isStreaming: Bool { json["stream"]?.boolValue ?? false }

    /// Whether a usage chunk was requested.
    public var includesUsage: Bool { json["stream_options"]?["include_usage"]?.boolValue ?? false }

    /// Whether chunks have the padding field, which is the default.
    public var includesObfuscation: Bool { json["stream_options"]?["include_obfuscation"]?.boolValue ?? true }

    /// The messages, oldest first.
    public var messages: [JSONValue] { json["messages"]?.arrayValue ?? [] }

    /// The names of the offered tools.
    public var toolNames: [String] {
        (json["tools"]?.arrayValue ?? []).compactMap { $0["function"]?["name"]?.stringValue }
    }

    /// The path of the first tool name, offered or of an earlier call, that OpenAI refuses.
    var refusedToolName: String? {
        var names = (json["tools"]?.arrayValue ?? []).enumerated().map { index, tool in
            (path: "tools[\(index)].function.name", name: tool["function"]?["name"])
        }
        for (index, message) in messages.enumerated() {
            for (number, call) in (message["tool_calls"]?.arrayValue ?? []).enumerated() {
                names.append(("messages[\(index)].tool_calls[\(number)].function.name", call["function"]?["name"]))
            }
        }
        return ToolNameFault.first(in: names, punctuation: "_-")
    }

    /// The fault of the first part of a message that OpenAI refuses; `nil` if there is none.
    var faultOfParts: String? {
        for (index, message) in messages.enumerated() {
            let role = message["role"]?.stringValue ?? ""
            for (number, part) in (message["content"]?.arrayValue ?? []).enumerated() {
                let path = "messages[\(index)].content[\(number)]"
                switch part["type"]?.stringValue {
                case "text":
                    guard part["text"]?.stringValue != nil else { return "Missing required parameter: '\(path).text'." }
                case "image_url":
                    guard role == "user" else {
                        return """
                            Invalid 'messages[\(index)]'. Image URLs are only allowed for messages with role 'user', but this \
                            message with role '\(role)' contains an image URL.
                            """
                    }
                    if let fault = ImageFault.of(url: part["image_url"]?["url"]) {
                        return "Invalid '\(path)': \(fault)."
                    }
                case let type: return "Invalid value: '\(type ?? "")' at '\(path).type'."
                }
            }
        }
        return nil
    }

    /// The index of the last message with text of a user; a message that only has the images of earlier outputs does not count.
    private var lastUserIndex: Int? {
        messages.indices.last { index in
            guard messages[index]["role"] == "user" else { return false }
            let parts = messages[index]["content"]?.arrayValue ?? []
            let hasImages = parts.contains { $0["type"] == "image_url" }
            return !(hasImages && index > 0 && messages[index - 1]["role"] == "tool")
        }
    }

    /// The words of the person in the last user message; parts are joined by line feeds.
    public var lastUserText: String { lastUserIndex.map { Self.withoutNote(Self.text(of: messages[$0])) } ?? "" }

    /// Returns the text of a message without the note that Torii writes after the person's words.
    public static func withoutNote(_ text: String) -> String {
        let mark = "[The app's note"
        if text.hasPrefix(mark) { return "" }
        return text.firstRange(of: "\n" + mark).map { String(text[..<$0.lowerBound]) } ?? text
    }

    /// The outputs of the tools called since the last user message, in order, with the arguments of their calls.
    public var toolOutputs: [ToolOutput] {
        let turn = messages.suffix(from: lastUserIndex ?? messages.startIndex)
        let calls = turn.flatMap { $0["tool_calls"]?.arrayValue ?? [] }
        return turn.filter { $0["role"]?.stringValue == "tool" }.map { message in
            let call = calls.first { $0["id"] == message["tool_call_id"] }
            return ToolOutput(
                name: call?["function"]?["name"]?.stringValue ?? "",
                arguments: call?["function"]?["arguments"]?.stringValue ?? "",
                text: Self.text(of: message)
            )
        }
    }

    /// A tool's output in this turn.
    public struct ToolOutput: Sendable, Equatable {
        /// The tool's name.
        public let name: String
        /// The arguments of the call, as JSON text.
        public let arguments: String
        /// Its output.
        public let text: String
    }

    private static func text(of message: JSONValue) -> String {
        if let text = message["content"]?.stringValue { return text }
        return (message["content"]?.arrayValue ?? []).compactMap { $0["text"]?.stringValue }.joined(separator: "\n")
    }
}
