import APIDescription
import Accounts
import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import LongWork
import StreamingJSON

/// The routes of a client's conversations in OpenAI's form: `/v1/conversations` and the items of each.
struct ConversationItemRoutes {
    let runtime: AgentRuntime
    let bodies: BodyRoom

    /// The routes.
    var routes: [Route] {
        [
            Route(.conversationCreation) { request, context in
                try await create(request, context)
            },
            Route(.conversationChange) { request, context in
                try await change(request, context)
            },
            Route(.conversationItems) { request, context in
                try await list(request, context)
            },
            Route(.conversationItemAddition) { request, context in
                try await append(request, context)
            },
            Route(.conversationItem) { request, context in
                let item = try await runtime.conversationItem(
                    try context.pathParameter("item"),
                    of: try context.pathParameter("conversation"),
                    client: try context.requireClient()
                )
                var response = Response.json(item.jsonValue)
                response.note(ignored: request.ignoredInclude, emulated: [])
                return response
            },
            Route(.conversationItemDeletion) { _, context in
                _ = try await runtime.conversation(
                    try context.pathParameter("conversation"),
                    owner: try context.requireClient().owner
                )
                throw Problem(
                    .invalidRequest,
                    detail:
                        "an item cannot be deleted, because this server keeps a conversation whole; delete the conversation, or "
                        + "create one with the items to keep"
                )
            },
        ]
    }

    @Sendable private func create(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        // This check precedes the reading of the body, so that a refused request costs only its header.
        try await runtime.checkRoom(for: client)
        guard request.hasBody else { return try await create(try ConversationRequest(jsonValue: [:]), client) }
        let (body, place) = try await request.json(in: bodies, for: client, images: \.items.input) {
            try ConversationRequest(jsonValue: $0)
        }
        defer { withExtendedLifetime(place) {} }
        return try await create(body, client)
    }

    private func create(_ body: ConversationRequest, _ client: Principal) async throws -> Response {
        let conversation = try await runtime.createConversation(body.items, metadata: body.metadata, client: client)
        return Self.response(conversation, ignored: body.ignored)
    }

    @Sendable private func change(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        try await runtime.checkRoom(for: client)
        let body = try await request.json { try ConversationChange(jsonValue: $0) }
        let id = try context.pathParameter("conversation")
        let conversation = try await runtime.setMetadata(body.metadata, of: id, client: client)
        return Self.response(conversation, ignored: body.ignored)
    }

    @Sendable private func append(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        try await runtime.checkRoom(for: client)
        let (body, place) = try await request.json(in: bodies, for: client, images: \.items.input) {
            try ConversationAddition(jsonValue: $0)
        }
        defer { withExtendedLifetime(place) {} }
        let page = try await runtime.append(body.items, to: try context.pathParameter("conversation"), client: client)
        var response = Response.json(page.jsonValue)
        response.note(ignored: body.ignored + request.ignoredInclude, emulated: [])
        return response
    }

    @Sendable private func list(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        let limit = try request.wholeNumber("limit", in: 1...100) ?? 20
        let order = request.query("order").map { ResponseInputItems.Order(rawValue: $0) } ?? .descending
        guard let order else { throw Problem(.invalidRequest, detail: "order must be asc or desc") }
        let after = request.query("after")
        let conversation = try context.pathParameter("conversation")
        let client = try context.requireClient()
        // Entries may be large, and other connections need the event loop.
        let text = try await withTaskExecutorPreference(LongWork.executor) {
            try await runtime.conversationItems(of: conversation, order, after: after, limit: limit, client: client)
                .jsonValue.serialized()
        }
        var response = Response.json(text: Array(text.utf8))
        response.note(ignored: request.ignoredInclude, emulated: [])
        return response
    }

    /// Returns the response with a conversation.
    static func response(_ conversation: ConversationResource, ignored: [String] = []) -> Response {
        var response = Response.json(conversation.jsonValue)
        response.note(ignored: ignored, emulated: [])
        return response
    }
}

extension Request {
    /// The parameter `include` if the request has it: the items have the same members for every value.
    fileprivate var ignoredInclude: [String] {
        let names = uri.queryParameters.map { String($0.key) }
        return names.contains { $0 == "include" || $0 == "include[]" } ? ["include"] : []
    }
}
