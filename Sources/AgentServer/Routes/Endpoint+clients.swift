import Accounts
import AgentWire
import HTTPTypes
import StreamingJSON

extension Endpoint {
    /// The answer while a run waits for its client.
    private static let waiting = Answer(
        202,
        "The run waits for its client: for a decision or for the output of a tool.",
        .json(.named("Run"))
    )

    /// The header by which a request can be sent again.
    static let idempotencyKey = Parameter(
        "Idempotency-Key",
        WireSchema(json: ["type": "string", "minLength": 1, "maxLength": .integer(IdempotencyKeyField.longest)]),
        "A name for this request; sent again with the same name and body it is carried out once."
    )

    private static let lastEventID = Parameter(
        "Last-Event-ID",
        .text(),
        "The id of the last event that the reader has; the events after it follow."
    )

    /// The problems of a turn, at its beginning and later.
    static let ofTurns: [Problem.Kind] = [
        .conversationBusy, .conversationFull, .conversationTooLong, .conflict, .idempotencyMismatch, .storageFull,
        .budgetExceeded, .overloaded, .noUsableKey, .upstreamFailed, .upstreamUnauthorized, .upstreamBusy,
        .upstreamTimeout, .structuredOutputInvalid, .refused, .runCancelled, .runInterrupted, .deadlineExceeded,
    ]

    static let chat = Endpoint(
        method: .post,
        path: "/v1/chat",
        id: "createTurn",
        summary: "Takes a turn of a conversation, and answers as JSON or as server-sent events.",
        access: .anyOf([.chat]),
        side: .clients,
        headers: [idempotencyKey],
        body: .json(.named("ChatRequest"), example: ["message": "Add 3 green tea bags"]),
        answers: [Answer(200, "The turn's answer.", .json(.named("Reply")), .events), waiting],
        problems: ofTurns
    )

    static let extract = Endpoint(
        method: .post,
        path: "/v1/extract",
        id: "extractValue",
        summary: "Reads a value of a given shape out of a text.",
        access: .anyOf([.extract]),
        side: .clients,
        headers: [idempotencyKey],
        body: .json(
            .named("ExtractRequest"),
            example: [
                "text": "Naomi lives in Kyoto.",
                "schema": ["type": "object", "properties": ["city": ["type": "string"]], "required": ["city"]],
            ]
        ),
        answers: [Answer(200, "The value.", .json(.named("Reply")), .events)],
        problems: ofTurns
    )

    static let runs = Endpoint(
        method: .get,
        path: "/v1/runs",
        id: "listRuns",
        summary: "Lists the client's runs that have not ended.",
        access: .anyRun,
        side: .clients,
        query: [
            Parameter("status", .word(["queued", "running", "waiting"]), "Only runs of this status."), limit, cursor,
        ],
        answers: [Answer(200, "A page of runs.", .json(.named("RunPage")))]
    )

    static let run = Endpoint(
        method: .get,
        path: "/v1/runs/:run",
        id: "getRun",
        summary: "Says where a run stands.",
        access: .anyRun,
        side: .clients,
        answers: [Answer(200, "The run.", .json(.named("Run")))]
    )

    static let runEvents = Endpoint(
        method: .get,
        path: "/v1/runs/:run/events",
        id: "readRunEvents",
        summary: "Streams a run's events from any place on.",
        access: .anyRun,
        side: .clients,
        query: [Parameter("after", .text(), "As Last-Event-ID, or its number alone.")],
        headers: [lastEventID],
        answers: [
            Answer(200, "The events.", .events),
            Answer(204, "The run has ended, and the reader has all of its events."),
        ],
        problems: [.invalidRequest, .conflict, .overloaded]
    )

    static let runOutputs = Endpoint(
        method: .post,
        path: "/v1/runs/:run/outputs",
        id: "answerRun",
        summary: "Gives a waiting run outputs of the client's tools and a person's decisions.",
        access: .anyOf([.chat, .extract]),
        side: .clients,
        body: .json(
            .named("RunAnswers"),
            example: ["decisions": [["call": "call_1", "decision": "approve"]], "stream": true]
        ),
        answers: [
            Answer(200, "What followed, when `stream` was given.", .json(.named("Reply")), .events),
            Answer(202, "The answers are taken, or the run waits again.", .json(.named("Run"))),
        ],
        problems: ofTurns
    )

    static let runCancel = Endpoint(
        method: .post,
        path: "/v1/runs/:run/cancel",
        id: "cancelRun",
        summary: "Stops a run; of one that has ended nothing changes.",
        access: .anyRun,
        side: .clients,
        answers: [Answer(200, "The run.", .json(.named("Run")))]
    )

    static let conversations = Endpoint(
        method: .get,
        path: "/v1/conversations",
        id: "listConversations",
        summary: "Lists the client's conversations, the latest first.",
        access: .anyOf([.chat]),
        side: .clients,
        query: [limit, cursor],
        answers: [Answer(200, "A page of conversations.", .json(.named("ConversationPage")))]
    )

