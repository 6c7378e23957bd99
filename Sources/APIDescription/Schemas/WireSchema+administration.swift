import AgentWire
import Storage
import StreamingJSON

extension WireSchema {
    /// The schemas of the administrators' operations.
    static let administration: [(name: String, schema: WireSchema)] = [
        ("Key", key), ("KeyCheck", keyCheck), ("KeyRequest", keyRequest), ("KeyChange", keyChange), ("Pool", pool),
        ("Rotation", rotation), ("RotationRequest", rotationRequest), ("Client", client), ("Limits", limits),
        ("NewClient", newClient), ("ClientChange", clientChange), ("IssuedToken", issuedToken),
        ("Rewrapping", rewrapping),
        ("AuditRow", auditRow), ("AuditVerdict", auditVerdict), ("DailyUsage", usageOfADay),
        ("ToolDefinition", toolDefinition), ("LeftOutTool", leftOutTool), ("ToolFile", toolFile),
        ("ToolTrial", toolTrial),
        ("OfferedModel", offeredModel),
        ("ToolAuthorization", toolAuthorization), ("ToolAuthorizationRequest", toolAuthorizationRequest),
        ("ToolRedirectRequest", toolRedirectRequest), ("Session", session), ("SignIn", signIn),
        ("SignInCode", signInCode), ("LimitUse", limitUse), ("UsageSummary", usageSummary),
        ("UsageSums", usageSums), ("KeyHistory", keyHistory),
    ]

    private static let keyHistory = WireSchema.object(
        .always("upstream", .text()),
        .always("since", .time()),
        .always("until", .time()),
        .always("step_seconds", .integer("The length of a row of outcomes.")),
        .always(
            "keys",
            .list(
                of: .object(
                    .always("id", .text()),
                    .always("label", .text()),
                    .always("last_four", .text().orNull),
                    .always("fingerprint", .text()),
                    .always("state", .word(WireKeyHistory.Key.State.allCases.map(\.rawValue), "The state now."))
                )
            )
        ),
        .always(
            "changes",
            .list(
                of: .object(
                    .always("key", .text()),
                    .always("time", .time()),
                    .always("state", .word(KeyChangeRecord.State.allCases.map(\.rawValue), "The state from then on.")),
                    .always("cause", .word(KeyChangeRecord.Cause.allCases.map(\.rawValue))),
                    .always("until", .time("The end of a rest, or the next check.").orNull)
                )
            )
        ),
        .always(
            "outcomes",
            .list(
                of: .object(
                    .always("key", .text()),
                    .always("start", .time()),
                    .always("accepted", .integer()),
                    .always("refused", .integer()),
                    .always("out_of_credit", .integer()),
                    .always("limited", .integer()),
                    .always("failed", .integer("Faults of the upstream, which say nothing about the key."))
                )
            )
        ),
        .always("truncated", .flag("Whether the earliest changes or outcomes are left out."))
    )
    private static let session = WireSchema.object(
        .always("client", .text()),
        .always("name", .text()),
        .always("scopes", .list(of: .text())),
        .always(
            "limits",
            .list(
                of: .object(
                    .always("name", .text("Such as `tokens-per-day`.")),
                    .always("quota", .integer()),
                    .always("remaining", .integer()),
                    .maybe("reset_seconds", .integer())
                )
            )
        ),
        .always("models", .list(of: .object(.always("name", .text()), .always("default", .flag())))),
        .always("version", .text("The version of the server.")),
        .maybe("session", .text("The id of the browser's sign-in; missing with a token.")),
        .maybe("signed_in_at", .time()),
        .maybe("confirmed_at", .time("The time of the sign-in, or of its last confirmation.")),
        .maybe("expires_at", .time()),
        .maybe("page_key", .text("After a sign-in over plain HTTP: to be sent as Torii-Page-Key beside the cookie."))
    )
    private static let usageSums = WireSchema.object(
        .maybe("key", .text("The client or the model; missing for totals.")),
        .always("turns", .integer()),
        .always("unsettled_turns", .integer("Turns whose reservations count, because their usage is not known.")),
        .always("input_tokens", .integer()),
        .always("cached_input_tokens", .integer()),
        .always("cache_write_tokens", .integer("Input tokens that were written to the provider's cache.")),
        .always("output_tokens", .integer()),
        .always("money", .text("An amount, such as \"0.012\".")),
        .maybe("currency", .text("The currency of the amount, such as `EUR`.")),
        .always("unpriced", .flag("Whether some of it had no price."))
    )
    private static let usageSummary = WireSchema.object(
        .maybe("currency", .text("The currency of the amounts, such as `USD`.")),
        .always("time_zone", .text()),
        .always(
            "buckets",
            .list(of: .object(.always("start", .time()), .always("groups", .list(of: .named("UsageSums")))))
        ),
        .always("groups", .list(of: .named("UsageSums"))),
        .always("totals", .named("UsageSums"))
    )
    private static let limitUse = WireSchema.object(
        .always("name", .text("Such as `tokens-per-day`.")),
        .always("quota", .either(.integer(), .text("An amount of money."))),
        .always("used", .either(.integer(), .text())),
        .always("reserved", .either(.integer(), .text("What running turns have reserved."))),
        .always("share", .number()),
        .always("resets_at", .time().orNull),
        .maybe("currency", .text("The currency of a limit in money."))
    )
    private static let signIn = WireSchema.object(
        .always("id", .text()),
        .always("page", .word(WebPage.allCases.map(\.rawValue))),
        .always("client", .text()),
        .always("name", .text().orNull),
        .always("agent", .text("The browser, as it named itself.")),
        .always("created_at", .time()),
        .always("used_at", .time()),
        .always("expires_at", .time())
    )
    private static let signInCode = WireSchema.object(
        .always("code", .text()),
        .always("page", .word(WebPage.allCases.map(\.rawValue))),
        .always("name", .text("The client that signs in.")),
        .always("expires_at", .time())
    )

