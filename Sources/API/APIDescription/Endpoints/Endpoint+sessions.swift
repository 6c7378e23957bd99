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

    private static func session(
        _ method: HTTPRequest.Method,
        _ id: String,
        _ summary: String,
        _ access: RouteAccess,
        _ side: Side,
        _ answer: Answer,
        headers: [Parameter] = [],
        body: Content? = nil,
        problems: [Problem.Kind] = []
    ) -> Endpoint {
        Endpoint(
            method: method,
            path: side == .administrators ? "/admin/session" : "/v1/session",
            id: id,
            summary: summary,
            access: access,
            side: side,
            data: .client,
            headers: headers,
            body: body,
            answers: [answer],
            problems: problems
        )
    }

    package static let session = session(
        .get,
        "getSession",
        "Returns who the caller is, with its limits and the models.",
        .anyClient,
        .clients,
        Answer(200, "The session.", .json(.named("Session")))
    )
    package static let sessionStart = session(
        .post,
        "signIn",
        "Signs a browser in to the chat page: by a token or a one-time code, for a cookie.",
        .open,
        .clients,
        Answer(201, "The session.", .json(.named("Session")), headers: [setCookie]),
        headers: [pageOnly],
        body: .json(credential, example: ["code": "Zm9yIGRvY3VtZW50cw"]),
        problems: [.unauthorized, .forbidden, .conflict, .rateLimited]
    )
    package static let sessionEnd = session(
        .delete,
        "signOut",
        "Signs a browser out of the chat page.",
        .anyClient,
        .clients,
        Answer(204, "The sign-in has ended.")
    )
    package static let adminSession = session(
        .get,
        "getAdminSession",
        "Returns who the administrator is.",
        .anyOf(Scope.forAdministrators.sorted()),
        .administrators,
        Answer(200, "The session.", .json(.named("Session")))
    )
    package static let adminSessionStart = session(
        .post,
        "signInToConsole",
        "Signs a browser in to the operator's console: by a token or a one-time code, for a cookie.",
        .open,
        .administrators,
        Answer(201, "The session.", .json(.named("Session")), headers: [setCookie]),
        headers: [pageOnly],
        body: .json(credential, example: ["code": "Zm9yIGRvY3VtZW50cw"]),
        problems: [.unauthorized, .forbidden, .conflict, .rateLimited]
    )
    package static let adminSessionEnd = session(
        .delete,
        "signOutOfConsole",
        "Signs a browser out of the operator's console.",
        .anyOf(Scope.forAdministrators.sorted()),
        .administrators,
        Answer(204, "The sign-in has ended.")
    )

    package static let adminSessionConfirmation = admin(
        .post,
        "session/confirmation",
        "confirmSignIn",
        "Confirms the browser's sign-in to the console by a token or a one-time code, for dangerous operations.",
        .anyOf(Scope.forAdministrators.sorted()),
        data: .client,
        body: credential,
        danger: .never,
        answers: Answer(200, "The session, confirmed now.", .json(.named("Session"))),
        problems: [.conflict]
    )

    // MARK: Sign-ins of browsers, for administrators

    package static let signIns = adminRead(
        "sessions",
        "listSignIns",
        "Lists the browsers that are signed in.",
        clientReadAccess,
        data: .client,
        answers: list(of: WireSignIn.self)
    )
    package static let signInEnd = admin(
        .delete,
        "sessions/:session",
        "endSignIn",
        "Signs a browser out.",
        clientWriteAccess,
        data: .client,
        danger: .always,
        answers: done,
        problems: [.conflict]
    )
    package static let signInCode = admin(
        .post,
        "sign-in-codes",
        "createSignInCode",
        "Makes a one-time code with which a browser signs in, valid for ten minutes.",
        clientWriteAccess,
        data: .client,
        body: SignInCodeRequest.schema,
        isBodyOptional: true,
        danger: .always,
        answers: Answer(201, "The code.", .json(WireSignInCode.schema)),
        problems: [.conflict]
    )

    // MARK: The pages

    private static let html = Content(mediaType: "text/html", schema: .text("HTML."), example: nil)

    private static func web(
        _ path: String,
        _ id: String,
        _ summary: String,
        _ side: Side,
        _ content: Content,
        others: [Answer] = []
    ) -> Endpoint {
        Endpoint(
            method: .get,
            path: path,
            id: id,
            summary: summary,
            access: .open,
            side: side,
            data: .none,
            answers: [Answer(200, "The file.", content), Answer(304, "The browser has it.")] + others
        )
    }

    package static let chatPage = web("/", "getChatPage", "Returns the chat page.", .clients, html)

    /// The path of the operator's console; without the slash at its end, it is redirected.
    package static let consolePath = "/admin/"
    package static let consolePage = web(
        consolePath,
        "getConsolePage",
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
        "/web/:version/:file",
        "getWebFile",
        "Returns a file of the pages. The path changes with its content.",
        .both,
        Content(mediaType: "text/javascript", schema: .text("A module, a style sheet or a picture."), example: nil)
    )
    package static let webManifest = web(
        "/manifest.webmanifest",
        "getWebManifest",
        "Returns the manifest with which the chat page is installed.",
        .clients,
        Content(mediaType: "application/manifest+json", schema: .anyObject(), example: nil)
    )
    package static let serviceWorker = web(
        "/sw.js",
        "getServiceWorker",
        "Returns the script that keeps the chat page's files for the time without a network.",
        .clients,
        Content(mediaType: "text/javascript", schema: .text("A script."), example: nil)
    )
    package static let icon = web(
        "/favicon.svg",
        "getIcon",
        "Returns the icon.",
        .both,
        Content(mediaType: "image/svg+xml", schema: .text("A picture."), example: nil)
    )
}
