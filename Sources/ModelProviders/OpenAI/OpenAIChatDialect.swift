/// Where OpenAI and those who are compatible with it part ways.
public struct OpenAIChatDialect: Sendable, Hashable {
    /// The member that limits the answer; OpenAI's reasoning models refuse `max_tokens`, most others know nothing else.
    public var tokenLimitName: String
    /// Whether `top_k` may be sent; OpenAI refuses it.
    public var allowsTopK: Bool
    /// Whether the padding of stream chunks may be declined; others may not know the option.
    public var declinesPadding: Bool
    /// How an answer's schema is sent.
    public var schemaForm = SchemaForm.responseFormat
    /// Whether an answer can be held to a schema in a round that offers tools.
    public var writesSchemasBesideTools = true
    /// Whether `tool_choice` may name tools; where it may not, only those tools are offered.
    public var namesToolChoices = false
    /// The largest number of stop sequences; `nil` for any.
    public var maximumStopSequences: Int?

    /// The ways to send an answer's schema.
    public enum SchemaForm: Sendable, Hashable {
        /// Not at all: answers cannot be held to a schema.
        case none
        /// OpenAI's: `response_format` of the type `json_schema`.
        case responseFormat
        /// `response_format` of the type `json_object` with a `schema`, the only one that llama-cpp-python's server knows.
        case jsonObject
        /// llama.cpp's `json_schema`, which its server makes a grammar of.
        case jsonSchema
        /// vLLM's `structured_outputs`.
        case structuredOutputs
        /// The name that `structured_outputs` had in earlier versions of vLLM: `guided_json`.
        case guidedJSON
    }

    /// OpenAI itself.
    public static let openAI = OpenAIChatDialect(
        tokenLimitName: "max_completion_tokens",
        allowsTopK: false,
        declinesPadding: true,
        namesToolChoices: true,
        maximumStopSequences: 4
    )

    /// Everybody else: vLLM, llama.cpp, Ollama, OpenRouter and so on.
    public static let compatible = OpenAIChatDialect(
        tokenLimitName: "max_tokens",
        allowsTopK: true,
        declinesPadding: false
    )

    /// llama.cpp's server with its own parameter: its grammar leaves no room for calls.
    public static let llamaCPP = grammar(.jsonSchema)

    /// llama-cpp-python's server.
    public static let llamaCPPPython = grammar(.jsonObject)

    /// vLLM with its own parameter.
    public static let vLLM = grammar(.structuredOutputs)

    private static func grammar(_ form: SchemaForm) -> OpenAIChatDialect {
        var dialect = compatible
        dialect.schemaForm = form
        dialect.writesSchemasBesideTools = false
        return dialect
    }
}
