import StreamingJSON

/// What a provider's refusal of a request says about the schema in it.
///
/// Providers have no codes for it: their words tell, and are read here only, never passed on.
enum SchemaRefusal: Sendable, Hashable {
    /// The parameter that holds an answer to a schema is not known or not supported.
    case feature
    /// The schema has something that is not supported.
    case schema
    /// The tools, or that the model must call one, are not supported.
    case tools

    private static let ofSchemas = [
        "invalid schema", "invalid json schema", "invalid_json_schema", "is not permitted", "unsupported schema",
        "schema is too complex", "too many states", "failed to parse grammar", "schema conversion failed",
        "unsupported json schema", "json schema error", "exceeds the limit",
    ]
    private static let ofFeatures = [
        "response_format", "json_schema", "text.format", "output_config", "output_format", "output format",
        "responsejsonschema", "response_json_schema", "response_schema", "responseschema", "responsemimetype",
        "response mime type", "response_mime_type", "json mode", "structured output", "structured_outputs",
        "guided_json",
        "guided decoding", "grammar",
    ]
    private static let ofTools = ["tool", "function call", "function_call", "function-call", "functions"]

    /// Reads the text of an error; `nil` when it is about something else.
    init?(_ text: String) {
        let text = text.lowercased()
        func says(_ words: [String]) -> Bool { words.contains { text.contains($0) } }
        let isAboutFeature = says(Self.ofFeatures)
        if says(Self.ofSchemas), isAboutFeature || text.contains("schema") || text.contains("grammar") {
            self = .schema
        } else if isAboutFeature {
            self = .feature
        } else if says(Self.ofTools) {
            self = .tools
        } else {
            return nil
        }
    }

    /// What it means to a way of asking; `nil` when the way is not at fault.
    func refusal(of rung: StructuredOutputRung) -> StructuredOutputLadder.Refusal? {
        switch (rung, self) {
        case (.strict, .feature), (.described, .feature): .feature
        case (.strict, .schema), (.described, .schema): .schema
        case (.tool, .tools), (.tool, .feature): .feature
        case (.tool, .schema): .schema
        case (.strict, .tools), (.described, .tools), (.prompted, _): nil
        }
    }
}

extension ModelProviderError {
    /// Notes what the provider's words say about the schema, if they may be a refusal of one.
    ///
    /// - Parameters:
    ///   - status: The answer's status; some servers answer 500 to a parameter that they cannot read.
    ///   - text: What the provider says.
    mutating func readSchemaRefusal(status: Int?, _ text: String) {
        guard code == .invalidRequest || status == 500 || status == 501 else { return }
        schemaRefusal = SchemaRefusal(text)
    }
}
