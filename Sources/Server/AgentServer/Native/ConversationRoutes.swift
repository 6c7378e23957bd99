import APIDescription
import Accounts
import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import KeyVault
import Logging
import LongWork
import NIOCore
import StoredValues
import StreamingJSON

/// The routes of a client's conversations: listing, exporting and deleting them (`/v1/conversations`).
struct ConversationRoutes {
    let runtime: AgentRuntime
    /// The time for which a search may continue after the server was asked to stop.
    let grace: Duration

    /// The routes.
    var routes: [Route] {
        [
            Route(.conversations) { request, context in
                try await list(request, context)
            },
            Route(.conversationsDeletion) { _, context in
                let client = try context.requireClient()
                let actor = AuditActor(client, requestID: context.id)
                let erased = try await runtime.withReservation(for: client) {
                    try await runtime.erase(.conversations, of: client.owner, by: actor)
                }
                return Response.json([
                    "conversations": .integer(erased.conversations), "runs": .integer(erased.runs),
                ])
            },
            Route(.conversation) { _, context in
                guard context.errorForm == .responses else { return try await export(context) }
                let conversation = try context.pathParameter("conversation")
                let owner = try context.requireClient().owner
                return ConversationItemRoutes.response(try await runtime.conversation(conversation, owner: owner))
            },
            Route(.conversationMessages) { request, context in try await messages(request, context) },
            Route(.conversationTitle) { request, context in
                var request = request
                let conversation = try context.pathParameter("conversation")
                let change = try await request.json { try ConversationTitleRequest(jsonValue: $0) }
                let client = try context.requireClient()
                return .json(try await runtime.setTitle(change.title, of: conversation, client: client).jsonValue)
            },
            Route(.conversationDeletion) { _, context in
                let conversation = try context.pathParameter("conversation")
                try await runtime.delete(conversation, owner: try context.requireClient().owner)
                guard context.errorForm == .responses else { return Response(status: .noContent) }
                return .json(ConversationResource.deletion(of: conversation))
            },
        ]
    }

    @Sendable private func export(_ context: ToriiRequestContext) async throws -> Response {
        let conversation = try context.pathParameter("conversation")
        let export = try await runtime.export(conversation, client: try context.requireClient())
        return Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await Self.write(export, to: &writer, for: context.permit, context.logger)
                // This is not in a `defer`, because an export that ends with an error must not look complete.
                try await writer.finish(nil)
            }
        )
    }

    @concurrent private static func write(
        _ export: ConversationExporter,
        to writer: inout any ResponseBodyWriter,
        for permit: ReadingPermit?,
        _ logger: Logger
    ) async throws {
        var export = export
        // The response may keep its references for longer, and its reader may ask for the next export at once.
        defer {
            export.end()
            logger.trace("Export ended")
        }
        var pace = ExportPace(startedAt: .now())
        while true {
            // Entries may be large, and other connections need the event loop.
            let (piece, next) = try await withTaskExecutorPreference(LongWork.executor) { [export] in
                var export = export
                return (try await export.next(), export)
            }
            guard let piece else { return }
            export = next
            var rest = ByteBuffer(bytes: piece)
            while let slice = rest.readSlice(length: min(rest.readableBytes, ExportPace.sliceBytes)),
                slice.readableBytes > 0
            {
                guard permit?.loss == nil else { throw NotPermitted() }
                try await writer.write(slice)
                pace.recordAccepted(slice.readableBytes)
                guard !pace.isTooSlow(at: .now()) else {
                    logger.notice("Ended an export, because its reader is too slow")
                    throw ExportPace.TooSlow()
                }
            }
        }
    }

    @Sendable private func messages(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        let limit = request.query("limit").map { Int($0) } ?? 50
        guard let limit, (2...200).contains(limit) else {
            throw Problem(.invalidRequest, detail: "limit must be a number from 2 to 200")
        }
        let page = try await runtime.messages(
            of: try context.pathParameter("conversation"),
            before: request.query("before"),
            limit: limit / 2,
            client: try context.requireClient()
        )
        return .json(page.jsonValue)
    }

    @Sendable private func list(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        let limit = request.query("limit").map { Int($0) } ?? 50
        guard let limit, (1...200).contains(limit) else {
            throw Problem(.invalidRequest, detail: "limit must be a number from 1 to 200")
        }
        let client = try context.requireClient()
        guard let text = request.query("q") else {
            return .json(
                try await runtime.conversations(of: client.owner, cursor: request.query("cursor"), limit: limit)
                    .jsonValue
            )
        }
        guard text.unicodeScalars.count <= 200 else {
            throw Problem(.invalidRequest, detail: "q must have at most 200 characters")
        }
        let cursor = request.query("cursor")
        // A caller that is gone leaves the line, and its search ends.
        let page = try await context.interruptions(grace: grace).run { [runtime] in
            try await runtime.conversations(of: client, containing: text, cursor: cursor, limit: limit)
        }
        return .json(page.jsonValue)
    }
}
