import EventStreams
import StreamingJSON
import Testing

@testable import ToriiClient

/// Runs over an exchange in memory: every cut of every byte.
@Suite(.timeLimit(.minutes(5))) struct RunEventsTests {
    private static let frames = ScriptedRun.frames(texts: ["a", "б", "\"c\"", "日本"])
    private static let bytes = ScriptedRun.bytes(of: frames)
    private static let cut = ExchangeError(.broken, "cut")

    /// An exchange that delivers the frames after the last event id, the first time only a number of bytes of them.
    private static func exchange(cutAfter count: Int, error: ExchangeError?, pieceSize: Int = .max) -> ScriptedExchange
    {
        ScriptedExchange { request, number in
            let after = request.header("Last-Event-ID").flatMap { Int($0.split(separator: ":").last ?? "") } ?? -1
            let rest = ScriptedRun.bytes(of: Array(frames[(after + 1)...]))
            let delivered = number == 0 ? Array(rest.prefix(count)) : rest
            let pieces = stride(from: 0, to: delivered.count, by: min(pieceSize, max(delivered.count, 1))).map {
                Array(delivered[$0..<min($0 + min(pieceSize, delivered.count), delivered.count)])
            }
            return .init(pieces: pieces, error: number == 0 ? error : nil)
        }
    }

    private static func events(_ exchange: ScriptedExchange) async throws -> [NativeEvent] {
        var events: [NativeEvent] = []
        for try await event in ToriiService(exchange).chat("hello") { events.append(event) }
        return events
    }

    private static var all: [NativeEvent] {
        frames.compactMap { frame in
            (try? JSONValue(parsing: frame.data)).flatMap { NativeEvent(type: frame.type, data: $0) }
        }
    }

    /// A reset and an early end after each number of bytes.
    @Test(arguments: [Self.cut, nil])
    func aCutAfterAnyByteLosesNothing(error: ExchangeError?) async throws {
        for count in 0...Self.bytes.count {
            let exchange = Self.exchange(cutAfter: count, error: error)
            #expect(try await Self.events(exchange) == Self.all, "after \(count) bytes")
            let requests = exchange.requests
            guard requests.count > 1 else {
                // The whole run arrived before the cut.
                #expect(count == Self.bytes.count)
                continue
            }
            let seen = Self.frames.last {
                ScriptedRun.bytes(of: Array(Self.frames[...(Self.number($0))])).count <= count
            }
            #expect(requests[1].header("Last-Event-ID") == seen?.id)
            #expect(requests[1].method == (seen == nil ? "POST" : "GET"))
            // A repeated start has the same key and body.
            if seen == nil {
                #expect(requests[1].header("Idempotency-Key") == requests[0].header("Idempotency-Key"))
                #expect(requests[1].body == requests[0].body)
            }
        }
    }

    private static func number(_ frame: ServerSentEvent) -> Int { Int(frame.id.split(separator: ":").last ?? "") ?? 0 }

    @Test(arguments: [1, 2, 3, 7])
    func piecesOfAnySizeAreRead(size: Int) async throws {
        let exchange = Self.exchange(cutAfter: Self.bytes.count, error: nil, pieceSize: size)
        #expect(try await Self.events(exchange) == Self.all)
        #expect(exchange.requests.count == 1)
    }

    /// The server is down for a while after each event.
    @Test func outagesBetweenAllEventsLoseNothing() async throws {
        let exchange = ScriptedExchange { request, number throws(ExchangeError) in
            guard number.isMultiple(of: 3) else { throw ExchangeError(.unreachable, "refused") }
            let after = request.header("Last-Event-ID").flatMap { Int($0.split(separator: ":").last ?? "") } ?? -1
            return .init(pieces: [ScriptedRun.bytes(of: [Self.frames[after + 1]])], error: Self.cut)
        }
        #expect(try await Self.events(exchange) == Self.all)
        #expect(exchange.requests.count == 3 * (Self.frames.count - 1) + 1)
    }

    @Test func eachIterationIsATurnOfItsOwnUnlessItHasAKey() async throws {
        let exchange = Self.exchange(cutAfter: .max, error: nil)
        let service = ToriiService(exchange)
        for options in [RunOptions(), RunOptions(idempotencyKey: "mine")] {
            let events = service.chat("hello", options: options)
            for _ in 0..<2 { for try await _ in events {} }
        }
        let keys = exchange.requests.map { $0.header("Idempotency-Key") ?? "" }
        #expect(keys[0] != keys[1])
        #expect(keys[2...] == ["mine", "mine"])
    }

    @Test func theEndOfAFailedRunIsAnElementAndAnError() async {
        let frame = ServerSentEvent(id: "run_1:0", type: "run.failed", data: ScriptedRun.failed)
        let exchange = ScriptedExchange { _, _ in .init(pieces: [ScriptedRun.bytes(of: [frame])]) }
        var types: [String] = []
        let error = await #expect(throws: ToriiError.self) {
            for try await event in ToriiService(exchange).chat("hello") { types.append(event.type) }
        }
        #expect(types == ["run.failed"])
        #expect(error?.code == .problem)
        #expect(error?.problem?.kind == .upstreamFailed)
        #expect(error?.message == "An upstream failed: D")
    }

    @Test func theErrorIsThrownOnceAndThenTheIterationIsOver() async throws {
        let exchange = ScriptedExchange { _, _ in .init(status: 403, headers: [], pieces: []) }
        var iterator = ToriiService(exchange).chat("hello").makeAsyncIterator()
        await #expect(throws: ToriiError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func anEventWithoutEndIsAnError() async throws {
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1024 * 1024)
        let exchange = ScriptedExchange { _, _ in .init(pieces: Array(repeating: piece, count: 20)) }
        let error = await #expect(throws: ToriiError.self) { try await Self.events(exchange) }
        #expect(error?.code == .invalidAnswer)
    }

    @Test func anIDOfAnotherRunIsRefused() async throws {
        let exchange = ScriptedExchange { _, _ in .init() }
        let events = ToriiService(exchange).events(of: "run_1", after: "run_2:7")
        let error = await #expect(throws: ToriiError.self) { for try await _ in events {} }
        #expect(error?.code == .invalidAnswer)
        #expect(exchange.requests.isEmpty)
    }

    @Test func theReplyHasTheWholeAnswer() async throws {
        let reply = try await ToriiService(Self.exchange(cutAfter: .max, error: nil)).chat("hello").reply()
        #expect(reply.run == "run_1")
        #expect(reply.conversation == "conv_1")
        #expect(reply.model == "m")
        #expect(reply.text == "aб\"c\"日本")
        #expect(reply.usage == WireUsage(inputTokens: 3, outputTokens: 2))
    }
}
