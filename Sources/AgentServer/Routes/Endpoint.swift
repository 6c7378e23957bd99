import AgentWire
import HTTPTypes
import StreamingJSON

/// An operation of the HTTP API: where it is, who may use it, what it takes and what it answers.
///
/// The router, the answers to other methods, the scopes, the listener and `GET /openapi.json` are all made of these values, so nothing of a
/// route is written anywhere else. ``Route`` adds the work.
struct Endpoint: Sendable {
    /// A part of the request beside its body.
    struct Parameter: Sendable {
        /// The name.
        let name: String
        /// The forms that it may have.
        let schema: WireSchema
        /// The meaning, and what is so without it.
        let summary: String

        init(_ name: String, _ schema: WireSchema, _ summary: String) {
            (self.name, self.schema, self.summary) = (name, schema, summary)
        }
    }

    /// A body, of a request or an answer, in one media type.
    struct Content: Sendable {
        let mediaType: String
        let schema: WireSchema
        let example: JSONValue?

        /// JSON.
        static func json(_ schema: WireSchema, example: JSONValue? = nil) -> Content {
            Content(mediaType: "application/json", schema: schema, example: example)
        }

        /// Server-sent events; the schema is that of one of them.
        static let events = Content(
            mediaType: "text/event-stream",
            schema: .object(
                .maybe("id", .text("The place to go on from, as Last-Event-ID.")),
                .maybe("event", .text("The event's type.")),
                .maybe("data", .text("The event's data, as JSON.")),
                note: "Each event; Documentation/StreamAndResumeRuns.md lists them."
            ),
            example: nil
        )

        /// One JSON value in each line.
        static let lines = Content(
            mediaType: "application/jsonl",
            schema: .text("One JSON value in each line."),
            example: nil
        )
    }

    /// A status that says that the work is done or under way.
    struct Answer: Sendable {
        let status: Int
        let summary: String
        /// The bodies that it may have, chosen by the request's `Accept` or `stream`; empty for none.
        let contents: [Content]
        /// The header fields that belong to this answer alone.
        let headers: [Parameter]

        init(_ status: Int, _ summary: String, _ contents: Content..., headers: [Parameter] = []) {
            (self.status, self.summary, self.contents, self.headers) = (status, summary, contents, headers)
        }
    }

    /// The method; `HEAD` is answered wherever `GET` is.
    let method: HTTPRequest.Method
    /// The path, its places written as `:name`.
    let path: String
    /// The name of the operation for programs, unique among all.
    let id: String
    /// The purpose in one sentence.
    let summary: String
    /// The tokens that open it.
    let access: RouteAccess
    /// The listeners that have it.
    let side: Listener.Side
    var query: [Parameter] = []
    var headers: [Parameter] = []
    /// The body that it takes; `nil` for none.
    var body: Content?
    /// Whether a request without a body is taken too.
    var isBodyOptional = false
    var answers: [Answer]
    /// The form in which it says what went wrong.
    var errorForm = ErrorForm.problem
    /// The kinds of problems that come of the work itself; those of tokens, bodies and load are added by ``allProblems``.
    var problems: [Problem.Kind] = []
}

extension Endpoint {
    /// The path as templates write it (RFC 6570): `/v1/runs/{run}`.
    var template: String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.first == ":" ? "{\($0.dropFirst())}" : String($0) }.joined(separator: "/")
    }

    /// The names of the path's places, in their order.
    var places: [String] { path.split(separator: "/").filter { $0.first == ":" }.map { String($0.dropFirst()) } }

    /// Every kind of problem that it may answer with, each once.
    var allProblems: [Problem.Kind] {
        var kinds: [Problem.Kind] = [.notFound, .methodNotAllowed, .misdirectedRequest, .internalError, .shuttingDown]
        if !access.isOpen { kinds += [.unauthorized, .forbidden, .rateLimited] }
        if !query.isEmpty || !headers.isEmpty || side == .administrators { kinds.append(.invalidRequest) }
        if body != nil { kinds += [.invalidJSON, .invalidRequest, .payloadTooLarge, .unsupportedMediaType] }
        var seen: Set<Problem.Kind> = []
        return (problems + kinds).filter { seen.insert($0).inserted }
    }
}

extension Endpoint {
    /// Every operation, in the order of the document.
    static let all: [Endpoint] = [
        health, readiness, openAPI, chat, chatCompletions, models, model, extract, runs, run, runEvents, runOutputs,
        runCancel, conversations,
        conversationsDeletion, conversation, conversationDeletion, tools, toolCall, bareToolCall, healthSamples,
        healthSamplesDeletion, metrics, pools, keys, keyAddition, keyChange, keyRemoval, keyCheck, keyRestoration,
        rotationStart, rotationsOfUpstream, rotations, rotation, rollback, clients, clientCreation, client,
        clientChange,
        clientDeletion, clientRotation, clientRevocation, tokenIssue, tokenRevocation, conversationsOfClient,
        conversationsExport, conversationsOfClientDeletion, conversationOfClientDeletion, masterKeys, rewrap, audit,
        auditExport, auditVerification, usage,
    ]
}
