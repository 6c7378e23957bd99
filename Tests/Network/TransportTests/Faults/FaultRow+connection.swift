import Transport

extension FaultRow {
    /// The connection is not made, or it ends or stalls before the header has arrived.
    static let connection: [FaultRow] = [
        FaultRow("refused", .connect, isRetrySafe: true) { client in
            await client.outcome(of: .marked(.post, "http://127.0.0.1:\(RawServer.closedPort())/"))
        },
        FaultRow("no TLS where it was asked for", .tls, isRetrySafe: true) { client in
            let server = RawServer { connection in
                connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
                connection.waitForPeerToClose()
            }
            defer { server.stop() }
            return await client.outcome(of: .marked(.post, "https://127.0.0.1:\(server.port)/"))
        },
        FaultRow("stall in the TLS handshake", .timeout(.connect), isRetrySafe: true) { client in
            let server = RawServer { $0.waitForPeerToClose() }
            defer { server.stop() }
            let timeouts = HTTPTimeouts(connect: .milliseconds(150))
            return await client.outcome(of: .marked(.post, "https://127.0.0.1:\(server.port)/", timeouts: timeouts))
        },
        .raw("closed before the header", .firstByte, isRetrySafe: true) { _ in },
        .raw("closed before the header, POST", .firstByte, method: .post) { _ in },
        .raw("reset before the header", .firstByte, isRetrySafe: true) { $0.resetOnClose() },
        .raw("reset before the header, POST", .firstByte, method: .post) { $0.resetOnClose() },
        .raw("closed in the header", .firstByte, isRetrySafe: true) { $0.write("HTTP/1.1 200 OK\r\nContent-Le") },
        .raw("reset in the header", .firstByte, isRetrySafe: true) {
            $0.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n")
            $0.resetOnClose()
        },
        .raw("not HTTP", .firstByte, isRetrySafe: true) {
            $0.write("220 mail.example ESMTP\r\n")
            $0.waitForPeerToClose()
        },
        .raw(
            "stall before the header",
            .timeout(.firstByte),
            isRetrySafe: true,
            timeouts: HTTPTimeouts(firstByte: .milliseconds(150))
        ) { $0.waitForPeerToClose() },
        .raw(
            "stall before the header, POST",
            .timeout(.firstByte),
            method: .post,
            timeouts: HTTPTimeouts(firstByte: .milliseconds(150))
        ) { $0.waitForPeerToClose() },
        .raw(
            "stall in the header",
            .timeout(.firstByte),
            isRetrySafe: true,
            timeouts: HTTPTimeouts(firstByte: .milliseconds(150))
        ) {
            $0.write("HTTP/1.1 200 OK\r\n")
            $0.waitForPeerToClose()
        },
        .raw(
            "the header arrives too slowly",
            .timeout(.firstByte),
            isRetrySafe: true,
            timeouts: HTTPTimeouts(firstByte: .milliseconds(150))
        ) {
            $0.write("HTTP/1.1 200 OK\r\n")
            // The header is far below its size limit when the time limit is reached.
            while $0.write("X: y\r\n"), !$0.hasClosed(within: 10) {}
        },
        .raw(
            "stall before the header, total limit",
            .timeout(.total),
            isRetrySafe: true,
            timeouts: HTTPTimeouts(total: .milliseconds(150))
        ) { $0.waitForPeerToClose() },
    ]
}
