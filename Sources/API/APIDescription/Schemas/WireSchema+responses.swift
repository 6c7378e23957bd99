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
            .always("background", .anything().orNull),
            .always("frequency_penalty", .anything().orNull),
            .always("instructions", .anything().orNull),
            .always("max_output_tokens", .anything().orNull),
            .always("max_tool_calls", .anything().orNull),
            .always("metadata", .anything().orNull),
            .always("parallel_tool_calls", .anything().orNull),
            .always("presence_penalty", .anything().orNull),
            .always("prompt_cache_key", .anything().orNull),
            .always("reasoning", .anything().orNull),
            .always("safety_identifier", .anything().orNull),
            .always("service_tier", .anything().orNull),
            .always("store", .anything().orNull),
            .always("temperature", .anything().orNull),
            .always("text", .anything().orNull),
            .always("tool_choice", .anything().orNull),
            .always("tools", .anything().orNull),
            .always("top_logprobs", .anything().orNull),
            .always("top_p", .anything().orNull),
            .always("truncation", .anything().orNull),
            .maybe("user", .text().orNull),
        ],
        isClosed: false,
        "The fields of the request are repeated, as in OpenAI's form."
    )
}
