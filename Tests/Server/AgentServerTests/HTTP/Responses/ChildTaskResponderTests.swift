import Hummingbird
import Testing

@testable import AgentServer

/// Responses that are produced in a child task.
@Suite(.timeLimit(.minutes(2))) struct ChildTaskResponderTests {
    private enum Known {
        @TaskLocal static var name = ""
    }

    /// A responder that calls `body`.
    private struct Responder: HTTPResponder {
        struct Context: Sendable {}

        let body: @Sendable () async throws -> Response

        func respond(to request: Request, context: Context) async throws -> Response { try await body() }
    }

    private func respond(_ body: @escaping @Sendable () async throws -> Response) async throws -> Response {
        let request = Request(
            head: .init(method: .get, scheme: nil, authority: nil, path: "/"),
            body: RequestBody(buffer: ByteBuffer())
        )
        return try await ChildTaskResponder(base: Responder(body: body)).respond(to: request, context: .init())
    }

    /// The current task.
    private static var task: Int? { withUnsafeCurrentTask { $0?.hashValue } }

    @Test func aChildTaskHasTheTaskLocalValues() async throws {
        let caller = Self.task
        #expect(caller != nil)
        let response = try await Known.$name.withValue("alice") {
            try await respond {
                #expect(Self.task != nil && Self.task != caller)
                return Response(status: Known.name == "alice" ? .ok : .internalServerError)
            }
        }
        #expect(response.status == .ok)
    }

    @Test func theChildTaskIsCancelledWithTheConnection() async {
        let (beginnings, beginning) = AsyncStream<Void>.makeStream()
        await withThrowingTaskGroup(of: Response.self) { tasks in
            tasks.addTask {
                try await respond {
                    beginning.yield()
                    // This ends only when the task is cancelled.
                    for await _ in AsyncStream<Never>.makeStream().stream {}
                    try Task.checkCancellation()
                    return Response(status: .ok)
                }
            }
            for await _ in beginnings.prefix(1) {}
            tasks.cancelAll()
            await #expect(throws: CancellationError.self) { _ = try await tasks.next() }
        }
    }
}
