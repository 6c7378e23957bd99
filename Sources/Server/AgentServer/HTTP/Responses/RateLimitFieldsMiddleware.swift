import APIDescription
import Accounts
import AgentWire
import HTTPTypes
import Hummingbird
import StoredValues

/// The response header fields with the remaining amounts of the limits of the sender itself (draft-ietf-httpapi-ratelimit-headers-11).
struct RateLimitFieldsMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    let admission: Admission?

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let admission, let client = context.client, client.ownShare.limits != .none else {
            return try await next(request, context)
        }
        var response: Response
        do {
            response = try await next(request, context)
        } catch let problem as Problem {
            response = .problem(problem, requestID: context.id, as: context.errorForm)
        }
        // The response is sent even if the usage cannot be read.
        let fields = RateLimitFields((try? await admission.limitStatuses(of: client)) ?? [])
        if let policy = fields.policy { response.headers[.rateLimitPolicy] = policy }
        if let limit = fields.limit { response.headers[.rateLimit] = limit }
        return response
    }
}
