/// The server's end of an HTTP/2 connection, which sends only the frames that the test asks for.
struct HTTP2Peer: Sendable {
    private let connection: RawConnection

    /// Sends the greeting; `nil` when the other side does not speak HTTP/2.
    init?(_ connection: RawConnection) {
        self.connection = connection
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        guard connection.read(count: preface.count) == preface else { return nil }
        send(HTTP2Frame(kind: HTTP2Frame.Kind.settings))
    }

    /// The stream of the next complete request; `nil` when the client has closed the connection.
    func nextRequest() -> UInt32? {
        while let frame = nextFrame() {
            let canEnd = frame.kind == HTTP2Frame.Kind.headers || frame.kind == HTTP2Frame.Kind.data
            if canEnd, frame.flags & HTTP2Frame.endOfStream != 0 { return frame.stream }
        }
        return nil
    }

    /// Waits until the client resets a stream, and returns its number and the reason; `nil` when the client has closed the connection.
    func nextReset() -> (stream: UInt32, code: UInt32)? {
        while let frame = nextFrame() {
            if frame.kind == HTTP2Frame.Kind.reset { return (frame.stream, UInt32(bigEndianBytes: frame.payload)) }
        }
        return nil
    }

    /// Waits until the client has closed the connection.
    func waitForPeerToClose() {
        while nextFrame() != nil {}
    }

    /// The next frame, after the answers that the protocol requires.
    private func nextFrame() -> HTTP2Frame? {
        guard let head = connection.read(count: 9) else { return nil }
        let stream = UInt32(bigEndianBytes: head[5...]) & 0x7FFF_FFFF
        guard let payload = connection.read(count: Int(UInt32(bigEndianBytes: head[..<3]))) else { return nil }
        let frame = HTTP2Frame(kind: head[3], flags: head[4], stream: stream, payload: payload)
        if frame.flags & HTTP2Frame.acknowledged == 0 {
            let acknowledged = HTTP2Frame.acknowledged
            switch frame.kind {
            case HTTP2Frame.Kind.settings: send(HTTP2Frame(kind: frame.kind, flags: acknowledged))
            case HTTP2Frame.Kind.ping: send(HTTP2Frame(kind: frame.kind, flags: acknowledged, payload: payload))
            default: break
            }
        }
        return frame
    }
}

// MARK: Answers

extension HTTP2Peer {
    func send(_ frame: HTTP2Frame) { connection.write(frame.bytes) }

    /// A header of status 200 and, if a length is passed, a `content-length`.
    func sendHeader(on stream: UInt32, contentLength: Int? = nil) {
        // RFC 7541: 0x88 is field 8 of the static table, 0x0F 0x0D the name of its field 28 with the value in plain text.
        var block: [UInt8] = [0x88]
        if let contentLength {
            let digits = Array("\(contentLength)".utf8)
            block += [0x0F, 0x0D, UInt8(digits.count)] + digits
        }
        send(
            HTTP2Frame(
                kind: HTTP2Frame.Kind.headers,
                flags: HTTP2Frame.endOfHeaders,
                stream: stream,
                payload: block
            )
        )
    }

    func sendData(_ text: String, on stream: UInt32, ends: Bool = false) {
        let flags = ends ? HTTP2Frame.endOfStream : 0
        send(HTTP2Frame(kind: HTTP2Frame.Kind.data, flags: flags, stream: stream, payload: Array(text.utf8)))
    }

    /// A complete answer.
    func answer(_ text: String, on stream: UInt32) {
        sendHeader(on: stream, contentLength: text.utf8.count)
        sendData(text, on: stream, ends: true)
    }

    func reset(_ stream: UInt32, _ code: HTTP2Frame.ErrorCode) {
        send(HTTP2Frame(kind: HTTP2Frame.Kind.reset, stream: stream, payload: code.rawValue.bigEndianBytes))
    }

    /// Announces that no stream after the last one was or will be processed.
    func goAway(after last: UInt32, _ code: HTTP2Frame.ErrorCode) {
        let payload = last.bigEndianBytes + code.rawValue.bigEndianBytes
        send(HTTP2Frame(kind: HTTP2Frame.Kind.goAway, payload: payload))
    }
}
