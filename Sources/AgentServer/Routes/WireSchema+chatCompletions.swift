import AgentWire
import StreamingJSON

extension WireSchema {
    /// The forms of OpenAI's chat completions.
    static let chatCompletions: [(name: String, schema: WireSchema)] = [
        ("ChatCompletionRequest", chatCompletionRequest), ("ChatCompletion", chatCompletion), ("Model", model),
        ("OpenAIError", openAIError),
    ]

    /// OpenAI's own description has the members; the document names those that this server reads and leaves the others open.
    private static let chatCompletionRequest = object(
        [
            .always("messages", .list(of: .anyObject("A message of OpenAI's form."), most: 4096)),
            .maybe("model", .text("One of `GET /v1/models`; the server's own choice without it.").orNull),
            .maybe("stream", .flag().orNull),
            .maybe("tools", .list(of: .anyObject("A function of OpenAI's form."), most: 128).orNull),
            .maybe(
                "torii",
                .object(
                    .maybe("events", .flag("Whether the server's tools are shown in `torii` members.").orNull),
                    .maybe("reasoning", .flag("Whether the answer has the model's thoughts.").orNull),
                    .maybe("tools", .list(of: .text(), "The server's tools that may be called.").orNull)
                ).orNull
            ),
        ],
        isClosed: false,
        "OpenAI's form; Documentation/UseAnOpenAIClient.md says which fields count."
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
        .always("prompt_tokens_details", .object(.always("cached_tokens", .integer()))),
        .always("completion_tokens_details", .object(.always("reasoning_tokens", .integer())))
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
                            .maybe("reasoning_content", .text("The model's thoughts, if they were asked for.")),
                            .maybe("tool_calls", .list(of: call))
                        )
                    ),
                    .always("logprobs", .anything().orNull),
                    .always("finish_reason", .word(FinishReason.allCases.map(\.rawValue)))
                )
            )
        ),
        .always("usage", completionUsage),
        .maybe("torii", .anything("What only this server has; see Documentation/UseAnOpenAIClient.md."))
    )

    private static let model = WireSchema.object(
        .always("id", .text()),
        .always("object", .word(["model"])),
        .always("created", .integer()),
        .always("owned_by", .text())
    )

    private static let openAIError = WireSchema.object(
        .always(
            "error",
            .object(
                .always("message", .text()),
                .always("type", .text()),
                .always("param", .text().orNull),
                .always("code", .text().orNull)
            )
        )
    )
}
