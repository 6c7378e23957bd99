import Accounts
import AgentWire
import HTTPTypes
import KeyVault
import StreamingJSON

extension Endpoint {
    private static let reading: RouteAccess = .anyOf([.adminRead])
    private static let readingKeys: RouteAccess = .anyOf([.adminRead, .adminKeys])
    private static let readingClients: RouteAccess = .anyOf([.adminRead, .adminClients])
    private static let changingKeys: RouteAccess = .anyOf([.adminKeys])
    private static let changingClients: RouteAccess = .anyOf([.adminClients])

    /// Creates an endpoint below `/admin`.
    private static func admin(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ id: String,
        _ summary: String,
        _ access: RouteAccess,
        query: [Parameter] = [],
        headers: [Parameter] = [],
        body: WireSchema? = nil,
        isBodyOptional: Bool = false,
        answers: Answer...,
        problems: [Problem.Kind] = []
    ) -> Endpoint {
        Endpoint(
            method: method,
            path: "/admin/" + path,
            id: id,
            summary: summary,
            access: access,
            side: .administrators,
            query: query,
            headers: headers,
            body: body.map { .json($0) },
            isBodyOptional: isBodyOptional,
            answers: answers,
            problems: problems
        )
    }

    private static func list(_ member: String, of element: String) -> Answer {
        Answer(200, "The list.", .json(.object(.always(member, .list(of: .named(element))))))
    }

    private static let gone = Answer(204, "The operation succeeded.")
    private static let oneKey = Answer(200, "The key.", .json(.object(.always("key", .named("Key")))))
    private static let oneClient = Answer(
        200,
        "The client.",
        .json(.object(.always("client", .named("Client")), .maybe("warnings", .list(of: .text()))))
    )
    private static let oneRotation = Answer(200, "The rotation.", .json(.named("Rotation")))
    private static let checkedKey = WireSchema.object(
        .always("key", WireSchema.named("Key").orNull),
        .always("check", .named("KeyCheck"))
    )
    private static let newToken = Answer(201, "The client with its new token.", .json(.named("IssuedToken")))

    private static func most(_ most: Int, _ standard: Int) -> Parameter {
        Parameter("limit", .integer(from: 1, to: most), "The most elements. Default: \(standard).")
    }

    private static let rowNumber = WireSchema.integer(from: 1)
    private static let ofVault: [Problem.Kind] = [.conflict]

    // MARK: Keys

    static let pools = admin(
        .get,
        "upstreams",
        "listUpstreams",
        "Lists the pools of keys.",
        readingKeys,
        answers: list("upstreams", of: "Pool"),
        problems: ofVault
    )
    static let keys = admin(
        .get,
        "upstreams/:upstream/keys",
        "listKeys",
        "Lists the keys of an upstream, without their secrets.",
        readingKeys,
        answers: list("keys", of: "Key"),
        problems: ofVault
    )
    static let keyAddition = admin(
        .post,
        "upstreams/:upstream/keys",
        "addKey",
        "Adds a key, after a check with its upstream.",
        changingKeys,
        body: .named("KeyRequest"),
        answers: Answer(201, "The key, and the result of its check.", .json(checkedKey)),
        problems: ofVault + [.keyRefused]
    )
    static let keyChange = admin(
        .patch,
        "upstreams/:upstream/keys/:key",
        "changeKey",
        "Changes the settings of a key.",
        changingKeys,
        body: .named("KeyChange"),
        isBodyOptional: true,
        answers: oneKey,
        problems: ofVault
    )
    static let keyRemoval = admin(
        .delete,
        "upstreams/:upstream/keys/:key",
        "removeKey",
        "Removes a key and erases its secret.",
        changingKeys,
        answers: gone,
        problems: ofVault
    )
    static let keyCheck = admin(
        .post,
        "upstreams/:upstream/keys/:key/check",
        "checkKey",
        "Checks a key with its upstream.",
        changingKeys,
        body: .anything(),
        isBodyOptional: true,
        answers: Answer(200, "The key, and the result of its check.", .json(checkedKey)),
        problems: ofVault
    )
    static let keyRestoration = admin(
        .post,
        "upstreams/:upstream/keys/:key/restore",
        "restoreKey",
        "Uses a refused key again, without a check.",
        changingKeys,
        body: .anything(),
        isBodyOptional: true,
        answers: oneKey,
        problems: ofVault
    )

