import Accounts
import AgentWire
import HTTPTypes
import StreamingJSON

extension Endpoint {
    static let chatCompletions = Endpoint(
        method: .post,
        path: "/v1/chat/completions",
        id: "createChatCompletion",
        summary: "Takes a turn in the form of OpenAI's chat completions.",
        access: .anyOf([.chat]),
        side: .clients,
        headers: [
            idempotencyKey,
            Parameter("Accept-Language", .text(), "The language to answer in; that of the message without it."),
            Parameter("Torii-Time-Zone", .text(), "The IANA name of the zone in which a day begins."),
        ],
        body: .json(
            .named("ChatCompletionRequest"),
            example: ["model": "phrasebook", "messages": [["role": "user", "content": "Add 3 green tea bags"]]]
        ),
        answers: [
            Answer(
                200,
                "The answer, or the calls that the client makes; server-sent events when `stream` is true.",
                .json(.named("ChatCompletion")),
                .chunks
            )
        ],
        errorForm: .openAI,
        problems: ofTurns
    )

    static let models = Endpoint(
        method: .get,
        path: "/v1/models",
        id: "listModels",
        summary: "Lists the models that can be asked, in OpenAI's form.",
        access: .anyOf([.chat]),
        side: .clients,
        answers: [
            Answer(
                200,
                "The models.",
                .json(.object(.always("object", .word(["list"])), .always("data", .list(of: .named("Model")))))
            )
        ],
        errorForm: .openAI
    )

    static let model = Endpoint(
        method: .get,
        path: "/v1/models/:model",
        id: "getModel",
        summary: "Describes a model that can be asked, in OpenAI's form.",
        access: .anyOf([.chat]),
        side: .clients,
        answers: [Answer(200, "The model.", .json(.named("Model")))],
        errorForm: .openAI
    )
}

extension Endpoint.Content {
    /// OpenAI's stream: chunks, then `[DONE]`.
    fileprivate static let chunks = Endpoint.Content(
        mediaType: "text/event-stream",
        schema: .text("Events of data alone: chunks of OpenAI's form, then `[DONE]`."),
        example: nil
    )
}
