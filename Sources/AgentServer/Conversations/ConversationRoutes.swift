import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import KeyVault

/// A client's own conversations, as a list, each as a whole, and deleting it: `/v1/conversations`.
struct ConversationRoutes {
    let runtime: AgentRuntime

    func add(to group: RouterGroup<ToriiRequestContext>) {
        group.get("conversations") { request, context in
            try await list(request, context)
        }
        group.get("conversations/:conversation") { _, context in
            let conversation = try context.parameters.require("conversation")
            return Response.json(
                try await runtime.export(conversation, client: try context.requireClient().id).jsonValue
            )
        }
        group.delete("conversations/:conversation") { _, context in
            let conversation = try context.parameters.require("conversation")
            try await runtime.delete(conversation, client: try context.requireClient().id)
            return Response(status: .noContent)
        }
    }

    @Sendable private func list(_ request: Request, _ context: ToriiRequestContext) async throws -> Response {
        let limit = request.uri.queryParameters["limit"].map { Int($0) } ?? 50
        guard let limit, (1...200).contains(limit) else {
            throw Problem(.invalidRequest, detail: "limit must be a number from 1 to 200")
        }
        let page = try await runtime.conversations(
            of: try context.requireClient().id,
            cursor: request.uri.queryParameters["cursor"].map(String.init),
            limit: limit
        )
        return .json(page.jsonValue)
    }
}
