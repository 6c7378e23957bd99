import AgentWire
package import HTTPTypes
package import StreamingJSON

/// An operation of the HTTP API: its path, its access, its parameters and its responses.
///
/// The router, the responses to other methods, the scopes, the listener and `GET /openapi.json` all derive from these values, so each fact
/// about a route is in one place. ``Route`` adds the function.
package struct Endpoint: Sendable {
    /// A parameter of the request.
    package struct Parameter: Sendable {
        /// The name.
        package let name: String
        /// The valid forms.
        let schema: WireSchema
        /// The meaning, and the default.
        let summary: String

        init(_ name: String, _ schema: WireSchema, _ summary: String) {
            (self.name, self.schema, self.summary) = (name, schema, summary)
        }
    }

    /// A body of a request or a response, in one media type.
    struct Content: Sendable {
        let mediaType: String
        let schema: WireSchema
        let example: JSONValue?

        /// JSON.
        static func json(_ schema: WireSchema, example: JSONValue? = nil) -> Content {
            Content(mediaType: "application/json", schema: schema, example: example)
        }

        /// Server-sent events.
        ///
        /// The schema describes one event.
        static let events = Content(
            mediaType: "text/event-stream",
            schema: .object(
                .maybe("id", .text("The position to continue from, as Last-Event-ID.")),
                .maybe("event", .text("The event's type.")),
                .maybe("data", .text("The event's data, as JSON.")),
                note: "Each event; Documentation/StreamAndResumeRuns.md lists them."
            ),
            example: nil
        )

        /// A table for spreadsheets.
        static let table = Content(
            mediaType: "text/csv",
            schema: .text("Comma-separated values (RFC 4180) with a line of names, in UTF-8 with a byte order mark."),
            example: nil
        )

        /// One JSON value per line.
        static let lines = Content(
            mediaType: "application/jsonl",
            schema: .text("One JSON value in each line."),
            example: nil
        )
    }

    /// A response with a status of success, or of work in progress.
    struct Answer: Sendable {
        let status: Int
        let summary: String
        /// The possible bodies, chosen by the request's `Accept` or `stream`; empty for none.
        let contents: [Content]
        /// The header fields specific to this response.
        let headers: [Parameter]

        init(_ status: Int, _ summary: String, _ contents: Content..., headers: [Parameter] = []) {
            (self.status, self.summary, self.contents, self.headers) = (status, summary, contents, headers)
        }
    }

    /// Whether an operation ends or erases something, or provides access that outlives the browser's sign-in, so that this must be recent.
    package enum Danger: String, Sendable {
        /// It never is.
        case never
        /// It is always dangerous.
        case always
        /// It is dangerous if the body has `"force": true`.
        case ifForced = "if-forced"
        /// It is dangerous if the body names what a client may do, or until when.
        case ifAccessChanges = "if-access-changes"

        /// Whether an operation with a body is dangerous.
        package func applies(to body: JSONValue?) -> Bool {
            switch self {
            case .never: false
            case .always: true
            case .ifForced: body?["force"] == true
            case .ifAccessChanges: ["scopes", "expires_at"].contains { body?[$0] != nil }
            }
        }
    }

    /// The owner of the data that an operation reads or changes.
    ///
    /// The tests send a request to each operation on ``own`` data for that of another owner.
    package enum DataKind: String, Sendable, CaseIterable {
        /// Nobody's: the operation reads and changes no stored data.
        case none
        /// The rows of the caller's owner; the rows of others do not exist for the caller.
        case own
        /// The server's, which is the same for all callers.
        case shared
        /// A client's account: its tokens, scopes, limits and sign-ins, or for administrators the data below it.
        case client
    }

    /// The users of an operation.
    package enum Side: String, Sendable {
        /// Clients.
        case clients
        /// Administrators.
        case administrators
        /// Both, and monitoring systems.
        case both
    }

    /// The method, the path and the name of an operation.
    struct Operation: Sendable {
        let method: HTTPRequest.Method
        let path: String
        let id: String

        static func get(_ path: String, as id: String) -> Operation { Operation(method: .get, path: path, id: id) }
        static func post(_ path: String, as id: String) -> Operation { Operation(method: .post, path: path, id: id) }
        static func put(_ path: String, as id: String) -> Operation { Operation(method: .put, path: path, id: id) }
        static func patch(_ path: String, as id: String) -> Operation { Operation(method: .patch, path: path, id: id) }
        static func delete(_ path: String, as id: String) -> Operation {
            Operation(method: .delete, path: path, id: id)
        }

        /// Returns the same operation at a longer path.
        func below(_ start: String) -> Operation { Operation(method: method, path: start + path, id: id) }
    }

    /// The access to an operation, and the owner of the data that it reads or changes.
    ///
    /// Nothing here has a default, because a new operation must decide it.
    struct Users: Sendable {
        let access: RouteAccess
        let side: Side
        let data: DataKind

        static func clients(_ access: RouteAccess, data: DataKind) -> Users {
            Users(access: access, side: .clients, data: data)
        }
        static func administrators(_ access: RouteAccess, data: DataKind) -> Users {
            Users(access: access, side: .administrators, data: data)
        }
        static func both(_ access: RouteAccess, data: DataKind) -> Users {
            Users(access: access, side: .both, data: data)
        }
    }

    /// The method, the path and the name.
    let operation: Operation
    /// The purpose, in one sentence.
    let summary: String
    /// The access to it, and the owner of its data.
    let users: Users
    package var query: [Parameter] = []
    var headers: [Parameter] = []
    /// The body of the request; `nil` for none.
    var body: Content?
    /// Whether the body may be missing.
    var isBodyOptional = false
    var answers: [Answer]
    /// The form of error responses.
    var errorForm = ErrorForm.problem
    /// The form of clients of another dialect that use the operation too; see ``ErrorForm/init(of:_:)``.
    var sharedWith: ErrorForm?
    /// Whether it is dangerous.
    package var danger = Danger.never
    /// The types of problem specific to the operation.
    ///
    /// ``allProblems`` adds those of tokens, bodies and load.
    var problems: [Problem.Kind] = []
}

