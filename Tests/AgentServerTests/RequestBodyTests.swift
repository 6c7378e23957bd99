import AgentWire
import Hummingbird
import NIOPosix
import StreamingJSON
import Testing

@testable import AgentServer

/// Where the body of a request is read.
@Suite struct RequestBodyTests {
    private func request(_ body: String) -> Request {
        Request(
            head: .init(method: .post, scheme: nil, authority: nil, path: "/"),
            body: RequestBody(buffer: ByteBuffer(string: body))
        )
    }

    @Test(arguments: [(100, true), (Request.largeBodyBytes, false)])
    func aLargeBodyIsReadElsewhereThanOnTheEventLoop(count: Int, isOnLoop: Bool) async throws {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let text = String(repeating: "a", count: count)
        try await withTaskExecutorPreference(EventLoopExecutor.on(eventLoop)) {
            var request = request("\"\(text)\"")
            let wasOnLoop = try await request.json { value in
                #expect(value == .string(text))
                return eventLoop.inEventLoop
            }
            #expect(wasOnLoop == isOnLoop)
            #expect(eventLoop.inEventLoop)
        }
    }

    @Test(arguments: [100, Request.largeBodyBytes])
    func whatIsWrongIsToldInAnySize(count: Int) async throws {
        var request = request("[" + String(repeating: "1,", count: count) + "x]")
        let problem = await #expect(throws: Problem.self) { _ = try await request.json() }
        #expect(problem?.kind == .invalidJSON)
        request = self.request("[" + String(repeating: "1,", count: count) + "1]")
        let error = await #expect(throws: WireError.self) {
            _ = try await request.json { try ChatRequest(jsonValue: $0) }
        }
        #expect(error?.faults.isEmpty == false)
    }
}
