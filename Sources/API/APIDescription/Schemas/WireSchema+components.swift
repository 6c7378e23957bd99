import AgentWire
import StreamingJSON

extension WireSchema {
    /// The named schemas, in the order of the document.
    static let components: [(name: String, schema: WireSchema)] =
        [
            ("Problem", problem), ("ProblemInAnEvent", problemOfARun), ("Readiness", readiness),
            ChatRequest.component, ClientTool.component, ExtractRequest.component, ("RunAnswers", runAnswers),
            ChatReply.component, ReplyMessage.component, WireArtifact.component, WireUsage.component,
            WireToolCall.component, ("ToolResult", toolResult), RequiredAction.component, RunDescription.component,
            RunPage.component, ConversationPage.component, ConversationPage.Conversation.component,
            MessagePage.component, ConversationDocument.component, ToolDescription.component,
            ("HealthUpload", healthUpload),
        ] + chatCompletions + responses + messages + modelContextProtocol + conversations + devices + administration

    private static let faults = WireSchema.list(
        of: .object(
            .always("pointer", .text("The location in the body, as a JSON pointer.")),
            .always("detail", .text())
        )
    )

    /// A problem document (RFC 9457).
    private static let problem = problem(.always("request_id", .text("The id of the request in the server's log.")))

    /// A problem document in a run, without a request id.
    private static let problemOfARun = problem()

    private static func problem(_ more: Member...) -> WireSchema {
        let kinds = Problem.Kind.allCases.map { "urn:torii:problem:\($0.rawValue)" }
        return object(
            [
                .always("type", .word(kinds)), .always("title", .text()),
                .always("status", .integer(from: 400, to: 599)),
                .always("detail", .text("The cause and the remedy.")),
                .maybe("errors", faults), .maybe("errors_omitted", .integer(from: 1)),
                .maybe("violated-policies", .list(of: .text())), .maybe("run", .text()),
                .maybe("conversation", .text()),
                .maybe("permanent", .flag("True if a repetition fails until the operator has changed something.")),
            ] + more,
            isClosed: false,
            "A problem document (RFC 9457)."
        )
    }

    private static let readiness = WireSchema.object(
        .always("status", .word(["ready", "degraded", "not_ready"])),
        .always(
            "checks",
            .object(
                ["store", "journal", "turns", "memory", "models", "model_ends", "tool_files", "tools"]
                    .map { .always($0, .word(["ok", "failed"])) }
                    + [.maybe("issuers", .word(["ok", "failed"]))],
                isClosed: false,
                nil
            )
        ),
        .maybe("reason", .text("Why the server is degraded, and what to do."))
    )

    private static let runAnswers = WireSchema.closed(
        .maybe(
            "outputs",
            .list(
                of: .closed(
                    .always("call", .nonEmptyText()),
                    .maybe("output", .anything("The tool's output.")),
                    .maybe("error", .text("The reason why there is no output.").orNull)
                ),
                most: 256
            ).orNull
        ),
        .maybe(
            "decisions",
            .list(
                of: .closed(
                    .always("call", .nonEmptyText()),
                    .always("decision", .word(["approve", "reject"])),
                    .maybe("reason", .text().orNull)
                ),
                most: 256
            ).orNull
        ),
        .maybe(
            "stream",
            .flag(
                "True to receive the events that follow, false to wait for the reply. Default: an immediate response."
            ).orNull
        )
    )

    private static let toolResult = WireSchema.object(
        .always("content", .list(of: .object(.always("type", .word(["text"])), .always("text", .text())))),
        .maybe("isError", .flag())
    )

    private static let healthUpload = WireSchema.object(
        .always("entries", .integer()),
        .always("added", .integer()),
        .always("replaced", .integer()),
        .always("unchanged", .integer()),
        .always("rejected", .integer()),
        .maybe("refused", .integer()),
        .maybe("errors", faults),
        .maybe("ignored", .map(of: .integer()))
    )
}
