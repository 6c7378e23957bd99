import Secrets
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(1))) struct HTTPClientProxyTests {
    private func client(_ proxy: RawServer, _ configure: (inout HTTPClient.Proxy) -> Void = { _ in }) -> HTTPClient {
        HTTPClient(
            configuration: .init {
                var settings = HTTPClient.Proxy(url: proxy.url(), user: "me", password: SecretString("pass-word"))
                configure(&settings)
                $0.proxy = settings
            }
        )
    }

    @Test func aPlainRequestUsesTheProxyWithItsLogIn() async throws {
        let proxy = RawServer(serve: HTTPClientTests.echo)
        defer { proxy.stop() }
        let client = client(proxy)
        let request = HTTPRequest(.get, "http://upstream.test/a", isTrusted: true)
        let text = String(decoding: try await client.send(request).body.collect(upTo: 1000), as: UTF8.self)
        #expect(text.hasPrefix("GET http://upstream.test/a HTTP/1.1\r\n"))
        #expect(text.contains("Proxy-Authorization: Basic bWU6cGFzcy13b3Jk\r\n"))
        await client.shutdown()
    }

    @Test func aSecureRequestUsesATunnelAndHidesItsHeader() async throws {
        let (requests, source) = AsyncStream<String>.makeStream()
        let proxy = RawServer { connection in
            guard let request = connection.readRequest() else { return }
            source.yield(request)
            connection.write("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            connection.waitForPeerToClose()
        }
        defer { proxy.stop() }
        let client = client(proxy)
        let request = HTTPRequest(
            .post,
            "https://upstream.test/a",
            headers: ["Authorization": .secret(SecretString("key-word"), prefix: "Bearer ")],
            isTrusted: true
        )
        let error = await #expect(throws: TransportError.self) { try await client.send(request) }
        #expect(error?.code == .connect)
        #expect(error?.isRetrySafe == true)
        #expect(error?.message.contains("-word") == false)
        let text = await requests.first { _ in true } ?? ""
        #expect(text.hasPrefix("CONNECT upstream.test:443 HTTP/1.1\r\n"))
        #expect(text.contains("Proxy-Authorization: Basic bWU6cGFzcy13b3Jk\r\n"))
        #expect(!text.contains("key-word"))
        await client.shutdown()
    }

    @Test(arguments: ["socks5h", "SOCKS5H"]) func aSOCKSProxyHasItsOwnLogIn(scheme: String) async throws {
        let (logIns, source) = AsyncStream<[UInt8]>.makeStream()
        let proxy = RawServer { connection in
            // RFC 1928: the greeting with the client's ways to log in.
            guard let greeting = connection.read(count: 2), let ways = connection.read(count: Int(greeting[1])),
                ways.contains(2)
            else { return }
            connection.write([5, 2])
            // RFC 1929: version, name and password, each with its length.
            guard let start = connection.read(count: 2), let name = connection.read(count: Int(start[1])),
                let length = connection.read(count: 1), let password = connection.read(count: Int(length[0]))
            else { return }
            source.yield(name + [0] + password)
            connection.write([1, 0])
            // The target of the connection: a name with its length, and two bytes of the port.
            guard let target = connection.read(count: 5), target[3] == 3,
                connection.read(count: Int(target[4]) + 2) != nil
            else { return }
            connection.write([5, 0, 0, 1, 127, 0, 0, 1, 0, 80])
            HTTPClientTests.echo(connection)
        }
        defer { proxy.stop() }
        let client = client(proxy) { $0.url = "\(scheme)://127.0.0.1:\(proxy.port)" }
        let request = HTTPRequest(.get, "http://upstream.test/a", isTrusted: true)
        let text = String(decoding: try await client.send(request).body.collect(upTo: 1000), as: UTF8.self)
        #expect(text.hasPrefix("GET /a HTTP/1.1\r\n"))
        #expect(!text.contains("Proxy-Authorization"))
        #expect(await logIns.first { _ in true } == Array("me\0pass-word".utf8))
        await client.shutdown()
    }

    @Test(arguments: ["127.0.0.1", "LOCALHOST"]) func bypassedHostsAreReachedDirectly(host: String) async throws {
        let server = RawServer(serve: HTTPClientTests.echo)
        defer { server.stop() }
        let proxy = RawServer { _ in }
        defer { proxy.stop() }
        let client = client(proxy) { $0.bypassedHosts = ["127.0.0.1", "localhost"] }
        let request = HTTPRequest(.get, "http://\(host):\(server.port)/", isTrusted: true)
        let text = String(decoding: try await client.send(request).body.collect(upTo: 1000), as: UTF8.self)
        #expect(text.hasPrefix("GET / HTTP/1.1\r\n"))
        #expect(!text.contains("Proxy-Authorization"))
        #expect(proxy.connectionCount == 0)
        await client.shutdown()
    }

    @Test(arguments: [
        ("inner.test", false), ("a.inner.test", false), ("INNER.test", false), ("outer.test", true),
        ("notinner.test", true),
    ]) func bypassedNames(host: String, isServed: Bool) {
        var proxy = HTTPClient.Proxy(url: "http://proxy.test")
        proxy.bypassedHosts = ["inner.test"]
        #expect(proxy.serves(host: host) == isServed)
    }

    @Test(arguments: [
        ("a", "", "YTo="), ("a", "b", "YTpi"), ("ab", "c", "YWI6Yw=="), ("user", "pass", "dXNlcjpwYXNz"),
        ("", "", "Og=="), ("京", "都", "5LqsOumDvQ=="),
    ]) func tokens(user: String, password: String, token: String) {
        let proxy = HTTPClient.Proxy(url: "", user: user, password: SecretString(password))
        #expect(proxy.token(for: user) == SecretString(token))
    }
}
