import Accounts
import AgentWire
import HTTPTypes
import Hummingbird
import KeyVault
import Logging
import NIOHTTP1

/// The one place where an error becomes an HTTP answer, and where every answer gets its request id.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.errorForm = ErrorForm(of: context.endpointPath)
        var response: Response
        do {
            response = try await next(request, context)
        } catch {
            let problem = problem(for: error, request: request, context: context)
            response = .problem(problem, requestID: context.id, as: context.errorForm)
        }
        response.headers[.requestID] = context.id
        return response
    }

    private func problem(for error: any Error, request: Request, context: Context) -> Problem {
        switch error {
        case let problem as Problem:
            return problem
        case is CancellationError:
            // The caller has hung up and reads nothing more; or the server's time to stop is over, and this may still arrive.
            return Problem(.shuttingDown, detail: "the server was stopped before this was done; send it again")
        case let error as WireError:
            return Problem(.invalidRequest, detail: error.description, faults: error.faults)
        case let error as KeyVaultError:
            if let problem = Problem(error) { return problem }
        case let error as AccountsError:
            if let problem = Problem(error) { return problem }
        case is HTTPParserError:
            // Of a body: a request with an invalid header does not come this far.
            return Problem(
                .invalidRequest,
                detail:
                    "the body is not framed as HTTP/1.1 has it, it ends early, or its trailer is larger than a header may be; send it again, with Content-Length if possible"
            )
        case is BodyPieces.TooMany:
            return Problem(
                .invalidRequest,
                detail: "the body arrives in too many tiny chunks; send it in larger ones, or with Content-Length"
            )
        case let error as HTTPError where error.status == .notFound:
            return Problem(.notFound, detail: "there is nothing at \(request.method) \(request.shownPath)")
        default:
            break
        }
        // Only the type: a description may hold what a client or an upstream sent.
        context.logger.error(
            "Request failed",
            metadata: ["error": "\(type(of: error))", "path": "\(request.shownPath)"]
        )
        return Problem(
            .internalError,
            detail: "the server met a fault of its own; its log has it under this request_id"
        )
    }
}
