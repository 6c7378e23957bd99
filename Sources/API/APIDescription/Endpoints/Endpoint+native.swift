import Accounts
import AgentWire
import HTTPTypes
import StreamingJSON

extension Endpoint {
    /// The response while a run waits for its client.
    private static let waiting = Answer(
        202,
        "The run waits for its client: for a decision or for the output of a tool.",
        .json(.named("Run"))
    )

    /// The header field with which a request can be sent again.
    static let idempotencyKey = Parameter(
        "Idempotency-Key",
        WireSchema(json: ["type": "string", "minLength": 1, "maxLength": .integer(IdempotencyKeyField.longest)]),
        "A key for this request. The same request with the same key is performed only once."
    )

    private static let lastEventID = Parameter(
        "Last-Event-ID",
        .text(),
        "The id of the last event that the reader has received. The stream continues after it."
    )

    /// The header field with which a request asks for the run's id at once.
    private static let prefer = Parameter(
        "Prefer",
        .text(),
        "`respond-async`: respond with 202 and the run as soon as it exists; its events are at /v1/runs/{run}/events."
    )

    /// The response to a request with `Prefer: respond-async`, or while a run waits for its client.
    private static let accepted = Answer(
        202,
        "The run, for a request with `Prefer: respond-async`; or the run waits for its client.",
        .json(.named("Run")),
        headers: [Parameter("Location", .text(), "The run's path.")]
    )

    /// The problems of a turn, at its start and later.
    static let ofTurns: [Problem.Kind] = [
        .conversationBusy, .runElsewhere, .conversationFull, .conversationTooLong, .conflict, .idempotencyMismatch,
        .storageFull, .budgetExceeded, .overloaded, .noUsableKey, .upstreamFailed, .upstreamUnauthorized, .upstreamBusy,
        .upstreamTimeout, .structuredOutputInvalid, .refused, .runCancelled, .runInterrupted, .deadlineExceeded,
    ]

    package static let chat = Endpoint(
        operation: .post("/v1/chat", as: "createTurn"),
        summary: "Performs a turn of a conversation, and responds with JSON or server-sent events.",
        users: .clients(.anyOf([.chat]), data: .own),
        headers: [idempotencyKey, prefer],
        body: .json(.named("ChatRequest"), example: ["message": "Add 3 green tea bags"]),
        answers: [Answer(200, "The turn's reply.", .json(.named("Reply")), .events), accepted],
        problems: ofTurns
    )

    package static let extract = Endpoint(
        operation: .post("/v1/extract", as: "extractValue"),
        summary: "Reads a value from a text by a JSON Schema.",
        users: .clients(.anyOf([.extract]), data: .own),
        headers: [idempotencyKey, prefer],
        body: .json(
            .named("ExtractRequest"),
            example: [
                "text": "Naomi lives in Kyoto.",
                "schema": ["type": "object", "properties": ["city": ["type": "string"]], "required": ["city"]],
            ]
        ),
        answers: [Answer(200, "The value.", .json(.named("Reply")), .events), accepted],
        problems: ofTurns
    )

    package static let runs = Endpoint(
        operation: .get("/v1/runs", as: "listRuns"),
        summary: "Lists the client's runs that have not ended.",
        users: .clients(.anyRun, data: .own),
        query: [
            Parameter("status", .word(["queued", "running", "waiting"]), "Only runs of this status."), limit, cursor,
        ],
        answers: [Answer(200, "A page of runs.", .json(.named("RunPage")))]
    )

    package static let run = Endpoint(
        operation: .get("/v1/runs/:run", as: "getRun"),
        summary: "Returns a run with its status.",
        users: .clients(.anyRun, data: .own),
        answers: [Answer(200, "The run.", .json(.named("Run")))]
    )

    package static let runEvents = Endpoint(
        operation: .get("/v1/runs/:run/events", as: "readRunEvents"),
        summary: "Streams a run's events, from the first one or after any other.",
        users: .clients(.anyRun, data: .own),
        query: [Parameter("after", .text(), "Like Last-Event-ID; the number alone is enough.")],
        headers: [lastEventID],
        answers: [
            Answer(200, "The events.", .events),
            Answer(204, "The run has ended, and the reader has received all of its events."),
        ],
        problems: [.invalidRequest, .conflict, .runElsewhere, .overloaded]
    )

