import Accounts
import AgentWire
import HTTPTypes

extension Endpoint {
    // MARK: Settings of users

    private static let settings = Answer(
        200,
        "The settings, with the numbers that apply.",
        .json(
            .object(
                .always("users", WireSchema.named("UserSettings").orNull),
                .always("revision", .integer("The number of the client's changes.")),
                .maybe("warnings", .list(of: .text()))
            )
        )
    )

    package static let userSettings = adminRead(
        .get("clients/:client/users-settings", as: "getUserSettings"),
        "Returns the settings of a client's users; null for a client without users.",
        .administrators(clientReadAccess, data: .client),
        answers: settings
    )
    package static let userSettingsChange = admin(
        .put("clients/:client/users-settings", as: "setUserSettings"),
        "Replaces all settings of a client's users, or makes it a client with users.",
        .administrators(clientWriteAccess, data: .client),
        body: .closed(
            .always("users", .named("UserSettings")),
            .maybe(
                "revision",
                .integer("The revision that was read with the present settings; only the first settings need none.")
            )
        ),
        danger: .always,
        answers: settings,
        problems: [.conflict]
    )
    package static let userSettingsRemoval = admin(
        .delete("clients/:client/users-settings", as: "removeUserSettings"),
        "Makes a client without a user one without users again.",
        .administrators(clientWriteAccess, data: .client),
        danger: .always,
        answers: done,
        problems: [.conflict]
    )

    // MARK: Users

    private static let oneUser = Answer(200, "The user.", .json(WireEndUserReply.schema))

    package static let endUsers = adminRead(
        .get("clients/:client/users", as: "listUsers"),
        "Lists the users of a client.",
        .administrators(userAccess, data: .client),
        query: [
            Parameter("q", .text(), "The id of a user, or exactly an issuer's name for it."),
            Parameter("issuer", .text(), "With `q`: only names of this issuer."),
            Parameter("order", .word(["seen", "created", "spend"]), "The largest first. Default: seen."),
            Parameter("kind", .words(of: WireEndUser.Kind.self), "Only users of this kind."),
            Parameter("plan", .text(), "Only users with this plan."),
            Parameter("blocked", .word(["true", "false"]), "Only users that are blocked, or are not."),
            Parameter("cursor", .text(), "The value of `next` in the previous page."),
            countLimit(upTo: 1000, default: 100),
        ],
        answers: Answer(200, "A page; `next` is null after the last one.", .json(WireEndUserPage.schema), .table)
    )
    package static let endUser = adminRead(
        .get("clients/:client/users/:user", as: "getUser"),
        "Returns a user with its identities and the limits that apply.",
        .administrators(userAccess, data: .client),
        answers: oneUser
    )
    package static let endUserChange = admin(
        .patch("clients/:client/users/:user", as: "changeUser"),
        "Changes the plan or the limits of a user, or blocks it.",
        .administrators(userAccess, data: .client),
        body: EndUserChangeRequest.schema,
        danger: .never,
        answers: oneUser,
        problems: [.conflict]
    )
    package static let endUserSignOut = admin(
        .post("clients/:client/users/:user/sign-out", as: "signUserOut"),
        "Refuses the tokens of a user that were issued until now.",
        .administrators(userAccess, data: .client),
        body: .anything(),
        isBodyOptional: true,
        danger: .never,
        answers: done,
        problems: [.conflict]
    )
    package static let endUsersSignOut = admin(
        .post("clients/:client/users/sign-out", as: "signAllUsersOut"),
        "Refuses the tokens of all users of a client that were issued until now.",
        .administrators(userAccess, data: .client),
        body: .anything(),
        isBodyOptional: true,
        danger: .always,
        answers: done,
        problems: [.conflict]
    )

    // MARK: The user of a request

    /// Whether a request may name the user that an app's backend sends it for.
    var namesUsers: Bool { !access.isOpen && side == .clients }

    /// The header fields that name the user.
    static let userFields = [
        Parameter(
            "Torii-User",
            .nonEmptyText(),
            "The backend's name for the user for whom it sends the request, 1 to 256 bytes; needs the scope `users`."
        ),
        Parameter(
            "Torii-Plan",
            .nonEmptyText(),
            "With Torii-User: the name of the user's plan. Default: the stored one."
        ),
        Parameter("Torii-Organization", .nonEmptyText(), "With Torii-User: the user's organization. Default: none."),
    ]

    // MARK: The user itself

    package static let ownUser = Endpoint(
        operation: .get("/v1/users/self", as: "getOwnUser"),
        summary: "Returns the user for whom the request is sent, with its limits.",
        users: .clients(.anyClient, data: .client),
        answers: [Answer(200, "The user.", .json(WireOwnUser.schema))]
    )
}
