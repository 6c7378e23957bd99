import Testing
import Transport

/// Requests that are not trusted share no connections with trusted ones.
@Suite(.timeLimit(.minutes(1))) struct HTTPClientTrustTests {
    /// A client whose policy treats the loopback addresses as public ones.
    private func lenientClient() -> HTTPClient {
        HTTPClient(
            configuration: .init { $0.addressPolicy = AddressPolicy(allowedPorts: nil, allowedClasses: [.loopback]) }
        )
    }

    @Test func untrustedRequestsDoNotReuseTrustedConnections() async throws {
        let server = RawServer(serve: HTTPClientTests.echo)
        defer { server.stop() }
        let client = HTTPClient()
        let trusted = HTTPRequest(.get, server.url(), isTrusted: true)
        _ = try await client.send(trusted).body.collect(upTo: 1000)
        let error = await #expect(throws: TransportError.self) {
            try await client.send(HTTPRequest(.get, server.url()))
        }
        #expect(error?.code == .policy)
        // The idle connection is still there for requests that may use it.
        _ = try await client.send(trusted).body.collect(upTo: 1000)
        #expect(server.connectionCount == 1)
        await client.shutdown()
    }

    @Test func bothKindsHaveTheirOwnConnectionsEvenIfBothAreAllowed() async throws {
        let server = RawServer(serve: HTTPClientTests.echo)
        defer { server.stop() }
        let client = lenientClient()
        for isTrusted in [true, false, true, false] {
            let request = HTTPRequest(.get, server.url(), isTrusted: isTrusted)
            _ = try await client.send(request).body.collect(upTo: 1000)
        }
        #expect(server.connectionCount == 2)
        await client.shutdown()
    }

    @Test func theMessageNamesTheReason() async {
        let error = await #expect(throws: TransportError.self) {
            try await HTTPClient().send(HTTPRequest(.get, "http://2130706433/latest"))
        }
        #expect(error?.message == "The request to 127.0.0.1 is not allowed: 127.0.0.1 is a loopback address.")
    }

    @Test func untrustedRequestsUseAProxyOnlyIfItIsConfigured() async throws {
        let proxy = RawServer(serve: HTTPClientTests.echo)
        defer { proxy.stop() }
        for carries in [false, true] {
            let client = HTTPClient(
                configuration: .init {
                    $0.proxy = .init(url: proxy.url())
                    $0.proxy?.carriesUntrustedRequests = carries
                }
            )
            let request = HTTPRequest(.get, "http://page.test/path")
            if carries {
                let answer = try await client.send(request).body.collect(upTo: 1000)
                #expect(String(decoding: answer, as: UTF8.self).hasPrefix("GET http://page.test/path HTTP/1.1\r\n"))
            } else {
                let error = await #expect(throws: TransportError.self) { try await client.send(request) }
                #expect(error?.code == .policy)
                #expect(proxy.connectionCount == 0)
            }
            await client.shutdown()
        }
    }
}
