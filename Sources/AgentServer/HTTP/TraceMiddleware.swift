import HTTPTypes
import Hummingbird
import Logging
import Telemetry
import Transport

/// Takes on the trace that a request belongs to (W3C Trace Context), or begins one, for the log and for what is sent upstream.
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
