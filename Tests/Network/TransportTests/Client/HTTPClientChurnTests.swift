import SeededRandom
import Synchronization
import Testing
import Transport

/// Thousands of transfers that are cancelled at random times; all their resources must be released.
@Suite(.timeLimit(.minutes(1))) struct HTTPClientChurnTests {
    @Test(arguments: [1, 2]) func cancelledTransfersReleaseAllResources(threads: Int) async throws {
        let server = ChurnServer()
        let deaf = DeafPort()
        let deafBefore = KernelSockets.connected(to: deaf.port)
        let client = HTTPClient(
            configuration: .init {
                $0.threads = threads
                $0.bodyWindowBytes = 16 * 1024
            }
        )
        var generator = SeededGenerator(seed: 20_261_121)
        let plans = (0..<1000).map { ChurnPlan(number: $0, using: &generator) }

        let ends = await withTaskGroup(of: ChurnPlan.End.self, returning: [ChurnPlan.End].self) { group in
            var ends: [ChurnPlan.End] = []
            for (count, plan) in plans.enumerated() {
                // This many at once, each with a thread of the server.
                if count >= 48, let end = await group.next() { ends.append(end) }
                group.addTask { await plan.run(with: client, server, deaf) }
            }
            for await end in group { ends.append(end) }
            return ends
        }
        // The client still works; and the connection that it keeps shows that the count below can find one.
        let last = try await client.send(HTTPRequest(.get, server.url("/short/1000"), isTrusted: true))
        #expect(try await last.body.collect(upTo: 10).count == 4)
        #expect(!KernelSockets.connected(to: server.port).isEmpty)
        await client.shutdown()

        // Each transfer ended once, both for its reader and in the client's counts.
        #expect(ends.count == plans.count)
        #expect(ends.filter { $0 == .wrong } == [])
        #expect(Set(ends) == [.cancelledBeforeHeader, .cancelledInBody, .complete])
        for (host, metrics) in client.metrics {
            #expect(metrics.openTransfers == 0, "\(host)")
            #expect(metrics.outcomes.values.reduce(0, +) == metrics.requests, "\(host)")
        }
        // The threads of the client have ended, so no callback can follow, and none of their sockets is open.
        #expect(KernelSockets.connected(to: server.port) == [])
        #expect(KernelSockets.connected(to: deaf.port).subtracting(deafBefore) == [])
        await server.untilAllAreClosed()
    }
}

/// A transfer whose course is decided in advance.
private struct ChurnPlan: Sendable {
    /// When the transfer is cancelled.
    enum Moment: CaseIterable {
        case atTheStart, beforeConnect, beforeHeader, midBody, whilePaused, atTheEnd
    }

    enum End: Sendable, Hashable {
        case cancelledBeforeHeader, cancelledInBody, complete
        case wrong
    }

    let number: Int
    let moment: Moment
    /// The number of scheduler turns between the awaited event and the cancellation.
    let turns: Int

    init(number: Int, using generator: inout SeededGenerator) {
        self.number = number
        moment = Moment.allCases[Int.random(in: 0..<Moment.allCases.count, using: &generator)]
        turns = Int.random(in: 0...60, using: &generator)
    }

    func run(with client: HTTPClient, _ server: ChurnServer, _ deaf: DeafPort) async -> End {
        let (events, source) = AsyncStream<Void>.makeStream()
        server.expect(number, source)
        let hasHeader = Flag()
        let task = Task {
            // A wait for an event ends with the transfer at the latest.
            defer { source.finish() }
            let response = try await client.send(HTTPRequest(.get, url(server, deaf), isTrusted: true))
            hasHeader.set()
            if moment == .midBody { source.yield() }
            // The body of the paused one is not read; its server reports when the client accepts no more bytes.
            if moment == .whilePaused { await untilCancelled() }
            _ = try await response.body.collect(upTo: 1 << 30)
        }
        switch moment {
        case .beforeHeader, .midBody, .whilePaused: for await _ in events { break }
        // Some end before they are cancelled, which must be harmless.
        case .atTheEnd where turns.isMultiple(of: 2): for await _ in events {}
        case .atTheStart, .beforeConnect, .atTheEnd: break
        }
        for _ in 0..<turns { await Task.yield() }
        task.cancel()
        do {
            try await task.value
            return moment == .atTheEnd ? .complete : .wrong
        } catch let error as TransportError where error.code == .cancelled {
            return hasHeader.isSet ? .cancelledInBody : .cancelledBeforeHeader
        } catch {
            return .wrong
        }
    }

    private func url(_ server: ChurnServer, _ deaf: DeafPort) -> String {
        switch moment {
        case .beforeConnect: "http://127.0.0.1:\(deaf.port)/"
        case .beforeHeader: server.url("/silent/\(number)")
        case .atTheStart, .midBody: server.url("/open/\(number)")
        case .whilePaused: server.url("/endless/\(number)")
        case .atTheEnd: server.url("/short/\(number)")
        }
    }
}

/// Waits until the task is cancelled.
private func untilCancelled() async {
    let (stream, source) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(source) {}
}

/// A flag that any thread sets once.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
}
