import SeededRandom
import Synchronization
import Testing
import Transport

/// Thousands of transfers given up at drawn moments; what they took must come back.
@Suite(.timeLimit(.minutes(1))) struct HTTPClientChurnTests {
    @Test(arguments: [1, 2]) func cancelledTransfersGiveEverythingBack(threads: Int) async throws {
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
                // So many at once, each with a thread of the server.
                if count >= 48, let end = await group.next() { ends.append(end) }
                group.addTask { await plan.run(with: client, server, deaf) }
            }
            for await end in group { ends.append(end) }
            return ends
        }
        // The client works on; and the connection that it keeps shows that the count below can see one.
        let last = try await client.send(HTTPRequest(.get, server.url("/short/1000"), isTrusted: true))
        #expect(try await last.body.collect(upTo: 10).count == 4)
        #expect(!KernelSockets.connected(to: server.port).isEmpty)
        await client.shutdown()

        // Each transfer has ended once, as its reader saw it and as the client counted it.
        #expect(ends.count == plans.count)
        #expect(ends.filter { $0 == .wrong } == [])
        #expect(Set(ends) == [.cancelledBeforeHeader, .cancelledInBody, .complete])
        for (host, measures) in client.measures {
            #expect(measures.openTransfers == 0, "\(host)")
            #expect(measures.outcomes.values.reduce(0, +) == measures.requests, "\(host)")
        }
        // The threads of the client are gone, so nothing more can be called; and no socket of theirs is left.
        #expect(KernelSockets.connected(to: server.port) == [])
        #expect(KernelSockets.connected(to: deaf.port).subtracting(deafBefore) == [])
        await server.untilAllAreClosed()
    }
}

/// One transfer, decided in advance.
private struct ChurnPlan: Sendable {
    /// When the transfer is given up.
    enum Moment: CaseIterable {
        case atTheStart, beforeConnect, beforeHeader, midBody, whilePaused, atTheEnd
    }

    enum End: Sendable, Hashable {
        case cancelledBeforeHeader, cancelledInBody, complete
        case wrong
    }

    let number: Int
    let moment: Moment
    /// Turns of the scheduler between the event that is waited for and the cancellation.
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
            // Whoever waits for an event waits no longer than for the end.
            defer { source.finish() }
            let response = try await client.send(HTTPRequest(.get, url(server, deaf), isTrusted: true))
            hasHeader.set()
            if moment == .midBody { source.yield() }
            // Nobody reads while the paused one waits; its server tells when nothing more is taken.
            if moment == .whilePaused { await untilCancelled() }
            _ = try await response.body.collect(upTo: 1 << 30)
        }
        switch moment {
        case .beforeHeader, .midBody, .whilePaused: for await _ in events { break }
        // Some end before they are cancelled, which must do no harm.
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

/// Set once, from any thread.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
}
