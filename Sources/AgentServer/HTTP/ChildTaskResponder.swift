import Hummingbird

/// Finds each request's response in a task of its own.
///
/// A task keeps the memory of its deepest call until it ends. What writes a stream of events goes on for as long as the stream does,
/// and it is not deep; the middleware and the route before it are, and would be paid for by each open stream.
struct ChildTaskResponder<Base: HTTPResponder>: HTTPResponder where Base.Context: Sendable {
    let base: Base

    @Sendable func respond(to request: Request, context: Base.Context) async throws -> Response {
        async let response = base.respond(to: request, context: context)
        return try await response
    }
}
