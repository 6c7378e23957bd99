/// The differences between OpenAI's chat completions and those of compatible servers.
public struct OpenAIChatDialect: Sendable, Hashable {
    /// The name of the member that limits the answer.
    ///
    /// OpenAI's reasoning models refuse `max_tokens`; most other servers know nothing else.
    public var tokenLimitName: String
    /// Whether `top_k` may be sent; OpenAI refuses it.
    public var allowsTopK: Bool
    /// Whether a request may turn off the padding of chunks; other servers may not know the option.
    public var declinesPadding: Bool
    /// The form in which an answer's schema is sent.
    public var schemaForm = SchemaForm.responseFormat
    /// Whether the interface can hold an answer to a schema in a round that offers tools.
    public var writesSchemasBesideTools = true
    /// Whether `tool_choice` may name tools.
    ///
    /// If not, only the named tools are offered.
    public var namesToolChoices = false
    /// The largest number of stop sequences; `nil` for any number.
    public var maximumStopSequences: Int?
    /// Whether a request may ask for the counts of tokens at the end of the stream; Mistral refuses the option and sends them unasked.
    public var asksForUsage = true
    /// The name of the member that sets the seed.
    public var seedName = "seed"
    /// The ids that the server accepts for calls.
    var callIDs = CallIDRule.any(maximumLength: 40)
    /// The name under which the server demands the thought of each call; `nil` if it demands none.
    var demandedThought: OpenAIChatThought.Name?
    /// The rules by which the model accepts parameters.
    var rules = OpenAIModelRules()

    /// The forms in which an answer's schema is sent.
    public enum SchemaForm: Sendable, Hashable {
        /// No form: the server does not hold answers to a schema.
        case none
        /// OpenAI's: `response_format` of the type `json_schema`.
        case responseFormat
        /// `response_format` of the type `json_object` with a `schema`, the only form that llama-cpp-python's server supports.
        case jsonObject
        /// llama.cpp's `json_schema`, from which its server makes a grammar.
        case jsonSchema
        /// vLLM's `structured_outputs`.
        case structuredOutputs
        /// `guided_json`, the name of `structured_outputs` in earlier versions of vLLM.
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

    /// Every other server: vLLM, llama.cpp, Ollama, OpenRouter and so on.
    public static let compatible = OpenAIChatDialect(
        tokenLimitName: "max_tokens",
        allowsTopK: true,
        declinesPadding: false
    )

    /// llama.cpp's server with its own parameter.
    ///
    /// Its grammar does not allow calls.
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
