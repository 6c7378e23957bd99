import Secrets
import Testing
import Transport

/// The requests that are refused before they are sent, and the texts of errors; later faults are in ``FaultTable``.
@Suite(.timeLimit(.minutes(1))) struct HTTPClientFaultTests {
    @Test func aPortWithoutAListener() async {
        let url = "http://127.0.0.1:\(RawServer.closedPort())/"
        let error = await #expect(throws: TransportError.self) {
            try await HTTPClient().send(HTTPRequest(.post, url, isTrusted: true))
        }
        #expect(error?.code == .connect)
        #expect(error?.isRetrySafe == true)
    }

    @Test func aNameWithoutAnAddress() async {
        let error = await #expect(throws: TransportError.self) {
            try await HTTPClient().send(HTTPRequest(.post, "http://no-such-host.invalid/", isTrusted: true))
        }
        #expect(error?.code == .resolve)
        #expect(error?.message.contains("no-such-host.invalid") == true)
        #expect(error?.isRetrySafe == true)
    }

    @Test func aServerWithoutTLS() async {
        let server = RawServer { connection in
            connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
            connection.waitForPeerToClose()
        }
        let error = await #expect(throws: TransportError.self) {
            try await HTTPClient().send(HTTPRequest(.post, "https://127.0.0.1:\(server.port)/", isTrusted: true))
        }
        #expect(error?.code == .tls)
        #expect(error?.isRetrySafe == true)
    }

    @Test func aHandshakeThatDoesNotEnd() async {
        let server = RawServer { $0.waitForPeerToClose() }
        let timeouts = HTTPTimeouts(connect: .milliseconds(150))
        let error = await #expect(throws: TransportError.self) {
            try await HTTPClient().send(
                HTTPRequest(.post, "https://127.0.0.1:\(server.port)/", timeouts: timeouts, isTrusted: true)
            )
        }
        #expect(error?.code == .timeout(.connect))
        #expect(error?.code.timeoutStage == .connect)
        #expect(error?.message.contains("TLS") == true, "\(String(describing: error))")
        #expect(error?.isRetrySafe == true)
    }

    @Test(arguments: [
        ("", TransportError.Code.invalidRequest), ("example.test", .invalidRequest), ("http://", .invalidRequest),
        ("http://exa mple.test/", .invalidRequest), ("http://a.test:99999/", .invalidRequest),
        ("http://a.test/\0", .invalidRequest),
        ("file:///etc/passwd", .policy), ("gopher://a.test/", .policy), ("dict://127.0.0.1:11211/", .policy),
        ("http://user:secret-word@a.test/", .policy), ("https://user@a.test/", .policy),
    ]) func urlsThatAreRefused(url: String, code: TransportError.Code) async {
        let error = await #expect(throws: TransportError.self) {
            try await HTTPClient().send(HTTPRequest(.get, url, isTrusted: true))
        }
        #expect(error?.code == code)
        #expect(error?.message.contains("secret-word") == false)
    }

    @Test(arguments: [
        HTTPHeaders(dictionaryLiteral: ("X", "secret-word\r\nInjected: 1")), ["X": "secret-word\n"], ["X": "a\0b"],
        ["X": .secret(SecretString("secret-word\r\nInjected: 1"), prefix: "")],
        ["X": .secret(SecretString("a"), prefix: "\n")],
        ["X Y": "1"], ["": "1"], ["X:": "1"], ["Ü": "1"],
    ]) func headersThatAreRefused(headers: HTTPHeaders) async {
        let error = await #expect(throws: TransportError.self) {
            try await HTTPClient().send(HTTPRequest(.get, "http://127.0.0.1:1/", headers: headers, isTrusted: true))
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("secret-word") == false)
    }

    @Test(arguments: ["", "GET /x", "GET\r\n"]) func methodsThatAreRefused(method: String) async {
        let error = await #expect(throws: TransportError.self) {
            try await HTTPClient().send(
                HTTPRequest(HTTPMethod(rawValue: method), "http://127.0.0.1:1/", isTrusted: true)
            )
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test func codesHaveNames() {
        #expect("\(TransportError.Code.firstByte) \(TransportError.Code.timeout(.idle))" == "firstByte timeout(idle)")
        #expect("\(TransportError(.connect, "No connection."))" == "No connection.")
    }
}
