import Testing
import Transport

extension FaultRow {
    /// The faults of an HTTP/2 server, frame by frame.
    static let http2: [FaultRow] = [
        frames("HTTP/2: RST_STREAM before the header", .firstByte, isRetrySafe: true) { peer, stream, _ in
            peer.reset(stream, .internalError)
            peer.waitForPeerToClose()
        },
        frames("HTTP/2: RST_STREAM before the header, POST", .firstByte, method: .post) { peer, stream, _ in
            peer.reset(stream, .internalError)
            peer.waitForPeerToClose()
        },
        frames("HTTP/2: RST_STREAM in the body", .body, received: "part") { peer, stream, isRead in
            peer.sendHeader(on: stream, contentLength: 100)
            peer.sendData("part", on: stream)
            isRead.wait()
            peer.reset(stream, .internalError)
            peer.waitForPeerToClose()
        },
        frames("HTTP/2: RST_STREAM refuses every time", .firstByte, isRetrySafe: true) { peer, stream, _ in
            var refused: UInt32? = stream
            while let stream = refused {
                peer.reset(stream, .refusedStream)
                refused = peer.nextRequest()
            }
        },
        FaultRow("HTTP/2: RST_STREAM refuses once", answers: "2") { try await $0.outcomeOfRefusal(.get) },
        // The server states that it has done nothing.
        FaultRow("HTTP/2: RST_STREAM refuses once, POST", answers: "2") { try await $0.outcomeOfRefusal(.post) },
        frames("HTTP/2: GOAWAY before the header", .firstByte, isRetrySafe: true) { peer, _, _ in
            peer.goAway(after: 0, .enhanceYourCalm)
            peer.waitForPeerToClose()
        },
        frames("HTTP/2: GOAWAY before the header, POST", .firstByte, method: .post) { peer, _, _ in
            peer.goAway(after: 0, .none)
            peer.waitForPeerToClose()
        },
        FaultRow("HTTP/2: GOAWAY that lets the request end", answers: "late") { client in
            try await client.outcome { peer, _ in
                guard let stream = peer.nextRequest() else { return }
                peer.goAway(after: stream, .none)
                peer.answer("late", on: stream)
                peer.waitForPeerToClose()
            }
        },
        frames("HTTP/2: GOAWAY and the end in the body", .body, received: "part") { peer, stream, isRead in
            peer.sendHeader(on: stream)
            peer.sendData("part", on: stream)
            isRead.wait()
            peer.goAway(after: stream, .internalError)
        },
        frames("HTTP/2: closed before the header", .firstByte, isRetrySafe: true) { _, _, _ in },
        frames("HTTP/2: closed before the header, POST", .firstByte, method: .post) { _, _, _ in },
        frames("HTTP/2: closed in the body", .body, received: "part") { peer, stream, isRead in
            peer.sendHeader(on: stream)
            peer.sendData("part", on: stream)
            isRead.wait()
        },
        frames("HTTP/2: less than content-length", .body, received: "part") { peer, stream, isRead in
            peer.sendHeader(on: stream, contentLength: 100)
            peer.sendData("part", on: stream)
            isRead.wait()
            peer.sendData("", on: stream, ends: true)
            peer.waitForPeerToClose()
        },
        frames("HTTP/2: not frames", .firstByte, isRetrySafe: true) { peer, _, _ in
            peer.send(HTTP2Frame(kind: HTTP2Frame.Kind.settings, stream: 77, payload: [1, 2, 3]))
            peer.waitForPeerToClose()
        },
        frames(
            "HTTP/2: stall before the header",
            .timeout(.firstByte),
            isRetrySafe: true,
            timeouts: HTTPTimeouts(firstByte: .milliseconds(150))
        ) { peer, _, _ in peer.waitForPeerToClose() },
        frames(
            "HTTP/2: stall in the body",
            .timeout(.idle),
            received: "part",
            timeouts: HTTPTimeouts(idle: .milliseconds(150))
        ) { peer, stream, _ in
            peer.sendHeader(on: stream, contentLength: 100)
            peer.sendData("part", on: stream)
            peer.waitForPeerToClose()
        },
        frames("HTTP/2: longer than the limit", .limit, upTo: 1000) { peer, stream, _ in
            peer.sendHeader(on: stream)
            for _ in 0..<50 { peer.sendData(String(repeating: "x", count: 1000), on: stream) }
            peer.waitForPeerToClose()
        },
    ]

    /// A request that a server of frames has read completely before it does this; the gate opens when a piece of the body is read.
    private static func frames(
        _ name: String,
        _ code: TransportError.Code,
        isRetrySafe: Bool = false,
        received: String = "",
        method: HTTPMethod = .get,
        timeouts: HTTPTimeouts = .init(),
        upTo limit: Int? = nil,
        serve: @escaping @Sendable (HTTP2Peer, UInt32, Gate) -> Void
    ) -> FaultRow {
        FaultRow(name, code, isRetrySafe: isRetrySafe, received: received) { client in
            try await client.outcome(method: method, timeouts: timeouts, upTo: limit) { peer, isRead in
                if let stream = peer.nextRequest() { serve(peer, stream, isRead) }
            }
        }
    }
}

extension HTTPClient {
    /// Sends a request to a server that writes frames.
    fileprivate func outcome(
        method: HTTPMethod = .get,
        timeouts: HTTPTimeouts = .init(),
        upTo limit: Int? = nil,
        serve: @escaping @Sendable (HTTP2Peer, Gate) -> Void
    ) async throws -> FaultOutcome {
        let nginx = try #require(Nginx.current)
        let isRead = Gate()
        let server = RawServer { connection in
            if let peer = HTTP2Peer(connection) { serve(peer, isRead) }
        }
        defer { server.stop() }
        let request = HTTPRequest.marked(method, nginx.url(framesTo: server), timeouts: timeouts)
        return await outcome(of: request, upTo: limit) { isRead.open() }
    }

    /// Sends a request to a server that refuses its first request and answers the others with their number.
    fileprivate func outcomeOfRefusal(_ method: HTTPMethod) async throws -> FaultOutcome {
        let requests = Counter()
        return try await outcome(method: method) { peer, _ in
            while let stream = peer.nextRequest() {
                let number = requests.next()
                if number == 1 { peer.reset(stream, .refusedStream) } else { peer.answer("\(number)", on: stream) }
            }
        }
    }
}
