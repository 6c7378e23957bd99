import Synchronization
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(1))) struct HTTPClientRetryTests {
    /// A server that answers each connection with the next of some answers; the last answer repeats.
    private func server(_ answers: [String], closed: AsyncStream<Void>.Continuation? = nil) -> RawServer {
        let served = Counter()
        return RawServer { connection in
            guard connection.readRequest() != nil else { return }
            let index = served.next()
            connection.write(answers[min(index, answers.count - 1)])
            connection.waitForPeerToClose()
            closed?.yield()
        }
    }

    private final class Counter: Sendable {
        private let value = Atomic<Int>(0)
        func next() -> Int { value.add(1, ordering: .relaxed).oldValue }
    }

    private static let fine = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nfine"
    private static let brokenOff = "HTTP/1.1 503 Busy\r\nRetry-After: 3\r\nContent-Length: 1000000\r\n\r\nwait"

    @Test func anotherAttemptReleasesTheEarlierBody() async throws {
        let (closings, source) = AsyncStream<Void>.makeStream()
        let server = server([Self.brokenOff, Self.brokenOff, Self.fine], closed: source)
        defer { server.stop() }
        let clock = ManualClock(jumping: true)
        let policy = RetryPolicy(deadline: nil)
        let response = try await HTTPClient().send(
            HTTPRequest(.post, server.url(), isTrusted: true),
            retrying: policy,
            clock: clock
        )
        #expect(response.status == 200)
        #expect(clock.durations == [.seconds(3), .seconds(3)])
        // The two bodies that are not read have lost their connections while the third one is still held.
        var iterator = closings.makeAsyncIterator()
        await iterator.next()
        await iterator.next()
        let bytes = try await response.body.collect(upTo: 10)
        #expect(String(decoding: bytes, as: UTF8.self) == "fine")
        #expect(server.connectionCount == 3)
    }

    @Test func theLastAnswerIsReturned() async throws {
        let server = server([Self.brokenOff])
        defer { server.stop() }
        let clock = ManualClock(jumping: true)
        let policy = RetryPolicy(maximumAttempts: 2, deadline: nil)
        let response = try await HTTPClient().send(
            HTTPRequest(.get, server.url(), isTrusted: true),
            retrying: policy,
            clock: clock
        )
        #expect(response.status == 503)
        #expect(server.connectionCount == 2)
    }

    @Test func permanentFailuresAreNotRetried() async throws {
        let server = server(["HTTP/1.1 500 Broken\r\nContent-Length: 0\r\n\r\n"])
        defer { server.stop() }
        let clock = ManualClock(jumping: true)
        let policy = RetryPolicy(deadline: nil)
        let response = try await HTTPClient().send(
            HTTPRequest(.post, server.url(), isTrusted: true),
            retrying: policy,
            clock: clock
        )
        #expect(response.status == 500)
        #expect(server.connectionCount == 1)
    }

    @Test func anErrorNamesItsAttempt() async throws {
        let url = "http://127.0.0.1:\(RawServer.closedPort())/"
        let clock = ManualClock(jumping: true)
        let error = await #expect(throws: TransportError.self) {
            _ = try await HTTPClient().send(
                HTTPRequest(.post, url, isTrusted: true),
                retrying: RetryPolicy(deadline: nil),
                clock: clock
            )
        }
        #expect(error?.code == .connect)
        #expect(error?.message.hasSuffix(" (attempt 3).") == true)
        #expect(clock.durations.count == 2)
        #expect(zip(clock.durations, [Duration.milliseconds(500), .seconds(1)]).allSatisfy { $0 <= $1 })
    }

    @Test func noAttemptFollowsAfterTheHeader() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun")
        }
        defer { server.stop() }
        let policy = RetryPolicy(faults: RetryPolicy.passingFaults.union([.body]), deadline: nil)
        let clock = ManualClock(jumping: true)
        let response = try await HTTPClient().send(
            HTTPRequest(.get, server.url(), isTrusted: true),
            retrying: policy,
            clock: clock
        )
        let error = await #expect(throws: TransportError.self) { _ = try await response.body.collect(upTo: 1000) }
        #expect(error?.code == .body)
        #expect(server.connectionCount == 1)
        #expect(clock.durations == [])
    }

    @Test func aWaitIsCancelled() async throws {
        let server = server([Self.brokenOff])
        defer { server.stop() }
        let clock = ManualClock()
        let url = server.url()
        let task = Task {
            try await HTTPClient().send(
                HTTPRequest(.get, url, isTrusted: true),
                retrying: RetryPolicy(deadline: nil),
                clock: clock
            )
        }
        await clock.waitForSleep(of: .seconds(3))
        task.cancel()
        let error = await #expect(throws: TransportError.self) { _ = try await task.value }
        #expect(error?.code == .cancelled)
        #expect(server.connectionCount == 1)
    }

    @Test func anAttemptEndsAtTheDeadline() async throws {
        let (closings, source) = AsyncStream<Void>.makeStream()
        let (requests, requestSource) = AsyncStream<Void>.makeStream()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            requestSource.yield()
            connection.waitForPeerToClose()
            source.yield()
        }
        defer { server.stop() }
        let clock = ManualClock()
        let url = server.url()
        let task = Task {
            let policy = RetryPolicy(deadline: .seconds(20))
            return try await HTTPClient().send(HTTPRequest(.get, url, isTrusted: true), retrying: policy, clock: clock)
        }
        await clock.waitForSleep(of: .seconds(20))
        for await _ in requests { break }
        clock.advance(by: .seconds(20))
        let error = await #expect(throws: TransportError.self) { _ = try await task.value }
        #expect(error?.code == .timeout(.total))
        for await _ in closings { break }
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: [true, false]) func anAttemptUntilTheDeadlineCountsAsAFailure(isOverdue: Bool) async throws {
        let (requests, requestSource) = AsyncStream<Void>.makeStream()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            requestSource.yield()
            connection.waitForPeerToClose()
        }
        defer { server.stop() }
        let clock = ManualClock()
        let url = server.url()
        let breakers = CircuitBreakers(settings: .init(failureThreshold: 1))
        let task = Task {
            let policy = RetryPolicy(deadline: .seconds(20))
            let request = HTTPRequest(.get, url, isTrusted: true)
            return try await HTTPClient().send(request, retrying: policy, through: breakers, clock: clock)
        }
        await clock.waitForSleep(of: .seconds(20))
        for await _ in requests { break }
        if isOverdue { clock.advance(by: .seconds(20)) } else { task.cancel() }
        let error = await #expect(throws: TransportError.self) { _ = try await task.value }
        #expect(error?.code == (isOverdue ? .timeout(.total) : .cancelled))
        let state = breakers.states["127.0.0.1:\(server.port)"]
        // A caller that cancels says nothing about the upstream.
        if isOverdue, case .open = state { return }
        #expect(!isOverdue && state == .closed)
    }

    @Test func anOpenBreakerEndsTheAttempts() async throws {
        let url = "http://127.0.0.1:\(RawServer.closedPort())/"
        let breakers = CircuitBreakers(settings: .init(failureThreshold: 2))
        let clock = ManualClock(jumping: true)
        let error = await #expect(throws: TransportError.self) {
            _ = try await HTTPClient().send(
                HTTPRequest(.get, url, isTrusted: true),
                retrying: RetryPolicy(maximumAttempts: 10, deadline: nil),
                through: breakers,
                clock: clock
            )
        }
        #expect(error?.code == .circuitOpen)
        #expect(clock.durations.count == 2)
    }
}
