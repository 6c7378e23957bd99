import Hummingbird

/// A responder that produces each response in a child task.
///
/// A task keeps the memory of its deepest call until it ends. The code that writes an event stream runs as long as the stream and is
/// not deep. The middleware and the route before it are deep, and in the same task each open stream would keep their memory.
struct ChildTaskResponder<Base: HTTPResponder>: HTTPResponder where Base.Context: Sendable {
    let base: Base

    @Sendable func respond(to request: Request, context: Base.Context) async throws -> Response {
        async let response = base.respond(to: request, context: context)
        return try await response
    }
}
