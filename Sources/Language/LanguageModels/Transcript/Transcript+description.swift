/// One-line descriptions of all parts of a transcript, for logs and for tests.
extension Transcript.Entry: CustomStringConvertible {
    /// The kind of entry and its content.
    public var description: String {
        switch self {
        case .instructions(let entry): entry.description
        case .prompt(let entry): entry.description
        case .toolCalls(let entry): entry.description
        case .toolOutput(let entry): entry.description
        case .response(let entry): entry.description
        case .reasoning(let entry): entry.description
        }
    }
}

extension Transcript.Segment: CustomStringConvertible {
    /// The segment as a model reads it; for an attachment its kind and size, without the bytes.
    public var description: String { attachment?.description ?? text }
}

extension Transcript.TextSegment: CustomStringConvertible {
    /// The text.
    public var description: String { content }
}

extension Transcript.StructuredSegment: CustomStringConvertible {
    /// The content as JSON.
    public var description: String { content.jsonString }
}

extension Transcript.Instructions: CustomStringConvertible {
    /// The instructions, and the names of the tools.
    public var description: String {
        let tools = toolDefinitions.isEmpty ? "" : " [tools: \(toolDefinitions.map(\.name).joined(separator: ", "))]"
        return "instructions: \(segments.textNamingAttachments)\(tools)"
    }
}

extension Transcript.Prompt: CustomStringConvertible {
    /// The text of the prompt and the format of the answer.
    public var description: String {
        "prompt: \(segments.textNamingAttachments)\(responseFormat.map { " [answer: \($0)]" } ?? "")"
    }
}

extension Transcript.ResponseFormat: CustomStringConvertible {
    /// The schema's name.
    public var description: String { name }
}

extension Transcript.ToolDefinition: CustomStringConvertible {}

extension Transcript.ToolCalls: CustomStringConvertible {
    /// The calls, separated by commas.
    public var description: String { "calls: \(map(\.description).joined(separator: ", "))" }
}

extension Transcript.ToolCall: CustomStringConvertible {
    /// The tool with its arguments.
    public var description: String { "\(toolName)(\(arguments.jsonString))" }
}

extension Transcript.ToolOutput: CustomStringConvertible {
    /// The tool and its output.
    public var description: String { "output of \(toolName): \(segments.textNamingAttachments)" }
}

extension Transcript.Response: CustomStringConvertible {
    /// The answer.
    public var description: String { "response: \(segments.textNamingAttachments)" }
}

extension Transcript.Reasoning: CustomStringConvertible {
    /// The text of the reasoning.
    public var description: String { "reasoning: \(segments.textNamingAttachments)" }
}
