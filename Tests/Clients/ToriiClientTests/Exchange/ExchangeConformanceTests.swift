import Foundation
import SeededRandom
import Secrets
import StandIns
import StreamingJSON
import Synchronization
import Testing

@testable import ToriiClient

// One suite for both exchanges: this file is compiled for each of them.
#if TORII_URLSESSION
private func makeExchange() -> any HTTPExchange { URLSessionExchange() }
#else
private func makeExchange() -> any HTTPExchange { TransportExchange() }
#endif

/// Runs and their resumption over sockets, with a server that drips, cuts, resets, refuses and restarts.
@Suite(.timeLimit(.minutes(2))) struct ExchangeConformanceTests {
    private static let texts = (0..<12).map { "t\($0) " }

    private static func service(_ url: String, token: String = "right") -> ToriiService {
        service(url) { SecretString(token) }
    }

    private static func service(
        _ url: String,
        pause: @escaping @Sendable (Duration) async throws -> Void = { _ in try Task.checkCancellation() },
        token: @escaping ToriiService.TokenProvider
    ) -> ToriiService {
        var requester = Requester(
            base: url,
            exchange: makeExchange(),
            tokens: TokenCache(token),
            configuration: .init()
        )
        requester.pause = pause
        return ToriiService(requester)
    }

    private static func texts(_ events: [NativeEvent]) -> [String] {
        events.compactMap { if case .messageDelta(let text) = $0 { text } else { nil } }
    }

    private static func events(_ service: ToriiService) async throws -> [NativeEvent] {
        var events: [NativeEvent] = []
        for try await event in service.chat("hello") { events.append(event) }
        return events
    }

    @Test(arguments: [1, 7, 4096])
    func aStreamInPiecesIsRead(size: Int) async throws {
        try await ToriiStandIn.with(script: { ToriiStandIn.turn($0, Self.texts) }) { standIn in
            standIn.server.misbehave(.drip(bytes: size, every: .zero))
            let events = try await Self.events(Self.service(standIn.baseURL))
            #expect(Self.texts(events) == Self.texts)
            #expect(events.count == Self.texts.count + 3)
            #expect(standIn.requests.count == 1)
        }
    }

    /// Streams that end early or are reset after random numbers of bytes, several times in a run.
    @Test(arguments: 0..<12)
    func cutsAndResetsLoseNothing(seed: Int) async throws {
        var dice = SeededGenerator(seed: UInt64(seed))
        let cuts = (0..<6).map { _ -> Misbehavior in
            let count = Int.random(in: 0..<400, using: &dice)
            switch Int.random(in: 0..<3, using: &dice) {
            case 0: return .truncate(afterBytes: count)
            case 1: return .reset(afterBytes: count)
            default: return .resetBeforeHeader
            }
        }
        try await ToriiStandIn.with(script: { ToriiStandIn.turn($0, Self.texts) }) { standIn in
            for cut in cuts { standIn.server.misbehave(cut) }
            let events = try await Self.events(Self.service(standIn.baseURL))
            #expect(Self.texts(events) == Self.texts)
            #expect(events.last?.type == "run.completed")
            #expect(standIn.runs.count == 1)
        }
    }

    @Test func refusalsAreRepeatedAsTheServerAsks() async throws {
        try await ToriiStandIn.with(script: { ToriiStandIn.turn($0, Self.texts) }) { standIn in
            let refusals = [
                ToriiStandIn.failure(503, retryAfter: 7), ToriiStandIn.failure(429, retryAfter: 3), .html(status: 502),
            ]
            for refusal in refusals { standIn.server.misbehave(.answer(refusal)) }
            let waits = Mutex<[Duration]>([])
            let service = Self.service(standIn.baseURL, pause: { wait in waits.withLock { $0.append(wait) } }) {
                SecretString("right")
            }
            let events = try await Self.events(service)
            #expect(Self.texts(events) == Self.texts)
            let seconds = waits.withLock { $0.map(\.components.seconds) }
            #expect(seconds == [7, 3, 0])
            // The key of the request is that of the first attempt.
            #expect(Set(standIn.requests.map { $0.header("Idempotency-Key") }).count == 1)
        }
    }

    @Test func aRefusedTokenIsRequestedAgainOnce() async throws {
        try await ToriiStandIn.with(tokens: ["right"], script: { ToriiStandIn.turn($0, Self.texts) }) { standIn in
            let count = Mutex(0)
            let service = Self.service(standIn.baseURL) {
                SecretString(
                    count.withLock {
                        $0 += 1; return $0
                    } == 1 ? "old" : "right"
                )
            }
            let events = try await Self.events(service)
            #expect(Self.texts(events) == Self.texts)
            #expect(standIn.requests.map(\.bearerToken) == ["old", "right"])
            let error = await #expect(throws: ToriiError.self) {
                try await Self.events(Self.service(standIn.baseURL, token: "wrong"))
            }
            #expect(error?.code == .unauthorized)
            #expect(error?.status == 401)
            #expect(standIn.requests.count == 3)
        }
    }

    @Test func aServerThatStartsAgainContinuesTheRun() async throws {
        let gate = StandInGate()
        let script: @Sendable (String) -> [ToriiStandIn.Step] = { run in
            [ToriiStandIn.started(run), .event("message.delta", ["text": "one "]), .gate(gate)]
                + [.event("message.delta", ["text": "two"])] + ToriiStandIn.ending("one two")
        }
        let first = ToriiStandIn(script: script)
        try await first.server.start()
        let port = first.server.port
        let (pauses, paused) = AsyncStream<Void>.makeStream()
        let restarted = StandInGate()
        let service = Self.service(
            first.baseURL,
            pause: { _ in
                paused.yield()
                await restarted.wait()
            }
        ) { SecretString("right") }
        let (arrivals, arrived) = AsyncStream<NativeEvent>.makeStream()
        async let reading: Void = {
            defer { arrived.finish() }
            for try await event in service.chat("hello") { arrived.yield(event) }
        }()
        var events: [NativeEvent] = []
        for await event in arrivals {
            events.append(event)
            guard case .messageDelta("one ") = event else { continue }
            // The server ends; the reader notices and finds nobody on the port.
            await first.server.stop()
            for await _ in pauses { break }
            gate.open()
            let second = ToriiStandIn(port: port, runs: first.runs, script: script)
            try await second.server.start()
            restarted.open()
            for await event in arrivals { events.append(event) }
            await second.server.stop()
        }
        try await reading
        #expect(Self.texts(events) == ["one ", "two"])
        #expect(events.last?.type == "run.completed")
    }

    @Test func aRedirectIsNotFollowed() async throws {
        try await ToriiStandIn.with(script: { ToriiStandIn.turn($0, Self.texts) }) { standIn in
            let place = "\(standIn.baseURL)/v1/elsewhere"
            standIn.server.misbehave(
                .answer(StandInReply(status: 307, headers: [("Location", place)], pieces: [.init("moved")]))
            )
            let error = await #expect(throws: ToriiError.self) {
                try await Self.events(Self.service(standIn.baseURL))
            }
            #expect(error?.code == .invalidAnswer)
            #expect(error?.message.contains(place) == true)
            #expect(standIn.requests.count == 1)
        }
    }

    @Test(arguments: ["ftp://127.0.0.1", "127.0.0.1:8080", "nothing at all", ""])
    func anAddressThatIsNoneIsRefused(url: String) async {
        let error = await #expect(throws: ToriiError.self) { try await Self.service(url).models() }
        #expect(error?.code == .invalidURL)
    }

    #if !TORII_URLSESSION
    // Foundation's implementation on Linux reports another error, which is that of a broken connection.
    @Test func aServerWithoutTLSIsNotRepeated() async throws {
        try await ToriiStandIn.with(script: { ToriiStandIn.turn($0, Self.texts) }) { standIn in
            let url = standIn.baseURL.replacingOccurrences(of: "http:", with: "https:")
            let error = await #expect(throws: ToriiError.self) { try await Self.service(url).models() }
            #expect(error?.code == .tls)
        }
    }
    #endif

    @Test func aCanceledTaskClosesTheConnectionAndCancelsTheRun() async throws {
        let gate = StandInGate()
        try await ToriiStandIn.with(script: { [ToriiStandIn.started($0), .gate(gate)] + ToriiStandIn.ending("") }) {
            standIn in
            let (arrivals, arrived) = AsyncStream<Void>.makeStream()
            let reading = Task {
                for try await _ in Self.service(standIn.baseURL).chat("hello") { arrived.yield() }
            }
            for await _ in arrivals { break }
            reading.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
            #expect(standIn.runs.canceled == ["run_1"])
            #expect(await standIn.server.ending(of: 1)?.kind == .closedByPeer)
        }
    }

    @Test func aCanceledTaskFindsTheRunBeforeItsFirstEvent() async throws {
        let gate = StandInGate()
        try await ToriiStandIn.with(script: { ToriiStandIn.turn($0, Self.texts) }) { standIn in
            standIn.server.misbehave(.hold(gate))
            let reading = Task { try await Self.events(Self.service(standIn.baseURL)) }
            _ = await standIn.server.requests(atLeast: 1)
            reading.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
            #expect(standIn.runs.canceled == ["run_1"])
            #expect(standIn.runs.count == 1)
        }
    }

    @Test func anAppThatLeavesTheLoopCancelsTheRunOrDetaches() async throws {
        let gate = StandInGate()
        try await ToriiStandIn.with(script: { [ToriiStandIn.started($0), .gate(gate)] + ToriiStandIn.ending("") }) {
            standIn in
            let service = Self.service(standIn.baseURL)
            for try await _ in service.chat("hello", options: RunOptions(onStop: .detach)) { break }
            #expect(await standIn.server.ending(of: 1)?.kind == .closedByPeer)
            var finishing = ChatRequest(message: "hello")
            finishing.onDisconnect = .finish
            for try await _ in service.chat(finishing) { break }
            #expect(await standIn.server.ending(of: 2)?.kind == .closedByPeer)
            for try await _ in service.chat("hello") { break }
            let cancellation = await standIn.server.event { event -> Int? in
                guard case .received(let request) = event, request.path.hasSuffix("/cancel") else { return nil }
                return request.id
            }
            _ = await standIn.server.ending(of: try #require(cancellation))
            #expect(standIn.runs.canceled == ["run_3"])
        }
    }

    /// A body far beyond the window of the exchange, to a reader that is slower than the server.
    @Test func aLargeStreamIsReadWhole() async throws {
        let text = String(repeating: "日本語 ", count: 20_000)
        try await ToriiStandIn.with(script: { ToriiStandIn.turn($0, Array(repeating: text, count: 12)) }) { standIn in
            var count = 0
            for try await event in Self.service(standIn.baseURL).chat("hello") {
                if case .messageDelta(let piece) = event { count += piece.utf8.count }
                await Task.yield()
            }
            #expect(count == 12 * text.utf8.count)
        }
    }
}
