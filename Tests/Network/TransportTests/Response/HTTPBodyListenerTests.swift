import Synchronization
import Testing
import Transport

/// A body that is delivered to a listener by synchronous calls.
@Suite(.timeLimit(.minutes(1))) struct HTTPBodyListenerTests {
    /// A listener that stores its pieces and answers with the demands of the test.
    private final class Ear: HTTPBodyListener {
        private let heard = Mutex<[UInt8]>([])
        private let answer: @Sendable (_ heardBytes: Int) -> HTTPBodyDemand

        init(_ answer: @escaping @Sendable (Int) -> HTTPBodyDemand = { _ in .more }) { self.answer = answer }

        var bytes: [UInt8] { heard.withLock { $0 } }
        var text: String { String(decoding: bytes, as: UTF8.self) }

        func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> HTTPBodyDemand {
            answer(
                heard.withLock { heard in
                    heard += bytes
                    return heard.count
                }
            )
        }
    }

    private static func header(_ length: Int) -> String { "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n" }

    private func response(of server: RawServer, windowBytes: Int = 1 << 16) async throws -> HTTPResponse {
        let client = HTTPClient(configuration: .init { $0.bodyWindowBytes = windowBytes })
        return try await client.send(HTTPRequest(.get, server.url(), isTrusted: true))
    }

    @Test func aListenerReceivesTheWholeBody() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.header(6) + "abc")
            connection.write("def")
        }
        let ear = Ear()
        try await response(of: server).body.push(to: ear)
        #expect(ear.text == "abcdef")
    }

    @Test func aListenerReceivesEarlierBytesAndThoseBeforeAnError() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.header(10) + "abc")
        }
        let ear = Ear()
        let body = try await response(of: server).body
        let error = await #expect(throws: TransportError.self) { try await body.push(to: ear) }
        #expect(error?.code == .body)
        #expect(ear.text == "abc")
    }

    @Test(arguments: [1, 4096, 1 << 16]) func aHoldStopsTheSender(windowBytes: Int) async throws {
        let (stalls, source) = AsyncStream<Int>.makeStream()
        let body = HTTPClientBackPressureTests.body
        let server = RawServer(sendBufferBytes: 64 * 1024) { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.header(body.count))
            let accepted = connection.writeUntilStalled(body[...], patience: 300)
            source.yield(accepted)
            connection.write(Array(body[accepted...]))
        }
        let isReleased = Mutex(false)
        let response = try await response(of: server, windowBytes: windowBytes)
        let ear = Ear { _ in isReleased.withLock { $0 } ? .more : .hold }
        async let end: Void = response.body.push(to: ear)
        let accepted = await stalls.first { _ in true } ?? 0
        #expect(accepted < body.count / 2)
        #expect(ear.bytes.count <= accepted)
        isReleased.withLock { $0 = true }
        response.body.release()
        try await end
        #expect(ear.bytes == body)
    }

    @Test func aReleaseBeforeTheHoldCounts() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.header(6) + "abc")
            connection.write("def")
        }
        let body = try await response(of: server).body
        let ear = Ear { [release = body.release] _ in
            release()
            return .hold
        }
        try await body.push(to: ear)
        #expect(ear.text == "abcdef")
    }

    @Test func bytesAfterDoneCanBeRead() async throws {
        let (requests, source) = AsyncStream<Void>.makeStream()
        let gate = Gate()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.header(6) + "abc")
            source.yield()
            gate.wait()
            connection.write("def")
        }
        let ear = Ear { _ in .done }
        let body = try await response(of: server).body
        _ = await requests.first { _ in true }
        try await body.push(to: ear)
        #expect(ear.text == "abc")
        gate.open()
        #expect(try await body.collect(upTo: 100) == Array("def".utf8))
    }

    @Test(arguments: [HTTPBodyDemand.more, .hold]) func aListeningTaskCanBeCancelled(
        demand: HTTPBodyDemand
    ) async throws {
        let gate = Gate()
        defer { gate.open() }
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.header(6) + "abc")
            gate.wait()
        }
        let (hearing, source) = AsyncStream<Void>.makeStream()
        let ear = Ear { _ in
            source.yield()
            return demand
        }
        let body = try await response(of: server).body
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body.push(to: ear) }
            _ = await hearing.first { _ in true }
            group.cancelAll()
            let error = await #expect(throws: TransportError.self) { try await group.next() }
            #expect(error?.code == .cancelled)
        }
        #expect(ear.text == "abc")
    }

    @Test func shutdownEndsTheListening() async throws {
        let gate = Gate()
        defer { gate.open() }
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(Self.header(6) + "abc")
            gate.wait()
        }
        let client = HTTPClient()
        let body = try await client.send(HTTPRequest(.get, server.url(), isTrusted: true)).body
        let (hearing, source) = AsyncStream<Void>.makeStream()
        let ear = Ear { _ in
            source.yield()
            return .more
        }
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body.push(to: ear) }
            _ = await hearing.first { _ in true }
            await client.shutdown()
            await #expect(throws: TransportError.self) { try await group.next() }
        }
    }
}