    private static let toolAuthorization = WireSchema.object(
        .always("server", .text()),
        .always("url", .text()),
        .always("state", .text()),
        note: "An authorization that the operator has started."
    )
    private static let toolAuthorizationRequest = object(
        [.always("redirect_uri", .nonEmptyText())],
        isClosed: true,
        nil
    )
    private static let toolRedirectRequest = object([.always("redirect", .nonEmptyText())], isClosed: true, nil)

    private static let checkMembers: [Member] = [
        .always("result", .word(["verified", "invalid", "unknown"])), .maybe("reason", .text()),
    ]
    private static let keyCheck = object(checkMembers, isClosed: false, "The result of a key's check.")

    private static let key = WireSchema.object(
        .always("id", .text()),
        .always("upstream", .text()),
        .always("label", .text()),
        .always("last_four", .text().orNull),
        .always("fingerprint", .text()),
        .always("state", .text()),
        .always("weight", .integer()),
        .always("models", .list(of: .text())),
        .always("tools", .list(of: .text())),
        .always("expires_at", .time().orNull),
        .always(
            "health",
            .object(
                .always("state", .word(["healthy", "in_doubt", "resting", "out_of_credit", "dead"])),
                .maybe("until", .time().orNull),
                .maybe("next_check", .time().orNull),
                .always("since", .time().orNull)
            ).orNull
        ),
        .always("last_check", object(checkMembers + [.always("at", .time().orNull)], isClosed: false, nil).orNull),
        .always("destinations", .list(of: .text())),
        .always("unconfirmed", WireSchema.list(of: .text()).orNull),
        .always("exposed_at", .time().orNull),
        .always("leases_out", .integer()),
        .always("created_at", .time()),
        note: "A key, without its secret."
    )

    private static let keySettings: [Member] = [
        .maybe("label", .text().orNull), .maybe("weight", .integer("The key's share of the calls.", from: nil).orNull),
        .maybe("models", .list(of: .text(), most: 256).orNull), .maybe("tools", .list(of: .text(), most: 256).orNull),
        .maybe("expires_at", .time().orNull),
    ]
    private static let keyRequest = object([.always("secret", .nonEmptyText())] + keySettings, isClosed: true, nil)
    private static let keyChange = object(keySettings, isClosed: true, nil)

    private static let pool = WireSchema.object(
        .always("name", .text()),
        .always("active_keys", .integer()),
        .always("health", .map(of: .integer())),
        .always("leases_out", .integer()),
        .always("rotation", .object(.always("id", .text()), .always("state", .text())).orNull)
    )

    private static let rotation = WireSchema.object(
        .always("id", .text()),
        .always("upstream", .text()),
        .always("state", .text()),
        .always("old_key", .text()),
        .always("new_key", .text()),
        .always("last_four", .text().orNull),
        .always("fingerprint", .text()),
        .always("check", WireSchema.named("KeyCheck").orNull),
        .always("reason", .text().orNull),
        .always("forced", .flag()),
        .always("requested_by", .text()),
        .always("leases_out", .integer()),
        .always("reversible", .flag()),
        .always("created_at", .time()),
        .always("changed_at", .time()),
        .always("activated_at", .time().orNull),
        .always("drains_until", .time().orNull),
        .always("kept_until", .time().orNull),
        .always("erased_at", .time().orNull)
    )

    private static let rotationRequest = WireSchema.closed(
        .always("secret", .nonEmptyText()),
        .maybe("replaces", .text("The id of the old key.").orNull),
        .maybe("force", .flag("Whether to continue if the new key cannot be checked.").orNull),
        .maybe("drain_seconds", .integer(from: nil).orNull),
        .maybe("keep_seconds", .integer(from: nil).orNull),
        .maybe("expires_at", .time().orNull)
    )

    private static let limits: WireSchema = {
        let count = WireSchema.integer(from: 1).orNull
        let money = WireSchema.text("An amount, such as \"2.50\".").orNull
        return .closed(
            .maybe("requests_per_minute", count),
            .maybe("concurrent_runs", count),
            .maybe("tokens_per_minute", count),
            .maybe("tokens_per_day", count),
            .maybe("tokens_per_month", count),
            .maybe("money_per_day", money),
            .maybe("money_per_month", money),
            .maybe("time_zone", .text().orNull)
        )
    }()