    package static let runOutputs = Endpoint(
        operation: .post("/v1/runs/:run/outputs", as: "answerRun"),
        summary: "Sends a waiting run the outputs of the client's tools and a person's decisions.",
        users: .clients(.anyOf([.chat, .extract]), data: .own),
        body: .json(
            .named("RunAnswers"),
            example: ["decisions": [["call": "call_1", "decision": "approve"]], "stream": true]
        ),
        answers: [
            Answer(200, "The reply or the events that follow, if `stream` is set.", .json(.named("Reply")), .events),
            Answer(202, "The answers are accepted, or the run waits again.", .json(.named("Run"))),
        ],
        problems: ofTurns
    )

    package static let runCancel = Endpoint(
        operation: .post("/v1/runs/:run/cancel", as: "cancelRun"),
        summary: "Cancels a run; has no effect after its end.",
        users: .clients(.anyRun, data: .own),
        answers: [Answer(200, "The run.", .json(.named("Run")))],
        problems: [.runElsewhere]
    )

    package static let conversations = Endpoint(
        operation: .get("/v1/conversations", as: "listConversations"),
        summary: "Lists the client's conversations, the latest first.",
        users: .clients(.anyOf([.chat]), data: .own),
        query: [
            limit, cursor,
            Parameter(
                "q",
                .text(),
                "Only conversations with this text in the title or a message, in any case and width. At most 200 characters. "
                    + "A page ends when it has read enough, also with few conversations or none: go on until `next` is null."
            ),
        ],
        answers: [Answer(200, "A page of conversations.", .json(.named("ConversationPage")))],
        sharedWith: .responses,
        problems: [.overloaded]
    )

    package static let conversationsDeletion = Endpoint(
        operation: .delete("/v1/conversations", as: "deleteConversations"),
        summary: "Deletes all conversations of the client, with their runs.",
        users: .clients(.anyOf([.chat]), data: .own),
        answers: [
            Answer(
                200,
                "The numbers of deleted conversations and runs.",
                .json(
                    .object(.always("conversations", .integer()), .always("runs", .integer())),
                    example: ["conversations": 2, "runs": 5]
                )
            )
        ],
        sharedWith: .responses,
        problems: [.conversationBusy, .runElsewhere, .overloaded]
    )

    package static let conversation = Endpoint(
        operation: .get("/v1/conversations/:conversation", as: "exportConversation"),
        summary: "Exports a conversation with all of its messages; without them for OpenAI's client libraries.",
        users: .clients(.anyOf([.chat]), data: .own),
        answers: [
            Answer(
                200,
                "The conversation. OpenAI's client libraries, and requests with `OpenAI-Beta`, get OpenAI's form.",
                .json(.either(.named("ConversationExport"), .named("Conversation")))
            )
        ],
        sharedWith: .responses,
        problems: [.overloaded]
    )

    package static let conversationMessages = Endpoint(
        operation: .get("/v1/conversations/:conversation/messages", as: "listConversationMessages"),
        summary: "Lists the messages of a conversation as people see them, the latest page first.",
        users: .clients(.anyOf([.chat]), data: .own),
        query: [
            Parameter("limit", .integer(from: 2, to: 200), "The approximate number of messages. Default: 50."),
            Parameter("before", .text(), "The `previous` of the page after."),
        ],
        answers: [Answer(200, "A page of messages, the oldest first.", .json(.named("MessagePage")))],
        problems: [.overloaded]
    )

    package static let conversationTitle = Endpoint(
        operation: .patch("/v1/conversations/:conversation", as: "renameConversation"),
        summary: "Replaces the title of a conversation.",
        users: .clients(.anyOf([.chat]), data: .own),
        body: .json(ConversationTitleRequest.schema, example: ["title": "Tea"]),
        answers: [Answer(200, "The conversation.", .json(.named("ConversationSummary")))],
        sharedWith: .responses,
        problems: [.overloaded]
    )

