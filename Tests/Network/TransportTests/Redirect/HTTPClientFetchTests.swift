import Secrets
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(1))) struct HTTPClientFetchTests {
    /// A server that redirects with a body that never ends, or answers with the request.
    private func server(_ target: @escaping @Sendable (_ path: String) -> String?) -> RawServer {
        RawServer { connection in
            while let request = connection.readRequest() {
                let path = String(request.split(separator: " ")[1])
                if let location = target(path) {
                    connection.write(
                        "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 1000000\r\n\r\nmoved"
                    )
                } else {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(request.utf8.count)\r\n\r\n\(request)")
                }
            }
        }
    }

    private func text(_ fetched: FetchedResponse) async throws -> String {
        String(decoding: try await fetched.response.body.collect(upTo: 1 << 16), as: UTF8.self)
    }

    @Test func hopsOnOneServer() async throws {
        let server = server { ["/a": "b", "/b": "/c/d", "/c/d": "../e?f"][$0] }
        defer { server.stop() }
        let request = HTTPRequest(.get, server.url("/a#part"), headers: ["Cookie": "x=y"], isTrusted: true)
        let fetched = try await HTTPClient().fetch(request, following: RedirectPolicy())
        #expect(fetched.response.status == 200)
        #expect(fetched.url == server.url("/e?f#part"))
        let text = try await text(fetched)
        #expect(text.hasPrefix("GET /e?f HTTP/1.1\r\n"))
        #expect(text.contains("Cookie: x=y\r\n"))
    }

    @Test func anotherServerGetsNoCredential() async throws {
        let second = server { _ in nil }
        let url = second.url("/there")
        let first = server { _ in url }
        defer {
            first.stop()
            second.stop()
        }
        let secret = SecretString("sk-test-1234")
        let request = HTTPRequest(
            .get,
            first.url("/here"),
            headers: [
                "Authorization": .secret(secret, prefix: "Bearer "), "X-Key": .secret(secret, prefix: ""),
                "X-Trace": "1",
            ]
        )
        let client = HTTPClient(configuration: .init { $0.addressPolicy = .unrestricted })
        let fetched = try await client.fetch(request, following: RedirectPolicy())
        #expect(fetched.url == url)
        let text = try await text(fetched)
        #expect(text.hasPrefix("GET /there HTTP/1.1\r\n"))
        #expect(text.contains("X-Trace: 1"))
        #expect(!text.contains("sk-test"))
        #expect(!text.contains("Authorization"))
    }

    @Test func redirectsInACircleFail() async throws {
        let server = server { $0 == "/a" ? "/b" : "/a" }
        defer { server.stop() }
        let error = await #expect(throws: TransportError.self) {
            _ = try await HTTPClient().fetch(
                HTTPRequest(.get, server.url("/a"), isTrusted: true),
                following: RedirectPolicy()
            )
        }
        #expect(error?.code == .policy)
        #expect(error?.message == "127.0.0.1:\(server.port) redirects in a circle.")
    }

    @Test func anEndlessChainFails() async throws {
        let server = server { $0 + "x" }
        defer { server.stop() }
        let error = await #expect(throws: TransportError.self) {
            _ = try await HTTPClient().fetch(
                HTTPRequest(.get, server.url("/a"), isTrusted: true),
                following: RedirectPolicy(maximum: 5)
            )
        }
        #expect(error?.code == .limit)
        #expect(server.connectionCount == 6)
    }

    @Test func aTargetWithAPasswordIsRefused() async throws {
        let server = server { $0 == "/a" ? "http://user:hunter2@127.0.0.1:1/" : nil }
        defer { server.stop() }
        let error = await #expect(throws: TransportError.self) {
            _ = try await HTTPClient().fetch(
                HTTPRequest(.get, server.url("/a"), isTrusted: true),
                following: RedirectPolicy()
            )
        }
        #expect(error?.code == .policy)
        #expect(error?.message.contains("hunter2") == false)
    }

    /// Trust ends with the configured server, even if that server redirects elsewhere.
    @Test func anotherServerIsNotTrusted() async throws {
        let second = server { _ in nil }
        let url = second.url("/there")
        let first = server { $0 == "/here" ? "/near" : url }
        defer {
            first.stop()
            second.stop()
        }
        let client = HTTPClient()
        let request = HTTPRequest(.get, first.url("/here"), isTrusted: true)
        let error = await #expect(throws: TransportError.self) {
            _ = try await client.fetch(request, following: RedirectPolicy())
        }
        #expect(error?.code == .policy)
        #expect(error?.message.contains("127.0.0.1") == true)
        #expect(first.connectionCount == 2)
        #expect(second.connectionCount == 0)
        let response = try await client.send(HTTPRequest(.get, url, isTrusted: true))
        #expect(response.status == 200)
    }
}
