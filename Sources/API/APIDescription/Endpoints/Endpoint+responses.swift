import Accounts
import AgentWire
import HTTPTypes
import StreamingJSON

extension Endpoint {
    package static let responses = Endpoint(
        operation: .post("/v1/responses", as: "createResponse"),
        summary: "Performs a turn in the form of OpenAI's Responses.",
        users: .clients(.anyOf([.chat]), data: .own),
        headers: [
            idempotencyKey,
            Parameter("Accept-Language", .text(), "The language of the answer. Default: that of the message."),
            Parameter("Torii-Time-Zone", .text(), "The IANA name of the person's time zone."),
            Parameter("Torii-Items", .text(), "`none` leaves out this server's own items. Default: they are shown."),
        ],
        body: .json(.named("ResponseRequest"), example: ["model": "phrasebook", "input": "Add 3 green tea bags"]),
        answers: [
            Answer(
                200,
                "The response; server-sent events if `stream` is true.",
                .json(.named("Response")),
                .responseEvents
            )
        ],
        errorForm: .responses,
        problems: ofTurns
    )

    package static let response = Endpoint(
        operation: .get("/v1/responses/:response", as: "getResponse"),
        summary: "Returns a stored response as it is now, or its events.",
        users: .clients(.anyOf([.chat]), data: .own),
        query: [
            Parameter("stream", .flag(), "Whether to respond with server-sent events. Default: false."),
            Parameter(
                "starting_after",
                .integer(from: 0),
                "The sequence number of the last event that the reader has received."
            ),
        ],
        answers: [Answer(200, "The response.", .json(.named("Response")), .responseEvents)],
        errorForm: .responses,
        problems: [.runElsewhere]
    )

    package static let responseInputTokens = Endpoint(
        operation: .post("/v1/responses/input_tokens", as: "countResponseInputTokens"),
        summary: "Counts the tokens that a model would receive for a request.",
        users: .clients(.anyOf([.chat]), data: .own),
        body: .json(.named("ResponseRequest"), example: ["model": "phrasebook", "input": "Add 3 green tea bags"]),
        answers: [
            Answer(
                200,
                "The count; `Torii-Emulated` names it if it is an estimate.",
                .json(.object(.always("object", .word(["response.input_tokens"])), .always("input_tokens", .integer())))
            )
        ],
        errorForm: .responses,
        problems: ofTurns
    )

    package static let responseDeletion = Endpoint(
        operation: .delete("/v1/responses/:response", as: "deleteResponse"),
        summary: "Deletes a response that has ended.",
        users: .clients(.anyOf([.chat]), data: .own),
        answers: [
            Answer(
                200,
                "The response was deleted.",
                .json(
                    .object(.always("id", .text()), .always("object", .word(["response"])), .always("deleted", .flag()))
                )
            )
        ],
        errorForm: .responses,
        problems: [.conflict, .runElsewhere]
    )

    package static let responseCancel = Endpoint(
        operation: .post("/v1/responses/:response/cancel", as: "cancelResponse"),
        summary: "Cancels a response with `background`; one that has ended stays as it is.",
        users: .clients(.anyOf([.chat]), data: .own),
        answers: [Answer(200, "The response.", .json(.named("Response")))],
        errorForm: .responses,
        problems: [.invalidRequest, .runElsewhere]
    )

    package static let responseInputItems = Endpoint(
        operation: .get("/v1/responses/:response/input_items", as: "listResponseInputItems"),
        summary: "Lists the input items of a response's request.",
        users: .clients(.anyOf([.chat]), data: .own),
        query: [
            Parameter("limit", .integer(from: 1, to: 100), "The maximum number of items. Default: 20."),
            Parameter("order", .word(ResponseInputItems.Order.allCases.map(\.rawValue)), "Default: desc."),
            Parameter("after", .text(), "The id of the last item of the page before."),
        ],
        answers: [
            Answer(
                200,
                "The items.",
                .json(
                    .object(
                        .always("object", .word(["list"])),
                        .always("data", .list(of: .anyObject("An item in OpenAI's form."))),
                        .always("first_id", .text().orNull),
                        .always("last_id", .text().orNull),
                        .always("has_more", .flag())
                    )
                )
            )
        ],
        errorForm: .responses
    )
}

extension Endpoint.Content {
    /// The stream of Responses: typed events, then `[DONE]`.
    fileprivate static let responseEvents = Endpoint.Content(
        mediaType: "text/event-stream",
        schema: .text("Events in the form of OpenAI's Responses, then `[DONE]`."),
        example: nil
    )
}
