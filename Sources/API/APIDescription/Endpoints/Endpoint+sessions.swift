import Accounts
import AgentWire
import HTTPTypes
import StreamingJSON

extension Endpoint {
    // MARK: Sign-ins of browsers

    private static let credential = WireSchema.closed(
        .maybe("token", .nonEmptyText("An access token; alternatively `code`.")),
        .maybe("code", .nonEmptyText("A one-time code.")),
        .maybe(
            "replace",
            .flag("Whether the code may replace the sign-in of another client, which is a conflict otherwise.")
        )
    )
    private static let pageOnly = Parameter("X-Torii", .word(["1"]), "Required: shows that no foreign page sends it.")
    private static let setCookie = Parameter("Set-Cookie", .text(), "The cookie of the sign-in.")

    package static let session = Endpoint(
        operation: .get("/v1/session", as: "getSession"),
        summary: "Returns who the caller is, with its limits and the models.",
        users: .clients(.anyClient, data: .client),
        answers: [Answer(200, "The session.", .json(.named("Session")))]
    )
    package static let sessionStart = Endpoint(
        operation: .post("/v1/session", as: "signIn"),
        summary: "Signs a browser in to the chat page: by a token or a one-time code, for a cookie.",
        users: .clients(.open, data: .client),
        headers: [pageOnly],
        body: .json(credential, example: ["code": "Zm9yIGRvY3VtZW50cw"]),
        answers: [Answer(201, "The session.", .json(.named("Session")), headers: [setCookie])],
        problems: [.unauthorized, .forbidden, .conflict, .rateLimited]
    )
    package static let sessionEnd = Endpoint(
        operation: .delete("/v1/session", as: "signOut"),
        summary: "Signs a browser out of the chat page.",
        users: .clients(.anyClient, data: .client),
        answers: [Answer(204, "The sign-in has ended.")]
    )
    package static let adminSession = Endpoint(
        operation: .get("/admin/session", as: "getAdminSession"),
        summary: "Returns who the administrator is.",
        users: .administrators(.anyOf(Scope.forAdministrators.sorted()), data: .client),
        answers: [Answer(200, "The session.", .json(.named("Session")))]
    )
    package static let adminSessionStart = Endpoint(
        operation: .post("/admin/session", as: "signInToConsole"),
        summary: "Signs a browser in to the operator's console: by a token or a one-time code, for a cookie.",
        users: .administrators(.open, data: .client),
        headers: [pageOnly],
        body: .json(credential, example: ["code": "Zm9yIGRvY3VtZW50cw"]),
        answers: [Answer(201, "The session.", .json(.named("Session")), headers: [setCookie])],
        problems: [.unauthorized, .forbidden, .conflict, .rateLimited]
    )
    package static let adminSessionEnd = Endpoint(
        operation: .delete("/admin/session", as: "signOutOfConsole"),
        summary: "Signs a browser out of the operator's console.",
        users: .administrators(.anyOf(Scope.forAdministrators.sorted()), data: .client),
        answers: [Answer(204, "The sign-in has ended.")]
    )

    package static let adminSessionConfirmation = admin(
        .post("session/confirmation", as: "confirmSignIn"),
        "Confirms the browser's sign-in to the console by a token or a one-time code, for dangerous operations.",
        .administrators(.anyOf(Scope.forAdministrators.sorted()), data: .client),
        body: credential,
        danger: .never,
        answers: Answer(200, "The session, confirmed now.", .json(.named("Session"))),
        problems: [.conflict]
    )

    // MARK: Sign-ins of browsers, for administrators

    package static let signIns = adminRead(
        .get("sessions", as: "listSignIns"),
        "Lists the browsers that are signed in.",
        .administrators(clientReadAccess, data: .client),
        answers: list(of: WireSignIn.self)
    )
    package static let signInEnd = admin(
        .delete("sessions/:session", as: "endSignIn"),
        "Signs a browser out.",
        .administrators(clientWriteAccess, data: .client),
        danger: .always,
        answers: done,
        problems: [.conflict]
    )
    package static let signInCode = admin(
        .post("sign-in-codes", as: "createSignInCode"),
        "Makes a one-time code with which a browser signs in, valid for ten minutes.",
        .administrators(clientWriteAccess, data: .client),
        body: SignInCodeRequest.schema,
        isBodyOptional: true,
        danger: .always,
        answers: Answer(201, "The code.", .json(WireSignInCode.schema)),
        problems: [.conflict]
    )

    // MARK: The pages

    private static let html = Content(mediaType: "text/html", schema: .text("HTML."), example: nil)

    private static func web(
        _ operation: Operation,
        _ summary: String,
        _ side: Side,
        _ content: Content,
        others: [Answer] = []
    ) -> Endpoint {
        Endpoint(
            operation: operation,
            summary: summary,
            users: Users(access: .open, side: side, data: .none),
            answers: [Answer(200, "The file.", content), Answer(304, "The browser has it.")] + others
        )
    }

    package static let chatPage = web(.get("/", as: "getChatPage"), "Returns the chat page.", .clients, html)

    /// The path of the operator's console; without the slash at its end, it is redirected.
    package static let consolePath = "/admin/"
    package static let consolePage = web(
        .get(consolePath, as: "getConsolePage"),
        "Returns the operator's console.",
        .administrators,
        html,
        others: [
            Answer(
                308,
                "The path without the slash at its end.",
                headers: [Parameter("Location", .text(), "The page.")]
            )
        ]
    )
    package static let webFile = web(
        .get("/web/:version/:file", as: "getWebFile"),
        "Returns a file of the pages. The path changes with its content.",
        .both,
        Content(mediaType: "text/javascript", schema: .text("A module, a style sheet or a picture."), example: nil)
    )
    package static let webManifest = web(
        .get("/manifest.webmanifest", as: "getWebManifest"),
        "Returns the manifest with which the chat page is installed.",
        .clients,
        Content(mediaType: "application/manifest+json", schema: .anyObject(), example: nil)
    )
    package static let serviceWorker = web(
        .get("/sw.js", as: "getServiceWorker"),
        "Returns the script that keeps the chat page's files for the time without a network.",
        .clients,
        Content(mediaType: "text/javascript", schema: .text("A script."), example: nil)
    )
    package static let icon = web(
        .get("/favicon.svg", as: "getIcon"),
        "Returns the icon.",
        .both,
        Content(mediaType: "image/svg+xml", schema: .text("A picture."), example: nil)
    )
}
