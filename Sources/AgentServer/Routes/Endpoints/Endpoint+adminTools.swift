import AgentWire
import HTTPTypes

extension Endpoint {
    // MARK: Authorizations at MCP servers

    static let toolAuthorizationStart = admin(
        .post,
        "tools/:server/authorizations",
        "startToolAuthorization",
        "Starts an authorization at an MCP server, and returns the page to open.",
        keyWriteAccess,
        body: .named("ToolAuthorizationRequest"),
        answers: Answer(201, "The authorization.", .json(.named("ToolAuthorization"))),
        problems: [.upstreamFailed, .conflict]
    )
    static let toolAuthorizationEnd = admin(
        .post,
        "tools/:server/authorizations/:authorization",
        "endToolAuthorization",
        "Ends an authorization with the address to which its page redirected, and keeps the tokens in the vault.",
        keyWriteAccess,
        body: .named("ToolRedirectRequest"),
        answers: Answer(
            200,
            "The authorized server.",
            .json(.object(.always("server", .text()), .always("authorized", .flag())))
        ),
        problems: [.upstreamFailed, .conflict]
    )
}
