import Hummingbird
import Logging

/// Counts each request and logs one line for it: method, path, status and time until the header; never a query, a header or a body.
struct AccessLogMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    let measures: RequestMeasures

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let clock = ContinuousClock()
        let start = clock.now
        let response = try await next(request, context)
        let milliseconds = (clock.now - start) / .milliseconds(1)
        measures.answered(request.method.rawValue, route: context.endpointPath, status: response.status.code)
        context.logger.info(
            "Answered",
            metadata: [
                "method": "\(request.method)", "path": "\(request.uri.path)", "status": "\(response.status.code)",
                "ms": "\(Int(milliseconds.rounded()))",
            ]
        )
        return response
    }
}
