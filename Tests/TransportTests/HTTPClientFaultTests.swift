import Secrets
import Testing
import Transport

/// What goes wrong on the way, and the typed error that it gives.
@Suite(.timeLimit(.minutes(1))) struct HTTPClientFaultTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Where the error comes out.
        var inBody: Bool
        var code: TransportError.Code
        var isRetrySafe: Bool
        var method = HTTPMethod.get
        var timeouts = HTTPTimeouts()
        /// What came of the body before the error.
        var received = ""
        var serve: @Sendable (RawConnection) -> Void
    }

    static let rows: [Row] = [
        Row(testDescription: "closed before the header", inBody: false, code: .firstByte, isRetrySafe: true) { _ in },
        Row(
            testDescription: "closed before the header, after a POST",
            inBody: false,
            code: .firstByte,
            isRetrySafe: false,
            method: .post
        ) { _ in },
        Row(testDescription: "reset before the header", inBody: false, code: .firstByte, isRetrySafe: true) {
            $0.resetOnClose()
        },
        Row(testDescription: "cut in the header", inBody: false, code: .firstByte, isRetrySafe: true) {
            $0.write("HTTP/1.1 200 OK\r\nContent-Le")
        },
        Row(testDescription: "not HTTP", inBody: false, code: .firstByte, isRetrySafe: true) {
            $0.write("220 mail.example ESMTP\r\n")
        },
        Row(testDescription: "long header line", inBody: false, code: .limit, isRetrySafe: false) {
            $0.write("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 1 << 20))
            $0.waitForPeerToClose()
        },
        Row(testDescription: "many header lines", inBody: false, code: .limit, isRetrySafe: false) {
            $0.write("HTTP/1.1 200 OK\r\n" + String(repeating: "X-Line: xxxxxxxxxxxxxxxxxxxx\r\n", count: 30_000))
            $0.waitForPeerToClose()
        },
        Row(
            testDescription: "stall before the header",
            inBody: false,
            code: .timeout(.firstByte),
            isRetrySafe: true,
            timeouts: HTTPTimeouts(firstByte: .milliseconds(150))
        ) { $0.waitForPeerToClose() },
        Row(
            testDescription: "stall in the header",
            inBody: false,
            code: .timeout(.firstByte),
            isRetrySafe: false,
            method: .post,
            timeouts: HTTPTimeouts(firstByte: .milliseconds(150))
        ) {
            $0.write("HTTP/1.1 200 OK\r\n")
            $0.waitForPeerToClose()
        },
        Row(
            testDescription: "total before the header",
            inBody: false,
            code: .timeout(.total),
            isRetrySafe: true,
            timeouts: HTTPTimeouts(total: .milliseconds(150))
        ) { $0.waitForPeerToClose() },
        Row(
            testDescription: "less than Content-Length",
            inBody: true,
            code: .body,
            isRetrySafe: false,
            received: "part"
        ) { $0.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart") },
        Row(testDescription: "chunked cut short", inBody: true, code: .body, isRetrySafe: false, received: "part") {
            $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n")
        },
        Row(testDescription: "cut within a chunk", inBody: true, code: .body, isRetrySafe: false, received: "part") {
            $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\npart")
        },
        Row(testDescription: "garbage chunk size", inBody: true, code: .body, isRetrySafe: false) {
            $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\npart\r\n")
            $0.waitForPeerToClose()
        },
        Row(
            testDescription: "stall in the body",
            inBody: true,
            code: .timeout(.idle),
            isRetrySafe: false,
            timeouts: HTTPTimeouts(idle: .milliseconds(150)),
            received: "part"
        ) {
            $0.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart")
            $0.waitForPeerToClose()
        },
        Row(
            testDescription: "drip beyond the total",
            inBody: true,
            code: .timeout(.total),
            isRetrySafe: false,
            timeouts: HTTPTimeouts(total: .milliseconds(150)),
            received: "part"
        ) {
            $0.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart")
            $0.waitForPeerToClose()
        },
    ]

    @Test(arguments: rows) func table(row: Row) async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            row.serve(connection)
        }
        defer { server.stop() }
        let client = HTTPClient()
        let request = HTTPRequest(
            row.method,
            server.url("/path?key=in-the-query"),
            headers: ["Authorization": .secret(SecretString("in-the-header"), prefix: "")],
            body: row.method == .post ? Array("in-the-body".utf8) : nil,
            timeouts: row.timeouts
        )
        var received: [UInt8] = []
        var isInBody = false
        do {
            let response = try await client.send(request)
            isInBody = true
            for try await piece in response.body { received += piece }
            Issue.record("The answer seemed whole.")
        } catch {
            #expect(error.code == row.code, "\(error.code): \(error.message)")
            #expect(error.isRetrySafe == row.isRetrySafe)
            #expect(error.message.contains("127.0.0.1:\(server.port)"))
            #expect(!error.message.contains("in-the-"))
        }
        #expect(isInBody == row.inBody)
        #expect(String(decoding: received, as: UTF8.self) == row.received)

        // The client works on.
        let healthy = RawServer(serve: HTTPClientTests.echo)
        #expect(try await client.send(HTTPRequest(.get, healthy.url())).status == 200)
    }

    @Test func aResetInTheBodyIsAnError() async throws {
        let gate = Gate()
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart")
            gate.wait()
            connection.resetOnClose()
        }
        let response = try await HTTPClient().send(HTTPRequest(.get, server.url()))
        var body = response.body.makeAsyncIterator()
        #expect(try await body.next() == Array("part".utf8))
        gate.open()
        let error = await #expect(throws: TransportError.self) { try await body.next() }
        #expect(error?.code == .body)
    }

    @Test func moreThanContentLengthIsCutOff() async throws {
        let server = RawServer { connection in
            while connection.readRequest() != nil {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more")
            }
        }
        let client = HTTPClient()
        for _ in 0..<3 {
            let response = try await client.send(HTTPRequest(.get, server.url()))
            #expect(response.status == 200)
            #expect(try await response.body.collect(upTo: 100) == Array("ok".utf8))
        }
    }

    @Test func nobodyListens() async {
        let url = "http://127.0.0.1:\(RawServer.closedPort())/"
        let error = await #expect(throws: TransportError.self) { try await HTTPClient().send(HTTPRequest(.post, url)) }
        #expect(error?.code == .connect)
        #expect(error?.isRetrySafe == true)
    }

    @Test func aNameWithoutAnAddress() async {
        let error = await #expect(throws: TransportError.self) {
            try await HTTPClient().send(HTTPRequest(.post, "http://no-such-host.invalid/"))
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
            try await HTTPClient().send(HTTPRequest(.post, "https://127.0.0.1:\(server.port)/"))
        }
        #expect(error?.code == .tls)
        #expect(error?.isRetrySafe == true)
    }

    @Test func aHandshakeThatDoesNotEnd() async {
        let server = RawServer { $0.waitForPeerToClose() }
        let timeouts = HTTPTimeouts(connect: .milliseconds(150))
        let error = await #expect(throws: TransportError.self) {
            try await HTTPClient().send(HTTPRequest(.post, "https://127.0.0.1:\(server.port)/", timeouts: timeouts))
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
        let error = await #expect(throws: TransportError.self) { try await HTTPClient().send(HTTPRequest(.get, url)) }
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
            try await HTTPClient().send(HTTPRequest(.get, "http://127.0.0.1:1/", headers: headers))
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains("secret-word") == false)
    }

    @Test(arguments: ["", "GET /x", "GET\r\n"]) func methodsThatAreRefused(method: String) async {
        let error = await #expect(throws: TransportError.self) {
            try await HTTPClient().send(HTTPRequest(HTTPMethod(rawValue: method), "http://127.0.0.1:1/"))
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test func codesHaveNames() {
        #expect("\(TransportError.Code.firstByte) \(TransportError.Code.timeout(.idle))" == "firstByte timeout(idle)")
        #expect("\(TransportError(.connect, "No connection."))" == "No connection.")
    }
}
