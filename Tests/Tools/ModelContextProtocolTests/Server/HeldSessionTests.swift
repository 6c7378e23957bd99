import HeldBytes
import ModelContextProtocol
import StreamingJSON
import Testing

/// The bytes that a session holds for its owner: answers, open requests, questions and subscriptions.
@Suite(.timeLimit(.minutes(1))) struct HeldSessionTests {
    private let held = HeldBytes(.init(owner: 40_000, total: 100_000))

    private func open(limit: Int = .max, capabilities: JSONObject = [:]) throws -> MCPSession {
        let params: JSONObject = ["protocolVersion": "2025-11-25", "capabilities": .object(capabilities)]
        let hold = try held.hold(100, for: "caller", limit: limit)
        let request = RPCRequest(id: .integer(0), method: "initialize", params)
        return try MCPServer.test().session(for: request, id: "s", offer: ScriptedOffer(), hold: hold).session
    }

    private static func answering(_ bytes: Int) -> ScriptedOffer {
        ScriptedOffer(call: { _, _ in .text(String(repeating: "x", count: bytes)) })
    }

    @Test func anAnswerIsCountedUntilItIsForgotten() async throws {
        let session = try open()
        let stream = try session.call(Self.answering(10_000))
        #expect(try await stream.rest().count == 1)
        #expect((10_100..<10_300).contains(held.bytes(of: "caller")))
        stream.leave(stream.generation)
        let now = ContinuousClock.now
        // A reader may have lost the connection with the last message.
        session.forgetAnswers(at: now, after: .seconds(10))
        session.forgetAnswers(at: now + .seconds(9), after: .seconds(10))
        #expect(session.stream(stream.number) === stream)
        session.forgetAnswers(at: now + .seconds(10), after: .seconds(10))
        #expect(session.stream(stream.number) == nil)
    }

    /// An answer whose reader is away is kept for longer, and not for good.
    @Test func anAnswerThatNobodyReadsIsForgotten() async throws {
        let session = try open()
        let stream = try session.call(Self.answering(10_000))
        _ = try await stream.message(at: 0)
        while !stream.isFinished { _ = await stream.news(from: 1, for: stream.attach()) }
        stream.leave(stream.generation)
        let now = ContinuousClock.now
        session.forgetAnswers(at: now, after: .zero)
        session.forgetAnswers(at: now + .seconds(3600), after: .zero)
        #expect(session.stream(stream.number) == nil)
    }

    /// Answers that were read make room for another one; beyond that, an error replaces an answer.
    @Test(arguments: [true, false])
    func theBytesOfASessionAreBounded(areRead: Bool) async throws {
        let session = try open(limit: 25_000)
        var last: JSONValue?
        for id in 1...3 {
            let stream = try session.call(Self.answering(10_000), id: .integer(id))
            last = try await stream.message(at: 0)
            guard areRead else { continue }
            #expect(await stream.news(from: 1, for: stream.attach()) == .over)
            stream.leave(stream.generation)
        }
        #expect(held.bytes(of: "caller") < 25_000)
        if areRead { #expect(last?["result"] != nil) } else { #expect(last?["error"]?["data"]?["status"] == 429) }
    }

    /// Two sessions of one owner share its bytes; another owner has its own.
    @Test func theBytesOfAnOwnerAreBounded() async throws {
        let sessions = [try open(), try open()]
        for session in sessions { _ = try await session.call(Self.answering(15_000)).message(at: 0) }
        let refused = try await sessions[0].call(Self.answering(15_000), id: .integer(2)).message(at: 0)
        #expect(refused["id"] == 2 && refused["error"]?["data"]?["retry_after"] == 5)
        #expect(throws: Never.self) { try held.hold(15_000, for: "other") }
        for session in sessions { session.end() }
    }

    @Test func nothingIsHeldAfterASession() async throws {
        var session: MCPSession? = try open()
        _ = try await session?.call(Self.answering(1000)).rest()
        _ = try await session?.result("resources/subscribe", ["uri": "a:1"])
        #expect(held.total > 1000)
        session?.end()
        session = nil
        #expect(held.total == 0)
    }

    @Test func anOpenRequestIsCounted() async throws {
        let started = Signal()
        let offer = ScriptedOffer(call: { _, _ in
            started.give()
            try await Signal().wait()
            return .text("")
        })
        let session = try open()
        let params: JSONObject = ["name": "one", "arguments": ["text": .string(String(repeating: "x", count: 30_000))]]
        let stream = try session.start(RPCRequest(id: .integer(1), method: "tools/call", params), offer: offer)
        try await started.wait()
        #expect((30_100..<30_300).contains(held.bytes(of: "caller")))
        let refusal = #expect(throws: RPCError.self) {
            try session.start(RPCRequest(id: .integer(2), method: "tools/call", params), offer: offer)
        }
        #expect(refusal?.data?["status"] == 429)
        session.receive(RPCNotification("notifications/cancelled", ["requestId": 1]))
        #expect(try await stream.rest().isEmpty)
        #expect(held.bytes(of: "caller") == 100)
    }

    /// A question that has no room is not asked, and the call says why.
    @Test func aQuestionWithoutRoom() async throws {
        let session = try open(limit: 300, capabilities: ["elicitation": [:]])
        let long = String(repeating: "?", count: 1000)
        let offer = ScriptedOffer(call: { _, _ in
            .inputRequired(MCPInputRequest([.init("name", .elicitation, ["mode": "form", "message": .string(long)])]))
        })
        let answer = try await session.call(offer).message(at: 0)
        #expect(answer["error"]?["message"]?.stringValue?.contains("holds as many bytes") == true, "\(answer)")
    }
}
