import Accounts
import AgentWire
import HTTPTypes
import StreamingJSON

extension Endpoint {
    package static let chatCompletions = Endpoint(
        operation: .post("/v1/chat/completions", as: "createChatCompletion"),
        summary: "Performs a turn in the form of OpenAI's chat completions.",
        users: .clients(.anyOf([.chat]), data: .own),
        headers: [
            idempotencyKey,
            Parameter("Accept-Language", .text(), "The language of the answer. Default: that of the message."),
            Parameter("Torii-Time-Zone", .text(), "The IANA name of the person's time zone."),
        ],
        body: .json(
            .named("ChatCompletionRequest"),
            example: ["model": "phrasebook", "messages": [["role": "user", "content": "Add 3 green tea bags"]]]
        ),
        answers: [
            Answer(
                200,
                "The answer, or the calls for the client to make; server-sent events if `stream` is true.",
                .json(.named("ChatCompletion")),
                .chunks
            )
        ],
        errorForm: .openAI,
        problems: ofTurns
    )

    package static let models = Endpoint(
        operation: .get("/v1/models", as: "listModels"),
        summary:
            "Lists the models that a request may name, in OpenAI's form or, with `anthropic-version`, in Anthropic's.",
        users: .clients(.anyOf([.chat]), data: .shared),
        headers: [anthropicVersion],
        answers: [Answer(200, "The models.", .json(.either(ModelList.schema, .named("AnthropicModelList"))))],
        errorForm: .openAI,
        sharedWith: .anthropic
    )

    package static let model = Endpoint(
        operation: .get("/v1/models/:model", as: "getModel"),
        summary:
            "Returns a model that a request may name, in OpenAI's form or, with `anthropic-version`, in Anthropic's.",
        users: .clients(.anyOf([.chat]), data: .shared),
        headers: [anthropicVersion],
        answers: [Answer(200, "The model.", .json(.either(.named("Model"), .named("AnthropicModel"))))],
        errorForm: .openAI,
        sharedWith: .anthropic
    )
}

extension Endpoint.Content {
    /// OpenAI's stream: chunks, then `[DONE]`.
    fileprivate static let chunks = Endpoint.Content(
        mediaType: "text/event-stream",
        schema: .text("Events with data only: chunks in OpenAI's form, then `[DONE]`."),
        example: nil
    )
}
