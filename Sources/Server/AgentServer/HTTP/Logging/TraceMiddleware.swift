import HTTPTypes
import Hummingbird
import Logging
import Telemetry
import Transport

/// The trace context of a request (W3C Trace Context), continued or new, for the log and for upstream calls.
struct TraceMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let trace = TraceContext(
            traceparent: request.headers[values: .traceparent],
            tracestate: request.headers[values: .tracestate]
        )
        var context = context
        context.logger[metadataKey: "trace_id"] = "\(trace.traceID)"
        return try await TraceContext.$current.withValue(trace) { [context] in try await next(request, context) }
    }
}
