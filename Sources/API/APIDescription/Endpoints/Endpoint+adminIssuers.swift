import AgentWire
import HTTPTypes

/// The endpoints of issuers of tokens for the users of a client.
extension Endpoint {
    private static let oneIssuer = Answer(200, "The issuer.", .json(.object(.always("issuer", WireIssuer.schema))))

    package static let issuers = adminRead(
        .get("clients/:client/issuers", as: "listIssuers"),
        "Lists the issuers of a client, with their keys.",
        .administrators(clientReadAccess, data: .client),
        answers: list(of: WireIssuer.self)
    )
    package static let issuerAddition = admin(
        .post("clients/:client/issuers", as: "addIssuer"),
        "Adds an issuer whose tokens name users of a client, after its keys were read.",
        .administrators(clientWriteAccess, data: .client),
        body: IssuerRequest.schema,
        danger: .always,
        answers: Answer(
            201,
            "The issuer, and once the secret that the server made for it.",
            .json(WireIssuerReply.schema)
        ),
        problems: [.conflict, .upstreamFailed]
    )
    package static let issuer = adminRead(
        .get("clients/:client/issuers/:issuer", as: "getIssuer"),
        "Returns an issuer with its settings and keys.",
        .administrators(clientReadAccess, data: .client),
        answers: oneIssuer
    )
    package static let issuerChange = admin(
        .patch("clients/:client/issuers/:issuer", as: "changeIssuer"),
        "Changes an issuer's name or some of its settings, after its keys were read; its tokens are checked again.",
        .administrators(clientWriteAccess, data: .client),
        body: IssuerChangeRequest.schema,
        danger: .always,
        answers: oneIssuer,
        problems: [.conflict, .upstreamFailed]
    )
    package static let issuerRemoval = admin(
        .delete("clients/:client/issuers/:issuer", as: "removeIssuer"),
        "Removes an issuer; its tokens end at once.",
        .administrators(clientWriteAccess, data: .client),
        danger: .always,
        answers: done,
        problems: [.conflict]
    )
    package static let issuerCheck = admin(
        .post("clients/:client/issuers/:issuer/check", as: "checkIssuer"),
        "Reads the keys of an issuer now.",
        .administrators(clientWriteAccess, data: .client),
        body: .anything(),
        isBodyOptional: true,
        danger: .never,
        answers: oneIssuer
    )
    package static let issuerTrial = admin(
        .post("clients/:client/issuers/test", as: "testToken"),
        "Checks a token step by step; nothing is stored, and no user is created.",
        .administrators(clientWriteAccess, data: .client),
        body: IssuerTrialRequest.schema,
        danger: .never,
        answers: Answer(200, "The steps.", .json(WireIssuerTrial.schema))
    )
}
