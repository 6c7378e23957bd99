import StreamingJSON

/// The objection to a schema in a provider's refusal of a request.
///
/// Providers have no codes for it. It is read from their text, which is used only here and never shown.
enum SchemaRefusal: Sendable, Hashable {
    /// The provider does not support the parameter that holds an answer to a schema.
    case feature
    /// The provider does not support a part of the schema.
    case schema
    /// The provider does not support tools, or a required call.
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

    /// Reads the text of an error; `nil` if it is about something else.
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

    /// Returns what the objection means for a rung; `nil` if the rung is not the cause.
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
    /// Records the objection to the schema that the provider's text contains, if the failure may be one.
    ///
    /// - Parameters:
    ///   - status: The response's status; some servers answer 500 to a parameter that they cannot read.
    ///   - text: The provider's text.
    mutating func readSchemaRefusal(status: Int?, _ text: String) {
        // OpenRouter answers 404 if none of its servers supports a parameter.
        guard code == .invalidRequest || code == .noInterface || status == 500 || status == 501 else { return }
        schemaRefusal = SchemaRefusal(text)
    }
}