    // MARK: Rotations

    static let rotationStart = admin(
        .post,
        "upstreams/:upstream/rotations",
        "rotateKey",
        "Replaces a key by a new one.",
        changingKeys,
        headers: [idempotencyKey],
        body: .named("RotationRequest"),
        answers: Answer(201, "The rotation.", .json(.named("Rotation"))),
        problems: ofVault + [.keyRefused, .keyUnverified, .idempotencyMismatch]
    )
    static let rotationsOfUpstream = admin(
        .get,
        "upstreams/:upstream/rotations",
        "listRotationsOfUpstream",
        "Lists the rotations of an upstream.",
        readingKeys,
        query: [most(1000, 100)],
        answers: list("rotations", of: "Rotation")
    )
    static let rotations = admin(
        .get,
        "rotations",
        "listRotations",
        "Lists the rotations of all upstreams.",
        readingKeys,
        query: [most(1000, 100)],
        answers: list("rotations", of: "Rotation")
    )
    static let rotation = admin(
        .get,
        "rotations/:rotation",
        "getRotation",
        "Returns a rotation with its state.",
        readingKeys,
        answers: oneRotation
    )
    static let rollback = admin(
        .post,
        "rotations/:rotation/rollback",
        "rollBackRotation",
        "Undoes a rotation: the old key is used again.",
        changingKeys,
        body: .closed(.maybe("force", .flag().orNull)),
        isBodyOptional: true,
        answers: oneRotation,
        problems: ofVault + [.keyRefused, .keyUnverified]
    )

    // MARK: Clients

    static let clients = admin(
        .get,
        "clients",
        "listClients",
        "Lists the clients.",
        readingClients,
        answers: list("clients", of: "Client")
    )
    static let clientCreation = admin(
        .post,
        "clients",
        "createClient",
        "Creates a client with one token, whose secret is shown only once.",
        changingClients,
        body: .named("NewClient"),
        answers: newToken
    )
    static let client = admin(
        .get,
        "clients/:client",
        "getClient",
        "Returns a client with its scopes and limits.",
        readingClients,
        answers: oneClient
    )
    static let clientChange = admin(
        .patch,
        "clients/:client",
        "changeClient",
        "Changes a client's name, scopes, limits or expiry.",
        changingClients,
        body: .named("ClientChange"),
        isBodyOptional: true,
        answers: oneClient,
        problems: [.conflict]
    )
    static let clientDeletion = admin(
        .delete,
        "clients/:client",
        "deleteClient",
        "Deletes a client and, unless `keep` is true, its data.",
        changingClients,
        query: [Parameter("keep", .word(["true", "false"]), "`true` keeps the data.")],
        answers: gone,
        problems: [.conflict]
    )
    static let clientRotation = admin(
        .post,
        "clients/:client/rotate",
        "rotateToken",
        "Creates a new token, and lets the old ones expire.",
        changingClients,
        body: .closed(
            .maybe("token", .text("The token to replace. Default: all.").orNull),
            .maybe(
                "overlap_seconds",
                .integer("The time for which the old tokens stay valid. Default: a day.", from: 0, to: 366 * 86_400)
                    .orNull
            )
        ),
        isBodyOptional: true,
        answers: newToken,
        problems: [.conflict]
    )
    static let clientRevocation = admin(
        .post,
        "clients/:client/revoke",
        "revokeClient",
        "Revokes a client, at once and permanently.",
        changingClients,
        body: .anything(),
        isBodyOptional: true,
        answers: oneClient,
        problems: [.conflict]
    )
    static let tokenIssue = admin(
        .post,
        "clients/:client/tokens",
        "issueToken",
        "Creates one more token.",
        changingClients,
        body: .closed(.maybe("expires_at", .time().orNull)),
        isBodyOptional: true,
        answers: newToken,
        problems: [.conflict]
    )
    static let tokenRevocation = admin(
        .delete,
        "clients/:client/tokens/:token",
        "revokeToken",
        "Revokes a token at once.",
        changingClients,
        answers: gone,
        problems: [.conflict]
    )

    // MARK: Conversations

