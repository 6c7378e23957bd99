import AgentWire
import StreamingJSON

extension WireSchema {
    /// The schemas of OpenAI's chat completions.
    static let chatCompletions: [(name: String, schema: WireSchema)] = [
        ("ChatCompletionRequest", chatCompletionRequest), ("ChatCompletion", chatCompletion), ModelList.Model.component,
        ("OpenAIError", OpenAIErrorDocument.schema),
    ]

    /// OpenAI's description has all members.
    ///
    /// This one has those that the server reads, and allows others.
    private static let chatCompletionRequest = object(
        [
            .always("messages", .list(of: .anyObject("A message in OpenAI's form."), most: 4096)),
            .maybe("model", .text("A model of `GET /v1/models`. Default: the server chooses.").orNull),
            .maybe("stream", .flag().orNull),
            .maybe("tools", .list(of: .anyObject("A function in OpenAI's form."), most: 128).orNull),
            .maybe(
                "torii",
                .object(
                    .maybe("events", .flag("Whether `torii` members contain calls of the server's tools.").orNull),
                    .maybe("reasoning", .flag("Whether the answer contains the model's reasoning.").orNull),
                    .maybe("tools", .list(of: .text(), "The server's tools that the model may call.").orNull)
                ).orNull
            ),
        ],
        isClosed: false,
        "OpenAI's form; Documentation/UseAnOpenAIClient.md lists the supported fields."
    )

    private static let call = WireSchema.object(
        .always("id", .text()),
        .always("type", .word(["function"])),
        .always("function", .object(.always("name", .text()), .always("arguments", .text("JSON."))))
    )

    private static let completionUsage = WireSchema.object(
        .always("prompt_tokens", .integer()),
        .always("completion_tokens", .integer()),
        .always("total_tokens", .integer()),
        .always(
            "prompt_tokens_details",
            .object(.always("cached_tokens", .integer()), .always("cache_write_tokens", .integer()))
        ),
        .always("completion_tokens_details", .object(.always("reasoning_tokens", .integer()))),
        .maybe("torii", WireCost.schema)
    )

    private static let chatCompletion = WireSchema.object(
        .always("id", .text()),
        .always("object", .word(["chat.completion"])),
        .always("created", .integer("In seconds since 1970.")),
        .always("model", .text()),
        .always(
            "choices",
            .list(
                of: .object(
                    .always("index", .integer()),
                    .always(
                        "message",
                        .object(
                            .always("role", .word(["assistant"])),
                            .always("content", .text().orNull),
                            .always("refusal", .text().orNull),
                            .maybe("reasoning_content", .text("The model's reasoning, if requested.")),
                            .maybe("tool_calls", .list(of: call))
                        )
                    ),
                    .always("logprobs", .anything().orNull),
                    .always("finish_reason", .word(FinishReason.allCases.map(\.rawValue)))
                )
            )
        ),
        .always("usage", completionUsage),
        .maybe("torii", .anything("Members that only this server adds; see Documentation/UseAnOpenAIClient.md."))
    )
}
