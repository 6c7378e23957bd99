import AgentWire
import HTTPTypes

extension Endpoint {
    private static let oneClient = Answer(
        200,
        "The client.",
        .json(.object(.always("client", WireClient.schema), .maybe("warnings", .list(of: .text()))))
    )
    private static let newToken = Answer(201, "The client with its new token.", .json(.named("IssuedToken")))

    package static let clients = adminRead(
        .get("clients", as: "listClients"),
        "Lists the clients.",
        .administrators(clientReadAccess, data: .client),
        query: [
            Parameter("name", .text(), "Only clients whose name contains this text, in any case."),
            Parameter("limit", .integer(from: 1, to: 10_000), "The most clients. Default: all."),
            Parameter("after", .text(), "The `next` of the page before."),
        ],
        answers: Answer(
            200,
            "The list.",
            .json(
                .object(
                    .always("clients", .list(of: WireClient.schema)),
                    .maybe("next", .text("With a limit: the `after` of the next page.").orNull)
                )
            ),
            .table
        )
    )
    package static let clientLimits = adminRead(
        .get("clients/:client/limits", as: "getClientLimits"),
        "Returns how much of each of a client's limits is used and reserved.",
        .administrators(clientReadAccess, data: .client),
        answers: list(of: WireLimitUse.self),
        problems: [.conflict]
    )
    package static let clientCreation = admin(
        .post("clients", as: "createClient"),
        "Creates a client with one token, whose secret is shown only once.",
        .administrators(clientWriteAccess, data: .client),
        body: ClientRequest.schema,
        danger: .always,
        answers: newToken
    )
    package static let client = adminRead(
        .get("clients/:client", as: "getClient"),
        "Returns a client with its scopes and limits.",
        .administrators(clientReadAccess, data: .client),
        answers: oneClient
    )
    package static let clientChange = admin(
        .patch("clients/:client", as: "changeClient"),
        "Changes a client's name, scopes, limits or expiry.",
        .administrators(clientWriteAccess, data: .client),
        body: ClientChangeRequest.schema,
        isBodyOptional: true,
        danger: .ifAccessChanges,
        answers: oneClient,
        problems: [.conflict]
    )
    package static let clientDeletion = admin(
        .delete("clients/:client", as: "deleteClient"),
        "Deletes a client and, unless `keep` is true, its data.",
        .administrators(clientWriteAccess, data: .client),
        query: [Parameter("keep", .word(["true", "false"]), "`true` keeps the data.")],
        danger: .always,
        answers: done,
        problems: [.conflict, .runElsewhere]
    )
    package static let clientRotation = admin(
        .post("clients/:client/rotate", as: "rotateToken"),
        "Creates a new token, and lets the old ones expire.",
        .administrators(clientWriteAccess, data: .client),
        body: TokenRotationRequest.schema,
        isBodyOptional: true,
        danger: .always,
        answers: newToken,
        problems: [.conflict]
    )
    package static let clientRevocation = admin(
        .post("clients/:client/revoke", as: "revokeClient"),
        "Revokes a client, at once and permanently.",
        .administrators(clientWriteAccess, data: .client),
        body: .anything(),
        isBodyOptional: true,
        danger: .always,
        answers: oneClient,
        problems: [.conflict]
    )
    package static let tokenIssue = admin(
        .post("clients/:client/tokens", as: "issueToken"),
        "Creates one more token.",
        .administrators(clientWriteAccess, data: .client),
        body: TokenRequest.schema,
        isBodyOptional: true,
        danger: .always,
        answers: newToken,
        problems: [.conflict]
    )
    package static let tokenRevocation = admin(
        .delete("clients/:client/tokens/:token", as: "revokeToken"),
        "Revokes a token at once.",
        .administrators(clientWriteAccess, data: .client),
        danger: .always,
        answers: done,
        problems: [.conflict]
    )
}
