import AgentWire
import StreamingJSON

extension WireSchema {
    /// The schemas of Anthropic's Messages.
    static let messages: [(name: String, schema: WireSchema)] = [
        ("MessagesRequest", messagesRequest(.answer)), ("MessageTokensRequest", messagesRequest(.count)),
        ("AnthropicMessage", anthropicMessage),
        ("AnthropicModel", anthropicModel), ("AnthropicModelList", anthropicModelList),
        ("AnthropicError", anthropicError),
    ]

    /// Anthropic's description has all members.
    ///
    /// This one has those that the server reads, and allows others.
    private static func messagesRequest(_ purpose: MessagesRequest.Purpose) -> WireSchema {
        let limit = integer("The largest number of tokens of the answer.", from: 1)
        return object(
            [
                .always("model", .text("A model of `GET /v1/models`.")),
                purpose == .answer ? .always("max_tokens", limit) : .maybe("max_tokens", limit.orNull),
                .always("messages", .list(of: .anyObject("A message in Anthropic's form."), most: 4096)),
                .maybe("system", .either(.text(), .list(of: .anyObject("A text block."))).orNull),
                .maybe("stream", .flag().orNull),
                .maybe("tools", .list(of: .anyObject("A tool in Anthropic's form."), most: 128).orNull),
                .maybe(
                    "torii",
                    .object(
                        .maybe("events", .flag("Whether `torii` members contain calls of the server's tools.").orNull),
                        .maybe("tools", .list(of: .text(), "The server's tools that the model may call.").orNull)
                    ).orNull
                ),
            ],
            isClosed: false,
            "Anthropic's form; Documentation/UseAnAnthropicClient.md lists the supported fields."
        )
    }

    private static let cacheTokens = WireSchema.object(
        .always("ephemeral_5m_input_tokens", .integer()),
        .always("ephemeral_1h_input_tokens", .integer())
    )

    private static let messageUsage = WireSchema.object(
        .always("input_tokens", .integer("Without those from the provider's cache and those written to it.")),
        .always("cache_creation_input_tokens", .integer()),
        .always("cache_read_input_tokens", .integer()),
        .always("output_tokens", .integer()),
        .always("output_tokens_details", .object(.always("thinking_tokens", .integer()))),
        .always("cache_creation", cacheTokens),
        .always("service_tier", .word(["standard"])),
        .always("inference_geo", .word(["not_available"])),
        .maybe("torii", WireCost.schema)
    )

    private static let stopDetails = WireSchema.object(
        .always("type", .word(["refusal"])),
        .always("category", .text().orNull),
        .always("explanation", .text("The model's words."))
    )

    private static let block = WireSchema.either(
        .object(
            .always("type", .word(["text"])),
            .always("text", .text()),
            .maybe("torii", .anything("The action that the text describes, for a decision of a person."))
        ),
        .object(
            .always("type", .word(["thinking"])),
            .always("thinking", .text()),
            .always("signature", .text("The provider's seal; empty if there is none."))
        ),
        .object(.always("type", .word(["redacted_thinking"])), .always("data", .text())),
        .object(
            .always("type", .word(["tool_use"])),
            .always("id", .text()),
            .always("name", .text()),
            .always("input", .anyObject()),
            .always("caller", .object(.always("type", .word(["direct"]))))
        )
    )

    private static let anthropicMessage = WireSchema.object(
        .always("model", .text()),
        .always("id", .text()),
        .always("type", .word(["message"])),
        .always("role", .word(["assistant"])),
        .always("content", .list(of: block)),
        .always("stop_reason", .word(["end_turn", "max_tokens", "stop_sequence", "tool_use", "refusal"])),
        .always("stop_sequence", .text().orNull),
        .always("stop_details", stopDetails.orNull),
        .always("usage", messageUsage),
        .maybe("torii", .anything("Members that only this server adds; see Documentation/UseAnAnthropicClient.md."))
    )

    private static let anthropicModel = WireSchema.object(
        .always("type", .word(["model"])),
        .always("id", .text()),
        .always("display_name", .text()),
        .always("created_at", .time()),
        .always("lifecycle", .word(["active", "deprecated"])),
        .maybe("retires_at", .time("The time from which the provider no longer serves it.")),
        .maybe("torii", ModelList.Model.extensionSchema)
    )

    private static let anthropicModelList = WireSchema.object(
        .always("data", .list(of: .named("AnthropicModel"))),
        .always("has_more", .flag()),
        .always("first_id", .text().orNull),
        .always("last_id", .text().orNull)
    )

    private static let anthropicError = WireSchema.object(
        .always("type", .word(["error"])),
        .always(
            "error",
            .object(
                .always("details", .object(.always("error_code", .text())).orNull),
                .always("type", .text()),
                .always("message", .text())
            )
        ),
        .always("request_id", .text().orNull)
    )
}
