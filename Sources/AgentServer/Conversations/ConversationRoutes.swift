import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import KeyVault
import NIOCore
import Storage
import StreamingJSON

/// A client's own conversations, as a list, each as a whole, and deleting one or all: `/v1/conversations`.
struct ConversationRoutes {
    let runtime: AgentRuntime

    func add(to group: RouterGroup<ToriiRequestContext>) {
        group.get("conversations") { request, context in
            try await list(request, context)
        }
        group.delete("conversations") { _, context in
            let client = try context.requireClient()
            let erased = try await runtime.erase(
                .conversations,
                of: client.id,
                by: AuditActor(client, requestID: context.id)
            )
            return Response.json([
                "conversations": .integer(erased.conversations), "runs": .integer(erased.runs),
            ])
        }
        group.get("conversations/:conversation") { _, context in
            try await export(context)
        }
        group.delete("conversations/:conversation") { _, context in
            let conversation = try context.pathParameter("conversation")
            try await runtime.delete(conversation, client: try context.requireClient().id)
            return Response(status: .noContent)
        }
    }

    @Sendable private func export(_ context: ToriiRequestContext) async throws -> Response {
        let conversation = try context.pathParameter("conversation")
        let export = try await runtime.export(conversation, client: try context.requireClient())
        return Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await Self.write(export, to: &writer, on: context.channel)
                // Only here: an export that ends with an error must not look whole.
                try await writer.finish(nil)
            }
        )
    }

    @concurrent private static func write(
        _ export: ConversationExporter,
        to writer: inout any ResponseBodyWriter,
        on channel: any Channel
    ) async throws {
        var export = export
        while true {
            // Entries may be large, and the event loop has others to serve.
            let (piece, rest) = try await withTaskExecutorPreference(globalConcurrentExecutor) { [export] in
                var export = export
                return (try await export.next(), export)
            }
            guard let piece else { return }
            export = rest
            let timer = channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
            defer { timer.cancel() }
            try await writer.write(ByteBuffer(bytes: piece))
        }
    }

    /// How long a client may accept nothing of its export before its connection is closed.
    private static let patience = TimeAmount.seconds(30)

    @Sendable private func list(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        let limit = request.query("limit").map { Int($0) } ?? 50
        guard let limit, (1...200).contains(limit) else {
            throw Problem(.invalidRequest, detail: "limit must be a number from 1 to 200")
        }
        let page = try await runtime.conversations(
            of: try context.requireClient().id,
            cursor: request.query("cursor"),
            limit: limit
        )
        return .json(page.jsonValue)
    }
}