    static let conversationsDeletion = Endpoint(
        method: .delete,
        path: "/v1/conversations",
        id: "deleteConversations",
        summary: "Deletes all conversations of the client, with their runs.",
        access: .anyOf([.chat]),
        side: .clients,
        answers: [
            Answer(
                200,
                "What was deleted.",
                .json(
                    .object(.always("conversations", .integer()), .always("runs", .integer())),
                    example: ["conversations": 2, "runs": 5]
                )
            )
        ],
        problems: [.conversationBusy, .overloaded]
    )

    static let conversation = Endpoint(
        method: .get,
        path: "/v1/conversations/:conversation",
        id: "exportConversation",
        summary: "Exports a conversation with all that was said in it.",
        access: .anyOf([.chat]),
        side: .clients,
        answers: [Answer(200, "The conversation.", .json(.named("ConversationExport")))],
        problems: [.overloaded]
    )

    static let conversationDeletion = Endpoint(
        method: .delete,
        path: "/v1/conversations/:conversation",
        id: "deleteConversation",
        summary: "Deletes a conversation with its runs.",
        access: .anyOf([.chat]),
        side: .clients,
        answers: [Answer(204, "It is gone.")],
        problems: [.conversationBusy]
    )

    static let tools = Endpoint(
        method: .get,
        path: "/v1/tools",
        id: "listTools",
        summary: "Lists the tools that are switched on.",
        access: .anyClient,
        side: .clients,
        answers: [Answer(200, "The tools.", .json(.object(.always("tools", .list(of: .named("Tool"))))))]
    )

    static let toolCall = Endpoint(
        method: .post,
        path: "/v1/tools/:name",
        id: "callTool",
        summary: "Calls a tool without a model; also its failure is an answer.",
        access: .toolInPath,
        side: .clients,
        query: callQuery,
        headers: [idempotencyKey],
        body: .json(.anyObject("The tool's arguments, as its `parameters` have them."), example: ["city": "Kyoto"]),
        answers: [
            Answer(200, "The call, or the events of its run.", .json(.named("ToolCall")), .events, headers: [runHeader])
        ],
        problems: [.confirmationNeeded, .runCancelled, .runInterrupted, .deadlineExceeded] + ofDirectCalls
    )

    static let bareToolCall = Endpoint(
        method: .post,
        path: "/mcp/tools/:name",
        id: "callToolBare",
        summary: "Calls a tool without a model, and answers in the form of an MCP tool result, whatever happened.",
        access: .toolInPath,
        side: .clients,
        query: callQuery,
        headers: [idempotencyKey],
        body: .json(.anything("The tool's arguments."), example: ["city": "Kyoto"]),
        answers: [Answer(200, "The result.", .json(.named("ToolResult")), headers: [runHeader])],
        problems: ofDirectCalls
    )

    static let healthSamples = Endpoint(
        method: .post,
        path: "/v1/health/samples",
        id: "uploadHealthSamples",
        summary: "Stores what a phone has measured.",
        access: .anyOf([.tool("fetchHealthData")]),
        side: .clients,
        query: [timeZone],
        body: .json(
            .anything("Torii's own form, or an exporter's; Documentation/SendHealthData.md has both."),
            example: ["samples": [["metric": "step_count", "start": "2026-11-18T09:00:00+09:00", "value": 1200]]]
        ),
        answers: [Answer(200, "What was taken.", .json(.named("HealthUpload")))],
        problems: [.storageFull, .overloaded]
    )

    static let healthSamplesDeletion = Endpoint(
        method: .delete,
        path: "/v1/health/samples",
        id: "deleteHealthSamples",
        summary: "Deletes all health samples of the client.",
        access: .anyOf([.tool("fetchHealthData")]),
        side: .clients,
        answers: [Answer(200, "How many were deleted.", .json(.object(.always("deleted", .integer()))))]
    )

    private static let limit = Parameter(
        "limit",
        .integer(from: 1, to: 200),
        "The most elements of the page; 50 without it."
    )
    private static let cursor = Parameter("cursor", .text(), "`next` of the page before; the first page without it.")
    private static let timeZone = Parameter(
        "time_zone",
        .text(),
        "The IANA name of the zone in which a day begins; the server's without it."
    )
    /// The header that names the run of a direct call.
    private static let runHeader = Parameter("Torii-Run", .text(), "The run's id; missing where no run was made.")

    /// The problems of a direct call before its tool is called.
    private static let ofDirectCalls: [Problem.Kind] = [
        .conflict, .idempotencyMismatch, .budgetExceeded, .overloaded,
    ]

    private static let callQuery = [
        Parameter("locale", .text(), "The BCP 47 tag of the person's language."), timeZone,
        Parameter("confirm", .word(["true", "false"]), "`true` when a person was asked and agrees."),
        Parameter(
            "on_disconnect",
            .word(ChatRequest.DisconnectPolicy.allCases.map(\.rawValue)),
            "`finish` lets the call end when its caller hangs up; it is cancelled at once without it."
        ),
    ]
}
