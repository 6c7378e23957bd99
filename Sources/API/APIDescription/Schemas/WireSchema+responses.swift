import AgentWire
import StreamingJSON

extension WireSchema {
    /// The schemas of OpenAI's Responses.
    static let responses: [(name: String, schema: WireSchema)] = [
        ("ResponseRequest", responseRequest), ("Response", response),
    ]

    /// OpenAI's description has all members.
    ///
    /// This one has those that the server reads, and allows others.
    private static let responseRequest = object(
        [
            .always("input", .anything("A text, or items in OpenAI's form.")),
            .maybe("model", .text("A model of `GET /v1/models`. Default: the server chooses.").orNull),
            .maybe("instructions", .text().orNull),
            .maybe("previous_response_id", .text("The response that the input follows.").orNull),
            .maybe("conversation", .anything("The id of a conversation, or an object with it.").orNull),
            .maybe("stream", .flag().orNull),
            .maybe("background", .flag("Whether the run continues without readers.").orNull),
            .maybe("store", .flag("Whether the response can be read and continued later. Default: true.").orNull),
            .maybe("tools", .list(of: .anyObject("A tool in OpenAI's form."), most: 128).orNull),
        ],
        isClosed: false,
        "OpenAI's form; Documentation/UseAnOpenAIClient.md lists the supported fields."
    )

    /// The fields of the request that a response repeats, whatever their values are.
    private static let repeated: [Member] = [
        "background", "frequency_penalty", "instructions", "max_output_tokens", "max_tool_calls", "metadata",
        "parallel_tool_calls", "presence_penalty", "prompt_cache_key", "reasoning", "safety_identifier", "service_tier",
        "store", "temperature", "text", "tool_choice", "tools", "top_logprobs", "top_p", "truncation",
    ].map { .always($0, .anything().orNull) }

    private static let response = WireSchema.object(
        [
            .always("id", .text()),
            .always("object", .word(["response"])),
            .always("created_at", .integer("In seconds since 1970.")),
            .always("completed_at", .integer("In seconds since 1970.").orNull),
            .always("status", .word(ResponseStatus.allCases.map(\.rawValue))),
            .always("model", .text()),
            .always("output", .list(of: .anyObject("An item in OpenAI's form."))),
            .always("error", .anything().orNull),
            .always("incomplete_details", .anything().orNull),
            .always("usage", .anything().orNull),
            .always("previous_response_id", .text().orNull),
            .maybe("conversation", .object(.always("id", .text()))),
            .maybe("user", .text().orNull),
        ] + repeated,
        isClosed: false,
        "The fields of the request are repeated, as in OpenAI's form."
    )
}
