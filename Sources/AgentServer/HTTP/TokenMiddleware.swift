import AgentWire
import Foundation
import HTTPTypes
import Hummingbird
import KeyVault

/// Lets only requests with a valid bearer token of one kind through (RFC 6750).
struct TokenMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    let tokens: ClientTokens
    let kind: Client.Kind

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let presented = Self.bearerToken(request.headers[.authorization]) else {
            throw Problem(.unauthorized, detail: "send your token as 'Authorization: Bearer <token>'")
        }
        guard let client = await tokens.authenticate(presented, kind: kind) else {
            throw Problem(.unauthorized, detail: "this token is not known here as a token for \(kind.rawValue)s")
        }
        var context = context
        context.client = client
        return try await next(request, context)
    }

    private static func bearerToken(_ header: String?) -> String? {
        guard let header else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return parts[1].trimmingCharacters(in: .whitespaces)
    }
}
