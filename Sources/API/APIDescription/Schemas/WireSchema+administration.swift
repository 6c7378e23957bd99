import AgentWire

extension WireSchema {
    /// The schemas of the administrators' operations.
    static let administration: [(name: String, schema: WireSchema)] = [
        WireKey.component, WireKeyCheck.component, KeyRequest.component, KeyChangeRequest.component, WirePool.component,
        WireRotation.component, RotationRequest.component, WireClient.component, WireClientLimits.component,
        ClientRequest.component, ClientChangeRequest.component, ("IssuedToken", issuedToken),
        ("Rewrapping", WireRewrapStep.schema), WireAuditRow.component, WireAuditVerdict.component,
        WireUsageRow.component,
        WireToolDefinition.component, WireLeftOutTool.component, WireToolFile.component, WireToolTrial.component,
        WireOfferedModel.component, WireToolAuthorization.component, ToolAuthorizationRequest.component,
        ToolRedirectRequest.component, WireSession.component, WireSignIn.component, WireSignInCode.component,
        WireLimitUse.component, WireUsageSummary.component, WireUsageSummary.Sums.component, WireKeyHistory.component,
        WireIssuer.component, IssuerRequest.component, IssuerChangeRequest.component, WireIssuerTrial.component,
        WireEndUser.component, EndUserChangeRequest.component, WireAppliedLimits.component,
        WireRun.component, WireRunSpan.component, WireRunTimeline.component, WireRunCounts.component,
        ("UserSettings", userSettings), ("PlanSettings", planSettings),
    ]

    private static let issuedToken = WireSchema.object(
        .always("client", WireClient.schema),
        .always("token", WireClientReply.NewToken.schema),
        .maybe("warnings", .list(of: .text()))
    )
}
