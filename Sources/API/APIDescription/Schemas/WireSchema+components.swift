import AgentWire
import StreamingJSON

extension WireSchema {
    /// The named schemas, in the order of the document.
    static let components: [(name: String, schema: WireSchema)] =
        [
            ("Problem", problem), ("ProblemInAnEvent", problemOfARun), ("Readiness", readiness),
            ("ChatRequest", chatRequest),
            ("ClientTool", clientTool), ("ExtractRequest", extractRequest), ("RunAnswers", runAnswers),
            ("Reply", reply),
            ("Message", message), WireArtifact.component, ("Usage", usage), WireToolCall.component,
            ("ToolResult", toolResult),
            RequiredAction.component, ("Run", run), RunPage.component,
            ConversationPage.component, ConversationPage.Conversation.component,
            MessagePage.component,
            ConversationDocument.component, ToolDescription.component, ("HealthUpload", healthUpload),
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

    private static let readiness: WireSchema = {
        let check = WireSchema.word(["ok", "failed"])
        return .object(
            .always("status", .word(["ready", "degraded", "not_ready"])),
            .always(
                "checks",
                .object(
                    .always("store", check),
                    .always("journal", check),
                    .always("turns", check),
                    .always("memory", check),
                    .always("models", check),
                    .always("model_ends", check),
                    .always("tool_files", check),
                    .always("tools", check)
                )
            ),
            .maybe("reason", .text("Why the server is degraded, and what to do."))
        )
    }()

    private static let chatRequest = WireSchema.closed(
        .maybe("message", .text("The person's message; it may be empty only beside images.").orNull),
        .maybe(
            "images",
            .list(
                of: .closed(
                    .always("url", .nonEmptyText("A `data:` URL with the image in base64, or an `https:` URL.")),
                    .maybe("detail", .words(of: ChatRequest.Image.Detail.self).orNull)
                ),
                "The images beside the message.",
                most: 16
            ).orNull
        ),
        .maybe("instructions", .text("The app's instructions for the model.").orNull),
        .maybe("temperature", .number("From 0 to 2.").orNull),
        .maybe("top_p", .number("From 0 to 1.").orNull),
        .maybe("max_output_tokens", .integer("The most tokens of the answer.", from: 1).orNull),
        .maybe("stop", .anything("A text, or up to 4 texts, before which the model stops.").orNull),
        .maybe("seed", .integer("The seed of the choice of tokens.", from: nil).orNull),
        .maybe("reasoning_effort", .words(of: ReasoningEffort.self).orNull),
        .maybe("reasoning", .flag("Whether the stream has the model's reasoning as `reasoning.delta`.").orNull),
        .maybe("conversation", .text("The conversation to continue. Default: a new one.").orNull),
        .maybe(
            "replaces",
            .text("An earlier run of the conversation, which this turn replaces with all later turns.").orNull
        ),
        .maybe("model", .text("The model. Default: the server chooses.").orNull),
        .maybe("locale", .text("The BCP 47 tag of the answer's language.").orNull),
        .maybe("time_zone", .text("The IANA name of the person's time zone.").orNull),
        .maybe("stream", .flag("Whether to respond with server-sent events. Default: by the Accept field.").orNull),
        .maybe(
            "tools",
            .list(of: .nonEmptyText(), "The tools that the model may call. Default: all.", most: 256).orNull
        ),
        .maybe(
            "client_tools",
            .list(of: .named("ClientTool"), "The tools that the client runs itself.", most: 64).orNull
        ),
        .maybe("response_format", .anyObject("The JSON Schema for the answer.").orNull),
        .maybe("confidence", .word(["self_report"], "The method for the confidence of the answer.").orNull),
        .maybe("on_disconnect", .words(of: ChatRequest.DisconnectPolicy.self).orNull),
        .maybe("on_busy", .words(of: ChatRequest.BusyPolicy.self).orNull),
        .maybe("approve_by_message", .flag("Whether a plain yes or no decides the only open approval.").orNull),
        .maybe(
            "device",
            WireSchema.closed(
                .always("id", .text("As in `/v1/devices/{device}`.")),
                .maybe("app", .text("The app that sends the turn.").orNull),
                .maybe(
                    "onScreen",
                    .list(
                        of: .object(
                            .always("type", .text("The schema of the entity.")),
                            .always("id", .text()),
                            .maybe("title", .text().orNull),
                            .maybe("selected", .flag().orNull)
                        ),
                        "What the person sees, the most important first.",
                        most: 50
                    ).orNull
                ),
                note: "The device that sends the turn, if it has a toolbox."
            ).orNull
        )
    )

    private static let clientTool = WireSchema.closed(
        .always("name", .nonEmptyText()),
        .always("description", .nonEmptyText()),
        .maybe("parameters", .anyObject("The JSON Schema of its arguments.")),
        .maybe("output", .anything("The JSON Schema of its output."))
    )

    private static let extractRequest = WireSchema.closed(
        .maybe("text", .nonEmptyText("The text; alternatively `messages`.").orNull),
        .maybe(
            "messages",
            .list(of: .closed(.always("role", .nonEmptyText()), .always("text", .nonEmptyText()))).orNull
        ),
        .always("schema", .anyObject("The JSON Schema of the value.")),
        .maybe("instructions", .text().orNull),
        .maybe("model", .text().orNull),
        .maybe("locale", .text().orNull),
        .maybe("time_zone", .text().orNull),
        .maybe("stream", .flag().orNull),
        .maybe("confidence", .words(of: WireConfidenceMethod.self).orNull),
        .maybe("on_disconnect", .words(of: ChatRequest.DisconnectPolicy.self).orNull)
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

    private static let shares = WireSchema.map(of: .number())

    private static let reply = WireSchema.object(
        .always("run", .text()),
        .maybe("conversation", .text("Missing for an extraction.")),
        .always("status", .word(["completed"])),
        .always("message", .named("Message")),
        .maybe("object", .anything("The value, if the request had a schema.")),
        .maybe("confidence", .number()),
        .maybe("part_confidences", shares),
        .always("tool_calls", .list(of: .named("ToolCall"))),
        .always("usage", .named("Usage")),
        .always("model", .text("The model of the answer."))
    )

    private static let message = WireSchema.object(
        .always("role", .word(["assistant"])),
        .always("text", .text()),
        .always("artifacts", .list(of: .named("Artifact"))),
        .maybe("refused", .flag("Whether the model declined to answer; the text is its explanation."))
    )

    private static let usage = WireSchema.object(
        .always("input_tokens", .integer()),
        .always("output_tokens", .integer()),
        .always("total_tokens", .integer()),
        .maybe("cost", costAmount),
        .maybe("unpriced", .flag("Whether a model that was used has no price; the cost is then null."))
    )

    /// The cost of a turn; missing if it used no tokens.
    private static let costAmount = WireSchema.object(
        .always("amount", .text("A decimal number, such as \"0.0123\".")),
        .always("currency", .text("Such as `USD`."))
    ).orNull

    /// The member that counts of tokens in other dialects have for this server's members.
    static let usageExtension = WireSchema.object(
        .always("cost", costAmount),
        .maybe("unpriced", .flag("Whether a model that was used has no price; the cost is then null.")),
        note: "The cost of the answer; missing if it used no tokens."
    )

    private static let toolResult = WireSchema.object(
        .always("content", .list(of: .object(.always("type", .word(["text"])), .always("text", .text())))),
        .maybe("isError", .flag())
    )

    private static let run = WireSchema.object(
        .always("run", .text()),
        .maybe("conversation", .text("Missing for an extraction or a direct call.")),
        .always("status", runStatus),
        .maybe("tool", .text("The tool of a direct call; missing for any other run.")),
        .maybe("model", .text("The model; missing for a direct call.")),
        .always("created_at", .time()),
        .always("updated_at", .time()),
        .always("event_count", .integer()),
        .always("tool_calls", .list(of: .named("ToolCall"))),
        .maybe("actions", .list(of: .named("RequiredAction"), "The actions that the run waits for.")),
        .maybe("message", .named("Message")),
        .maybe("object", .anything()),
        .maybe("confidence", .number()),
        .maybe("part_confidences", shares),
        .maybe("usage", .named("Usage")),
        .maybe("reason", .words(of: RunEvent.CancelReason.self)),
        .maybe("problem", .named("ProblemInAnEvent"))
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
