import AgentWire
import HTTPTypes
import Hummingbird
import NIOPosix
import StreamingJSON
import Testing

@testable import AgentServer

/// The thread on which the body of a request is parsed, and its faults.
@Suite struct RequestBodyTests {
    /// Returns a request whose body has a byte for each scalar of a text.
    private func request(_ body: String, coding: String? = nil) -> Request {
        var head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")
        head.headerFields[.contentEncoding] = coding
        let bytes = body.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: bytes)))
    }

    @Test(arguments: [(100, true), (Request.largeBodyBytes, false)])
    func aLargeBodyIsParsedOffTheEventLoop(count: Int, isOnLoop: Bool) async throws {
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

    @Test(arguments: [("gzip", "{}"), ("BR", "{}"), (nil, "\u{1F}\u{8B}\u{8}")] as [(String?, String)])
    func aCompressedBodyIsRefused(coding: String?, text: String) async throws {
        var request = request(text, coding: coding)
        let problem = await #expect(throws: Problem.self) { _ = try await request.json() }
        #expect(problem?.kind == .unsupportedMediaType)
        #expect(problem?.detail.contains("send it without 'Content-Encoding'") == true)
        var plain = self.request("{}", coding: "identity")
        #expect(try await plain.json() == [:])
    }

    @Test(arguments: [100, Request.largeBodyBytes])
    func faultsAreReportedForAnySize(count: Int) async throws {
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