    // These need the scope for changes, because a caller that may only read the server's state must not read people's messages.
    static let conversationsOfClient = admin(
        .get,
        "clients/:client/conversations",
        "listConversationsOfClient",
        "Lists the conversations of a client.",
        changingClients,
        query: [most(10_000, 1000)],
        answers: Answer(
            200,
            "The conversations, without their texts.",
            .json(
                .object(
                    .always("client", .text()),
                    .always(
                        "conversations",
                        .list(
                            of: .object(
                                .always("id", .text()),
                                .always("created_at", .time()),
                                .always("updated_at", .time())
                            )
                        )
                    )
                )
            )
        )
    )
    static let conversationsExport = admin(
        .get,
        "clients/:client/conversations/export",
        "exportConversationsOfClient",
        "Exports one or all conversations of a client.",
        changingClients,
        query: [Parameter("conversation", .text(), "The one to export. Default: all.")],
        answers: Answer(200, "A conversation in each line.", .lines)
    )
    static let conversationsOfClientDeletion = admin(
        .delete,
        "clients/:client/conversations",
        "deleteConversationsOfClient",
        "Deletes all conversations of a client.",
        changingClients,
        answers: Answer(
            200,
            "The number of deleted conversations, and the ids of those with a running turn.",
            .json(.object(.always("deleted", .integer()), .always("busy", .list(of: .text()))))
        )
    )
    static let conversationOfClientDeletion = admin(
        .delete,
        "clients/:client/conversations/:conversation",
        "deleteConversationOfClient",
        "Deletes a conversation of a client.",
        changingClients,
        answers: gone,
        problems: [.conversationBusy]
    )

    // MARK: Vault and books

    static let masterKeys = admin(
        .get,
        "vault",
        "listMasterKeys",
        "Lists the master keys, and the number of records under each.",
        readingKeys,
        answers: Answer(
            200,
            "The master keys, by their ids.",
            .json(
                .object(
                    .always(
                        "master_keys",
                        .list(
                            of: .object(
                                .always("id", .text()),
                                .always("current", .flag()),
                                .always("given", .flag()),
                                .always("records", .integer())
                            )
                        )
                    )
                )
            )
        )
    )
    static let rewrap = admin(
        .post,
        "vault/rewrap",
        "rewrapVault",
        "Seals every record again under the current master key.",
        changingKeys,
        body: .closed(),
        isBodyOptional: true,
        answers: Answer(200, "The result; as lines, also the progress.", .json(.named("Rewrapping")), .lines),
        problems: ofVault
    )
    private static let period = [
        Parameter("from", .time(), "The time of the first row."),
        Parameter("until", .time(), "The time after the last row."),
    ]
    static let audit = admin(
        .get,
        "audit",
        "listAuditRows",
        "Lists rows of the audit chain, the latest first.",
        reading,
        query: [
            Parameter("actor", .text(), "Only rows of this actor."), Parameter("action", .text(), "Only this action."),
            Parameter("object", .text(), "Only objects that start with this text."),
        ] + period + [Parameter("before", rowNumber, "The value of `next` in the previous page."), most(1000, 100)],
        answers: Answer(
            200,
            "A page of rows.",
            .json(
                .object(
                    .always("rows", .list(of: .named("AuditRow"))),
                    .always("next", .integer("The value of `before` for the next page.").orNull)
                )
            )
        )
    )
    static let auditExport = admin(
        .get,
        "audit/export",
        "exportAudit",
        "Exports the audit chain.",
        reading,
        query: [Parameter("from_row", rowNumber, "The first row. Default: 1.")],
        answers: Answer(200, "A row in each line.", .lines)
    )
    static let auditVerification = admin(
        .get,
        "audit/verification",
        "verifyAudit",
        "Checks that no row of the audit chain was changed or removed.",
        reading,
        query: [
            Parameter("from_row", rowNumber, "The first row to check."),
            Parameter("noted", .text(), "A head from an earlier check."),
        ],
        answers: Answer(200, "The result.", .json(.named("AuditVerdict")))
    )
    static let usage = admin(
        .get,
        "usage",
        "listUsage",
        "Lists the usage by client, day and model.",
        reading,
        query: [
            Parameter("client", .text(), "Only this client."), Parameter("from", .day, "The first day."),
            Parameter("to", .day, "The last day."), most(10_000, 1000),
        ],
        answers: Answer(200, "The usage.", .json(.object(.always("usage", .list(of: .named("DailyUsage"))))))
    )
}