    private static let client = WireSchema.object(
        .always("id", .text()),
        .always("name", .text()),
        .always("scopes", .list(of: .text())),
        .always("limits", .named("Limits")),
        .maybe("currency", .text("The currency of limits in money.")),
        .maybe("instructions", .text("`none` or a text in place of the server's instructions for models.")),
        .always("expires_at", .time().orNull),
        .always("revoked_at", .time().orNull),
        .always("created_at", .time()),
        .always("changed_at", .time()),
        .always(
            "tokens",
            .list(
                of: .object(
                    .always("id", .text()),
                    .always("last_four", .text().orNull),
                    .always("created_at", .time()),
                    .always("expires_at", .time().orNull)
                )
            )
        )
    )

    private static let clientSettings: [Member] = [
        .maybe("scopes", .list(of: .nonEmptyText(), most: 256).orNull),
        .maybe("limits", WireSchema.named("Limits").orNull),
        .maybe("instructions", .text("The server's instructions for models: `default`, `none` or a text.").orNull),
        .maybe("expires_at", .time().orNull),
    ]
    private static let newClient = object([.always("name", .nonEmptyText())] + clientSettings, isClosed: true, nil)
    private static let clientChange = object([.maybe("name", .text().orNull)] + clientSettings, isClosed: true, nil)

    private static let issuedToken = WireSchema.object(
        .always("client", .named("Client")),
        .always("token", .object(.always("id", .text()), .always("secret", .text("Shown only once.")))),
        .maybe("warnings", .list(of: .text()))
    )

    private static let rewrapping = WireSchema.object(
        .always("state", .word(["running", "done"])),
        .always("master_key", .text()),
        .always("done", .integer()),
        .always("total", .integer()),
        .always("damaged", .list(of: .text()))
    )

    private static let auditRow = WireSchema.object(
        .always("id", .integer()),
        .always("time", .time()),
        .always("actor", .text()),
        .always("action", .text()),
        .always("object", .text()),
        .always("outcome", .text()),
        .maybe("request_id", .text()),
        .always("previous_hash", .text()),
        .always("hash", .text())
    )

    private static let auditVerdict = WireSchema.object(
        .always("whole", .flag()),
        .always("rows", .integer()),
        .always("head", .text().orNull),
        .always(
            "fault",
            .object(.always("row", .integer()), .always("reason", .text()), .always("detail", .text())).orNull
        )
    )

    private static let offeredModel = WireSchema.object(
        .always("name", .text("The name for requests.")),
        .always("ready", .flag("Whether it can be called now: its provider has a usable key, or needs none.")),
        .always(
            "default",
            .flag("Whether it answers requests that name no model; of several, the first that is ready.")
        ),
        .maybe("ends", .text("The first day on which its provider no longer serves it, as `YYYY-MM-DD`.")),
        .maybe("days_left", .integer("The days until then, negative after it.")),
        .maybe("replacement", .text("The name of the model that the provider recommends in its place.")),
        .maybe("replaced_by", .text("The model that answers in its place from then on, by the settings."))
    )

    private static let toolFile = WireSchema.object(
        .always("file", .text("The name in the folder of tools.")),
        .always("upstream", .text("The service whose API the tools call.").orNull),
        .always("tools", .list(of: .text())),
        .always("fault", .text("Why the present text is not in use, and what to do.").orNull)
    )

    private static let toolTrial = WireSchema.object(
        .always("tool", .text()),
        .always("status", .word(["completed", "failed"])),
        .always("output", .text("The output, as a model receives it.")),
        .always("artifacts", .list(of: .object(.always("type", .text()), .always("content", .anything())))),
        .always("duration_ms", .integer())
    )

    private static let leftOutTool = WireSchema.object(
        .always("tool", .text("The name that models know.")),
        .always("model", .text("The model's name at the provider.")),
        .always("host", .text("The provider's host.")),
        .always(
            "reason",
            .word(
                WireLeftOutTool.Reason.allCases.map(\.rawValue),
                "Its schema cannot be fitted; the provider refused a request for it; or it accepts fewer tools."
            )
        )
    )

    private static let toolDefinition = WireSchema.object(
        .always("server", .text()),
        .always("tool", .text()),
        .always("accepted", .flag()),
        .always("changed", .flag()),
        .always("description", .text()),
        .always("digest", .text()),
        .always("seen_at", .time()),
        .always("accepted_at", .time().orNull)
    )

    private static let usageOfADay = WireSchema.object(
        .always("client", .text()),
        .always("day", .day),
        .always("model", .text()),
        .always("turns", .integer()),
        .always("unsettled_turns", .integer()),
        .always("input_tokens", .integer()),
        .always("cached_input_tokens", .integer()),
        .always("cache_write_tokens", .integer("Input tokens that were written to the provider's cache.")),
        .always("output_tokens", .integer()),
        .always("money", .text("An amount, such as \"0.012\".")),
        .maybe("currency", .text("The currency of the amount, such as `EUR`.")),
        .always("unpriced", .flag())
    )
}
