import AgentWire

extension WireSchema {
    /// The schemas of the times and counts of runs.
    static let adminRuns: [(name: String, schema: WireSchema)] = [
        ("AdminRun", adminRun), ("RunSpan", runSpan), ("RunTimeline", runTimeline), ("RunCounts", runCounts),
    ]

    private static let statuses = WireRun.Status.allCases.map(\.rawValue)

    private static let adminRun = WireSchema.object(
        .always("id", .text()),
        .always("client", .text()),
        .always("client_name", .text("Null for a deleted client.").orNull),
        .always("model", .text("Null for a direct call.").orNull),
        .always("tool", .text("The tool of a direct call.").orNull),
        .always("status", .word(statuses)),
        .always("created_at", .time()),
        .always("updated_at", .time()),
        .always("queue_ms", .integer("The time in which it waited for a slot.").orNull),
        .always("duration_ms", .integer("The time from the request to the end.").orNull),
        .always("rounds", .integer("The number of model calls.")),
        .always("tool_calls", .integer("The number of calls of the server's tools.")),
        .always("input_tokens", .integer()),
        .always("cached_tokens", .integer()),
        .always("output_tokens", .integer()),
        .always("problem", .text("The kind of problem with which it failed.").orNull),
        note: "A run, without its texts."
    )
    private static let runSpan = WireSchema.object(
        .always("kind", .word(WireRunSpan.Kind.allCases.map(\.rawValue))),
        .always("start_ms", .integer("The milliseconds since the run's request.")),
        .always("duration_ms", .integer("Null until it has ended.").orNull),
        .maybe("round", .integer("The number of the model call, from 1.")),
        .maybe("upstream", .text("Of a round.")),
        .maybe("model", .text("Of a round.").orNull),
        .maybe("first_token_ms", .integer("Of a round: the milliseconds until the first piece.").orNull),
        .maybe("input_tokens", .integer("Of a round.")),
        .maybe("cached_tokens", .integer("Of a round.")),
        .maybe("output_tokens", .integer("Of a round.")),
        .maybe("finish", .text("Of a round: the model's reason, `failed` or `stopped`.").orNull),
        .maybe("tool", .text("Of a tool or a wait.")),
        .maybe("state", .word(["running", "done", "failed", "stopped"], "Of a tool.")),
        .maybe("wait", .word(["approval", "client_tool"], "Of a wait."))
    )
    private static let runTimeline = WireSchema.object(
        .always("run", .named("AdminRun")),
        .always("spans", .list(of: .named("RunSpan"))),
        .always("spans_omitted", .integer("The number of spans that were not kept."))
    )
    private static let runCounts = WireSchema.object(
        .always("since", .time()),
        .always("counts", object(statuses.map { .always($0, .integer()) }, isClosed: false, nil))
    )
}
