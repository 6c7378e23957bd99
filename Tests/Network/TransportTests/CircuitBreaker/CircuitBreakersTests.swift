import Synchronization
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(1))) struct CircuitBreakersTests {
    /// A time that a test sets.
    private final class Moment: Sendable {
        private let value = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { value.withLock { $0 } }
        func advance(by duration: Duration) { value.withLock { $0 += duration } }
    }

    @Test func eachUpstreamHasItsOwnBreaker() async throws {
        let moment = Moment()
        let breakers = CircuitBreakers(
            settings: .init(failureThreshold: 2, window: .seconds(30), openDuration: .seconds(15)),
            now: { moment.now }
        )
        let port = RawServer.closedPort()
        let server = RawServer(serve: HTTPClientTests.echo)
        defer { server.stop() }
        let client = HTTPClient()
        let broken = HTTPRequest(.get, "http://127.0.0.1:\(port)/a?b=c", isTrusted: true)
        for _ in 0..<2 {
            let error = await #expect(throws: TransportError.self) {
                _ = try await client.send(broken, through: breakers)
            }
            #expect(error?.code == .connect)
        }
        let error = await #expect(throws: TransportError.self) { _ = try await client.send(broken, through: breakers) }
        #expect(error?.code == .circuitOpen)
        #expect(error?.isRetrySafe == true)
        #expect(
            error?.message == "Requests to 127.0.0.1:\(port) are stopped because too many of them failed; "
                + "try again in 15 s."
        )
        let response = try await client.send(HTTPRequest(.get, server.url(), isTrusted: true), through: breakers)
        #expect(response.status == 200)
        #expect(
            breakers.states == [
                "127.0.0.1:\(port)": .open(until: moment.now + .seconds(15)), "127.0.0.1:\(server.port)": .closed,
            ]
        )
        moment.advance(by: .seconds(15))
        #expect(breakers.states["127.0.0.1:\(port)"] == .halfOpen)
        let probe = await #expect(throws: TransportError.self) { _ = try await client.send(broken, through: breakers) }
        #expect(probe?.code == .connect)
        #expect(breakers.states["127.0.0.1:\(port)"] == .open(until: moment.now + .seconds(15)))
    }

    @Test func aSecondRequestIsStoppedDuringTheProbe() throws {
        let moment = Moment()
        let breakers = CircuitBreakers(settings: .init(failureThreshold: 1), now: { moment.now })
        let permit = try breakers.permit(for: "a.example")
        breakers.record(.failure, for: permit, upstream: "a.example")
        moment.advance(by: .seconds(15))
        let probe = try breakers.permit(for: "a.example")
        let error = #expect(throws: TransportError.self) { try breakers.permit(for: "a.example") }
        #expect(error?.message.hasSuffix("a test request is in progress.") == true)
        breakers.record(.success, for: probe, upstream: "a.example")
        #expect(breakers.states == ["a.example": .closed])
    }

    @Test func answersWithAFailureStatusCount() async throws {
        let server = RawServer { connection in
            while connection.readRequest() != nil { connection.write("HTTP/1.1 502 No\r\nContent-Length: 0\r\n\r\n") }
        }
        defer { server.stop() }
        let breakers = CircuitBreakers(settings: .init(failureThreshold: 1))
        let response = try await HTTPClient().send(HTTPRequest(.get, server.url(), isTrusted: true), through: breakers)
        #expect(response.status == 502)
        let error = await #expect(throws: TransportError.self) {
            _ = try await HTTPClient().send(HTTPRequest(.get, server.url(), isTrusted: true), through: breakers)
        }
        #expect(error?.code == .circuitOpen)
    }

    @Test(arguments: [
        (200, CircuitBreaker.Outcome.success), (404, .success), (429, .success), (500, .failure), (501, .success),
        (502, .failure), (503, .failure), (504, .failure),
    ]) func statuses(status: Int, outcome: CircuitBreaker.Outcome) {
        #expect(CircuitBreaker.Outcome(status: status) == outcome)
    }

    @Test(arguments: [
        (TransportError.Code.resolve, CircuitBreaker.Outcome.failure), (.connect, .failure), (.tls, .failure),
        (.send, .failure), (.firstByte, .failure), (.body, .failure), (.limit, .failure),
        (.timeout(.connect), .failure), (.timeout(.firstByte), .failure), (.cancelled, .unknown), (.policy, .unknown),
        (.invalidRequest, .unknown), (.circuitOpen, .unknown), (.timeout(.queue), .unknown),
    ]) func errors(code: TransportError.Code, outcome: CircuitBreaker.Outcome) {
        #expect(CircuitBreaker.Outcome(TransportError(code, "It failed.")) == outcome)
    }

    @Test func aRequestThatFindsNoCapacityDoesNotCount() {
        #expect(CircuitBreaker.Outcome(TransportError(.limit, "It failed.", isRetrySafe: true)) == .unknown)
    }

    /// Breakers of upstreams without requests are removed.
    @Test func theNumberOfBreakersIsLimited() throws {
        let moment = Moment()
        let breakers = CircuitBreakers(now: { moment.now })
        for number in 0..<5000 {
            let upstream = "host-\(number).example"
            let permit = try breakers.permit(for: upstream)
            breakers.record(.failure, for: permit, upstream: upstream)
            moment.advance(by: .seconds(1))
        }
        #expect(breakers.states.count <= 256)
    }

    /// This includes upstreams whose probe had no outcome.
    @Test func halfOpenBreakersAreRemovedToo() throws {
        let moment = Moment()
        let breakers = CircuitBreakers(settings: .init(failureThreshold: 1), now: { moment.now })
        for number in 0..<1000 {
            let upstream = "host-\(number).example"
            breakers.record(.failure, for: try breakers.permit(for: upstream), upstream: upstream)
            moment.advance(by: .seconds(15))
            breakers.record(.unknown, for: try breakers.permit(for: upstream), upstream: upstream)
            #expect(breakers.states[upstream] == .halfOpen)
        }
        #expect(breakers.states.count <= 256)
    }

    @Test func aBreakerWithAProbeUnderWayIsNotRemoved() {
        let start = ContinuousClock.now
        var breaker = CircuitBreaker(settings: .init(failureThreshold: 1, openDuration: .seconds(15)), now: start)
        if let permit = breaker.permit(at: start) { breaker.record(.failure, for: permit, at: start) }
        let probe = breaker.permit(at: start + .seconds(15))
        #expect(probe != nil)
        #expect(!breaker.isIdle(at: start + .seconds(900)))
        if let probe { breaker.record(.unknown, for: probe, at: start + .seconds(20)) }
        #expect(!breaker.isIdle(at: start + .seconds(29)))
        #expect(breaker.isIdle(at: start + .seconds(30)))
    }
}
