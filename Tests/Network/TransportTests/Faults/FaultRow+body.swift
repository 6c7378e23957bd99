import Transport

extension FaultRow {
    /// The body ends early, or its framing is wrong.
    static let body: [FaultRow] = [
        FaultRow("reset in the body", .body, received: "part") { client in
            let gate = Gate()
            let server = RawServer { connection in
                guard connection.readRequest() != nil else { return }
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart")
                // A reset may discard the bytes that were sent before it.
                gate.wait()
                connection.resetOnClose()
            }
            defer { server.stop() }
            return await client.outcome(of: .marked(.get, server.url())) { gate.open() }
        },
        .raw(
            "stall in the body",
            .timeout(.idle),
            received: "part",
            timeouts: HTTPTimeouts(idle: .milliseconds(150))
        ) {
            $0.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart")
            $0.waitForPeerToClose()
        },
        .raw("Content-Length too long", .body, received: "part") {
            $0.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart")
        },
        .raw("chunked, no last chunk", .body, received: "part") {
            $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n")
        },
        .raw("chunked, cut within a chunk", .body, received: "part") {
            $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\npart")
        },
        .raw("chunked, cut within the size", .body, received: "part") {
            $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n1")
        },
        .raw("chunked, the size is no number", .body) {
            $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\npart\r\n")
            $0.waitForPeerToClose()
        },
        .raw("chunked, a negative size", .body) {
            $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-4\r\npart\r\n")
            $0.waitForPeerToClose()
        },
        .raw("chunked, a size of 80 bits", .body) {
            $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffffff\r\npart\r\n")
            $0.waitForPeerToClose()
        },
        .raw("chunked, more than the size says", .body, received: "part") {
            $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npartlong\r\n0\r\n\r\n")
            $0.waitForPeerToClose()
        },
    ]

    /// The response exceeds a limit.
    static let limits: [FaultRow] = [
        .raw("1 MB in one header line", .limit) {
            $0.write("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 1 << 20))
            $0.waitForPeerToClose()
        },
        .raw("1 MB of header lines", .limit) {
            $0.write("HTTP/1.1 200 OK\r\n" + String(repeating: "X-Line: xxxxxxxxxxxxxxxxxxxx\r\n", count: 35_000))
            $0.waitForPeerToClose()
        },
        .raw("endless 1xx headers", .limit) { while $0.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n") {} },
        .raw("endless body", .limit, upTo: 100_000) {
            $0.write("HTTP/1.1 200 OK\r\n\r\n")
            while $0.write("0123456789") {}
        },
        .raw("endless chunked body", .limit, upTo: 100_000) {
            $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while $0.write("a\r\n0123456789\r\n") {}
        },
        .raw(
            "endless trailers",
            .timeout(.idle),
            received: "part",
            timeouts: HTTPTimeouts(idle: .milliseconds(150))
        ) {
            $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n0\r\n")
            while $0.write("X-Line: xxxx\r\n") {}
        },
        .raw(
            "a body that drips beyond the total limit",
            .timeout(.total),
            method: .post,
            timeouts: HTTPTimeouts(total: .seconds(2)),
            upTo: 1 << 20
        ) {
            $0.write("HTTP/1.1 200 OK\r\n\r\n")
            while $0.write("."), !$0.hasClosed(within: 10) {}
        },
    ]
}
