import AgentWire
import HTTPTypes

extension Endpoint {
    private static let rowNumber = WireSchema.integer(from: 1)

    private static let period = [
        Parameter("from", .time(), "The time of the first row."),
        Parameter("until", .time(), "The time after the last row."),
    ]
    package static let audit = adminRead(
        .get("audit", as: "listAuditRows"),
        "Lists rows of the audit chain, the latest first.",
        .administrators(readAccess, data: .shared),
        query: [
            Parameter("actor", .text(), "Only rows of this actor."), Parameter("action", .text(), "Only this action."),
            Parameter("object", .text(), "Only objects that start with this text."),
        ] + period + [
            Parameter("before", rowNumber, "The value of `next` in the previous page."),
            countLimit(upTo: 1000, default: 100),
        ],
        answers: Answer(200, "A page of rows.", .json(WireAuditPage.schema), .table)
    )
    package static let auditExport = adminRead(
        .get("audit/export", as: "exportAudit"),
        "Exports the audit chain.",
        .administrators(readAccess, data: .shared),
        query: [Parameter("from_row", rowNumber, "The first row. Default: 1.")],
        answers: Answer(200, "A row in each line.", .lines)
    )
    package static let auditVerification = adminRead(
        .get("audit/verification", as: "verifyAudit"),
        "Checks that no row of the audit chain was changed or removed.",
        .administrators(readAccess, data: .shared),
        query: [
            Parameter("from_row", rowNumber, "The first row to check."),
            Parameter("noted", .text(), "A head from an earlier check."),
        ],
        answers: Answer(200, "The result.", .json(WireAuditVerdict.schema))
    )
    package static let usage = adminRead(
        .get("usage", as: "listUsage"),
        "Lists the usage by client, day and model.",
        .administrators(readAccess, data: .shared),
        query: [
            Parameter("client", .text(), "Only this client."),
            Parameter("user", .text(), "Only this user of the client, without tokens that were written to caches."),
            Parameter("from", .day, "The first day."),
            Parameter("to", .day, "The last day."), countLimit(upTo: 10_000, default: 1000),
        ],
        answers: Answer(200, "The usage.", .json(WireList<WireUsageRow>.schema), .table)
    )

    package static let usageSummary = adminRead(
        .get("usage/summary", as: "summarizeUsage"),
        "Sums the usage of a period by hour or day and by client or model, with totals.",
        .administrators(readAccess, data: .shared),
        query: [
            Parameter("by", .word(["hour", "day"]), "Default: day. At most 31 days by hour, 366 by day."),
            Parameter("group", .word(["client", "model"]), "Default: model."),
            Parameter("client", .text(), "Only this client."),
            Parameter("time_zone", .text(), "The IANA time zone of the days. Default: GMT."),
        ] + period,
        answers: Answer(200, "The summary; a period ends before `until`.", .json(WireUsageSummary.schema))
    )

    // MARK: Tools of other servers

    package static let toolDefinitions = adminRead(
        .get("tools", as: "listToolDefinitions"),
        "Lists the definitions of other servers' tools, the tools that providers did not accept, and what users need to call each tool.",
        .administrators(readAccess, data: .shared),
        query: [Parameter("server", .text(), "Only tools of this server.")],
        answers: Answer(200, "The definitions.", .json(WireToolDefinitions.schema))
    )
    package static let toolAcceptance = admin(
        .post("tools/:server/accept", as: "acceptToolDefinitions"),
        "Accepts the last definition of one tool, or of all tools, of another server.",
        .administrators(keyWriteAccess, data: .shared),
        body: ToolAcceptanceRequest.schema,
        isBodyOptional: true,
        danger: .never,
        answers: Answer(
            200,
            "The definitions that were not accepted before.",
            .json(WireList<WireToolDefinition>.schema)
        ),
        problems: [.notFound, .conflict]
    )
}