    package static let conversationDeletion = Endpoint(
        operation: .delete("/v1/conversations/:conversation", as: "deleteConversation"),
        summary: "Deletes a conversation with its runs.",
        users: .clients(.anyOf([.chat]), data: .own),
        answers: [
            Answer(204, "The conversation is deleted."),
            Answer(
                200,
                "The conversation is deleted, in OpenAI's form: for its client libraries, and for requests with `OpenAI-Beta`.",
                .json(
                    .object(
                        .always("id", .text()),
                        .always("object", .word(["conversation.deleted"])),
                        .always("deleted", .flag())
                    )
                )
            ),
        ],
        sharedWith: .responses,
        problems: [.conversationBusy, .runElsewhere]
    )

    package static let tools = Endpoint(
        operation: .get("/v1/tools", as: "listTools"),
        summary: "Lists the tools that are switched on.",
        users: .clients(.anyClient, data: .shared),
        answers: [Answer(200, "The tools.", .json(.object(.always("tools", .list(of: .named("Tool"))))))]
    )

    package static let toolCall = Endpoint(
        operation: .post("/v1/tools/:name", as: "callTool"),
        summary: "Calls a tool without a model; a failure of the tool is reported with status 200.",
        users: .clients(.toolInPath, data: .own),
        query: callQuery,
        headers: [idempotencyKey],
        body: .json(.anyObject("The tool's arguments, as in its `parameters`."), example: ["city": "Kyoto"]),
        answers: [
            Answer(200, "The call, or the events of its run.", .json(.named("ToolCall")), .events, headers: [runHeader])
        ],
        problems: [.confirmationNeeded, .runCancelled, .runInterrupted, .deadlineExceeded] + ofDirectCalls
    )

    package static let bareToolCall = Endpoint(
        operation: .post("/mcp/tools/:name", as: "callToolBare"),
        summary: "Calls a tool without a model, and always responds in the form of an MCP tool result.",
        users: .clients(.toolInPath, data: .own),
        query: callQuery,
        headers: [idempotencyKey],
        body: .json(.anything("The tool's arguments."), example: ["city": "Kyoto"]),
        answers: [Answer(200, "The result.", .json(.named("ToolResult")), headers: [runHeader])],
        problems: ofDirectCalls
    )

    package static let healthSamples = Endpoint(
        operation: .post("/v1/health/samples", as: "uploadHealthSamples"),
        summary: "Stores a phone's measurements.",
        users: .clients(.anyOf([.tool("fetchHealthData")]), data: .own),
        query: [timeZone],
        body: .json(
            .anything("Torii's form or that of an exporter; see Documentation/SendHealthData.md."),
            example: ["samples": [["metric": "step_count", "start": "2026-11-18T09:00:00+09:00", "value": 1200]]]
        ),
        answers: [Answer(200, "The numbers of stored and rejected samples.", .json(.named("HealthUpload")))],
        problems: [.storageFull, .overloaded]
    )

    package static let healthSamplesDeletion = Endpoint(
        operation: .delete("/v1/health/samples", as: "deleteHealthSamples"),
        summary: "Deletes all health samples of the client.",
        users: .clients(.anyOf([.tool("fetchHealthData")]), data: .own),
        answers: [Answer(200, "The number of deleted samples.", .json(.object(.always("deleted", .integer()))))]
    )

    private static let limit = Parameter(
        "limit",
        .integer(from: 1, to: 200),
        "The most elements of the page. Default: 50."
    )
    private static let cursor = Parameter(
        "cursor",
        .text(),
        "The value of `next` in the previous page. Default: the first page."
    )
    private static let timeZone = Parameter(
        "time_zone",
        .text(),
        "The IANA name of the person's time zone. Default: that of the server."
    )
    /// The header field with the id of a direct call's run.
    private static let runHeader = Parameter("Torii-Run", .text(), "The run's id; missing if there is no run.")

    /// The problems of a direct call before its tool is called.
    private static let ofDirectCalls: [Problem.Kind] = [
        .conflict, .runElsewhere, .idempotencyMismatch, .budgetExceeded, .overloaded,
    ]

    private static let callQuery = [
        Parameter("locale", .text(), "The BCP 47 tag of the person's language."), timeZone,
        Parameter("confirm", .word(["true", "false"]), "`true` if a person was asked and agrees."),
        Parameter(
            "on_disconnect",
            .word(ChatRequest.DisconnectPolicy.allCases.map(\.rawValue)),
            "`finish` completes the call even if its caller disconnects. Default: it is cancelled at once."
        ),
    ]
}
