import Accounts
import AgentWire
import HTTPTypes
import StreamingJSON

extension Endpoint {
    static let anthropicVersion = Parameter(
        "anthropic-version",
        .text(),
        "The version of Anthropic's API that the request follows, such as `2026-10-21` or `2023-06-01`; required for messages."
    )

    package static let messages = Endpoint(
        operation: .post("/v1/messages", as: "createMessage"),
        summary: "Performs a turn in the form of Anthropic's Messages.",
        users: .clients(.anyOf([.chat]), data: .own),
        headers: [
            anthropicVersion, idempotencyKey,
            Parameter("Accept-Language", .text(), "The language of the answer. Default: that of the message."),
            Parameter("Torii-Time-Zone", .text(), "The IANA name of the person's time zone."),
        ],
        body: .json(
            .named("MessagesRequest"),
            example: [
                "model": "phrasebook", "max_tokens": 1024,
                "messages": [["role": "user", "content": "Add 3 green tea bags"]],
            ]
        ),
        answers: [
            Answer(
                200,
                "The answer, or the calls for the client to make; server-sent events if `stream` is true.",
                .json(.named("AnthropicMessage")),
                .messageEvents,
                headers: [anthropicVersion]
            )
        ],
        errorForm: .anthropic,
        problems: ofTurns
    )

    package static let messageTokens = Endpoint(
        operation: .post("/v1/messages/count_tokens", as: "countMessageTokens"),
        summary: "Counts the tokens of a message's input, in the form of Anthropic's Messages.",
        users: .clients(.anyOf([.chat]), data: .none),
        headers: [
            anthropicVersion,
            Parameter("Accept-Language", .text(), "The language of the answer. Default: that of the message."),
            Parameter("Torii-Time-Zone", .text(), "The IANA name of the person's time zone."),
        ],
        body: .json(
            .named("MessageTokensRequest"),
            example: ["model": "phrasebook", "messages": [["role": "user", "content": "Add 3 green tea bags"]]]
        ),
        answers: [
            Answer(
                200,
                "The number of tokens; the header Torii-Emulated names it if it is an estimate.",
                .json(.object(.always("input_tokens", .integer()))),
                headers: [anthropicVersion]
            )
        ],
        errorForm: .anthropic,
        problems: ofTurns
    )
}

extension Endpoint.Content {
    /// Anthropic's stream: named events, from `message_start` to `message_stop` or `error`.
    fileprivate static let messageEvents = Endpoint.Content(
        mediaType: "text/event-stream",
        schema: .text("Events in Anthropic's form, from `message_start` to `message_stop` or `error`."),
        example: nil
    )
}
