import APIDescription
import Accounts
import AgentWire
import HTTPTypes
import Hummingbird
import KeyVault
import Logging
import NIOHTTP1
import ToolRecords

/// The middleware that converts each error to an HTTP response, and adds the request id to every response and a challenge to every 401.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    /// The metadata that refusals of tokens at `/mcp` name.
    var metadata = ResourceMetadata()

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.errorForm =
            context.endpointPath == nil
            ? ErrorForm(ofUnknown: request.uri.path, request.headers)
            : ErrorForm(of: context.endpointPath, request.headers)
        var response: Response
        do {
            response = try await next(request, context)
        } catch let refusal as MCPRequestRefusal {
            response = refusal.response
            metadata.challenge(&response, to: request, in: .rpc, lacking: refusal.scope)
        } catch {
            let problem = problem(for: error, request: request, context: context)
            response = .problem(problem, requestID: context.id, as: context.errorForm)
        }
        metadata.challenge(&response, to: request, in: context.errorForm)
        response.headers[.requestID] = context.id
        // A reply that a browser shows as a page has no power. The pages have a policy of their own.
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = Self.contentSecurityPolicy
        }
        // No client reads a reply as another type than it is, or into a page of another origin. Requests of pages whose origin is allowed
        // are in the mode `cors`, which the second field does not concern (WHATWG Fetch, "cross-origin resource policy check").
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.crossOriginResourcePolicy] == nil {
            response.headers[.crossOriginResourcePolicy] = "same-origin"
        }
        if context.errorForm == .anthropic { response.headers[.anthropicRequestID] = context.id }
        return response
    }

    /// The policy of all replies without one.
    static let contentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'"

    private func problem(for error: any Error, request: Request, context: Context) -> Problem {
        switch error {
        case let problem as Problem:
            return problem
        case is CancellationError:
            // The caller has disconnected and reads nothing more. Or the shutdown grace has ended, and the response may still arrive.
            return Problem(.shuttingDown, detail: "the server stopped before this request was complete; send it again")
        case let error as WireError:
            return Problem(.invalidRequest, detail: error.description, faults: error.faults)
        case let error as KeyVaultError:
            if let problem = Problem(error) { return problem }
        case let refusal as UserRefusal:
            return Problem(refusal)
        case let error as AccountsError:
            if let problem = Problem(error) { return problem }
        case is HTTPParserError:
            // The error is about a body, because a request with an invalid header is rejected earlier.
            return Problem(
                .invalidRequest,
                detail:
                    "the body is not valid HTTP/1.1: its framing is wrong, it ends early, or its trailer is larger than a header may be; "
                    + "send "
                    + "it again, with Content-Length if possible"
            )
        case is BodyPieces.TooMany:
            return Problem(
                .invalidRequest,
                detail: "the body has too many tiny chunks; send larger ones, or use Content-Length"
            )
        case let error as HTTPError where error.status == .notFound:
            if let complete = ErrorForm.complete(request.uri.path) {
                return Problem(
                    .notFound,
                    detail:
                        "there is no route for \(request.method) \(request.shownPath), but for \(complete); end the base URL with /v1"
                )
            }
            let offer = context.errorForm.offeredRoutes.map { "this server offers \($0); " } ?? ""
            return Problem(
                .notFound,
                detail:
                    "there is no route for \(request.method) \(request.shownPath); \(offer)see the API description at GET /openapi.json"
            )
        default:
            break
        }
        context.logger.error(
            "Request failed",
            metadata: ["error": "\(StoreError.reason(of: error))", "path": "\(request.shownPath)"]
        )
        if let problem = (error as? StoreError).flatMap({
            Problem($0, isForOperator: context.endpointPath?.hasPrefix("/admin") == true)
        }) {
            return problem
        }
        return Problem(
            .internalError,
            detail: "an internal error occurred; the server's log has the details under this request_id"
        )
    }
}