extension Endpoint {
    /// The method; an endpoint with `GET` also supports `HEAD`.
    package var method: HTTPRequest.Method { operation.method }
    /// The path, with its parameters written as `:name`.
    package var path: String { operation.path }
    /// The unique name of the operation for programs.
    var id: String { operation.id }
    /// The tokens that may use it.
    package var access: RouteAccess { users.access }
    /// The listeners that offer it.
    package var side: Side { users.side }
    /// The data that it reads or changes.
    package var data: DataKind { users.data }

    /// The path in the form of URI templates (RFC 6570): `/v1/runs/{run}`.
    package var template: String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.first == ":" ? "{\($0.dropFirst())}" : String($0) }.joined(separator: "/")
    }

    /// The names of the path's parameters, in order.
    package var pathParameters: [String] {
        path.split(separator: "/").filter { $0.first == ":" }.map { String($0.dropFirst()) }
    }

    /// The forms of error responses; the first one is that of requests without a header that selects another.
    package var errorForms: [ErrorForm] { [errorForm] + (sharedWith.map { [$0] } ?? []) }

    /// Whether a client may send its token as `x-api-key`, as Anthropic's client libraries do.
    package var acceptsKeyField: Bool { errorForms.contains(.anthropic) }

    /// Every type of problem that the operation can respond with, without duplicates.
    var allProblems: [Problem.Kind] {
        var kinds: [Problem.Kind] = [.notFound, .methodNotAllowed, .misdirectedRequest, .internalError, .shuttingDown]
        if !access.isOpen { kinds += [.unauthorized, .forbidden, .rateLimited, .issuerUnavailable] }
        if !access.isOpen, side != .administrators { kinds += [.userBlocked, .newUsersLimited, .invalidRequest] }
        if data == .own { kinds.append(.userRequired) }
        if !query.isEmpty || !headers.isEmpty || side == .administrators { kinds.append(.invalidRequest) }
        if danger != .never { kinds.append(.confirmationRequired) }
        if body != nil { kinds += [.invalidJSON, .invalidRequest, .payloadTooLarge, .unsupportedMediaType] }
        var seen: Set<Problem.Kind> = []
        return (problems + kinds).filter { seen.insert($0).inserted }
    }
}

extension Endpoint {
    /// Every operation, in the order of the document.
    package static let all: [Endpoint] = [
        health, readiness, openAPI, toolFileSchema, chat, chatCompletions, models, model, responses, response,
        responseDeletion, responseCancel, responseInputItems, responseInputTokens, messages, messageTokens, extract,
        runs, run, runEvents, runOutputs, runCancel, conversations, conversationsDeletion, conversation,
        conversationMessages, conversationTitle, conversationDeletion, conversationCreation, conversationChange,
        conversationItems, conversationItemAddition, conversationItem, conversationItemDeletion, tools, toolCall,
        bareToolCall, mcp, mcpStream, mcpEnd, resourceMetadata, resourceMetadataOfRoot, healthSamples,
        healthSamplesDeletion, devices, deviceChange, deviceRemoval, toolboxRegistration, toolboxes, toolboxRemoval,
        deviceCalls, deviceEvents, callClaim, callStart, callProgress, callOutput, metrics, pools, offeredModels, keys,
        keyAddition, keyChange, keyRemoval, keyCheck, keyRestoration, keyConfirmation, rotationStart,
        rotationsOfUpstream, rotations, rotation, rollback, clients, clientCreation, client, clientChange,
        clientDeletion, clientRotation, clientRevocation, tokenIssue, tokenRevocation, issuers, issuerAddition,
        issuer, issuerTrial, issuerChange, issuerRemoval, issuerCheck, conversationsOfClient,
        conversationsExport, conversationsOfClientDeletion, conversationOfClientDeletion, masterKeys, rewrap, audit,
        auditExport, auditVerification, usage, toolDefinitions, toolAcceptance, toolAuthorizationStart,
        toolAuthorizationEnd, toolFiles, toolFileText, toolFileCheck, toolFileChange, toolFileRemoval, toolTrial,
        session, sessionStart, sessionEnd, adminSession, adminSessionStart, adminSessionEnd, adminSessionConfirmation,
        signIns, signInEnd, signInCode, clientLimits, usageSummary, keyHistory, adminEvents, runsOfAllClients,
        runCounts, runTimeline, userSettings, userSettingsChange, userSettingsRemoval, endUsers, endUser, endUserChange,
        endUserSignOut, endUsersSignOut, ownUser, userExport, userErasure, userOfClientExport, userOfClientErasure,
        chatPage,
        consolePage, webFile, webManifest, serviceWorker, icon,
    ]
}
