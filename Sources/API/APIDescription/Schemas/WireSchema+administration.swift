import AgentWire

extension WireSchema {
    /// The schemas of the administrators' operations.
    static let administration: [(name: String, schema: WireSchema)] = [
        WireKey.component, WireKeyCheck.component, KeyRequest.component, KeyChangeRequest.component, WirePool.component,
        WireRotation.component, RotationRequest.component, WireClient.component, WireClientLimits.component,
        ClientRequest.component, ClientChangeRequest.component, ("IssuedToken", issuedToken),
        ("Rewrapping", rewrapping), WireAuditRow.component, WireAuditVerdict.component, WireUsageRow.component,
        WireToolDefinition.component, WireLeftOutTool.component, WireToolFile.component, WireToolTrial.component,
        WireOfferedModel.component, WireToolAuthorization.component, ToolAuthorizationRequest.component,
        ToolRedirectRequest.component, WireSession.component, WireSignIn.component, WireSignInCode.component,
        WireLimitUse.component, WireUsageSummary.component, WireUsageSummary.Sums.component, WireKeyHistory.component,
        WireRun.component, WireRunSpan.component, WireRunTimeline.component, WireRunCounts.component,
    ]

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
