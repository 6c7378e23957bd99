import AgentWire
import StreamingJSON

extension WireSchema {
    /// The schemas of the administrators' operations.
    static let administration: [(name: String, schema: WireSchema)] = [
        WireKey.component, WireKeyCheck.component, KeyRequest.component, KeyChangeRequest.component, WirePool.component,
        WireRotation.component, RotationRequest.component, WireClient.component, WireClientLimits.component,
        ClientRequest.component, ClientChangeRequest.component, ("IssuedToken", issuedToken),
        ("Rewrapping", rewrapping), WireAuditRow.component, WireAuditVerdict.component, WireUsageRow.component,
        WireToolDefinition.component, WireLeftOutTool.component, WireToolFile.component, WireToolTrial.component,
        WireOfferedModel.component, WireToolAuthorization.component, ToolAuthorizationRequest.component,
        ToolRedirectRequest.component, ("Session", session), WireSignIn.component, WireSignInCode.component,
        WireLimitUse.component, WireUsageSummary.component, WireUsageSummary.Sums.component, WireKeyHistory.component,
        WireRun.component, WireRunSpan.component, WireRunTimeline.component, WireRunCounts.component,
    ]

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

    private static let issuedToken = WireSchema.object(
        .always("client", WireClient.schema),
        .always("token", WireClientReply.NewToken.schema),
        .maybe("warnings", .list(of: .text()))
    )

    private static let rewrapping = WireSchema.object(
        .always("state", .word(["running", "done"])),
        .always("master_key", .text()),
        .always("done", .integer()),
        .always("total", .integer()),
        .always("damaged", .list(of: .text()))
    )
}
