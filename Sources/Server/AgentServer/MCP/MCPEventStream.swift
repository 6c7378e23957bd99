import AgentRuntime
import HTTPTypes
import Hummingbird
import ModelContextProtocol
import NIOCore
import ServiceLifecycle

/// The id of an event in a stream of a session: the stream's number, and the place of the message in it.
struct MCPEventID {
    let stream: Int
    /// The place of the message after this one.
    let next: Int

    /// Reads an id.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 40, let stream = Int(parts[0]), let next = Int(parts[1]),
            stream >= 0, next >= 0
        else { return nil }
        (self.stream, self.next) = (stream, next)
    }

    /// Returns the id after which a place follows.
    static func text(of stream: Int, before next: Int) -> String { "\(stream)-\(next)" }
}

extension MCPRoutes {
    /// Returns a response with the messages of a stream as server-sent events, until it ends, the caller disconnects, or another
    /// connection continues it.
    ///
    /// - Parameters:
    ///   - session: The session of the stream, whose events have ids; `nil` for none.
    ///   - place: The first message to send.
    ///   - work: The concurrent work, which is cancelled with the response.
    ///   - ended: Called when the reading has ended.
    func events(
        of stream: MessageStream,
        in session: MCPSession?,
        from place: Int,
        _ context: ToriiRequestContext,
        concurrently work: (@Sendable () async -> Void)? = nil,
        ended: (@Sendable () -> Void)? = nil
    ) -> Response {
        Response(
            status: .ok,
            headers: RunEventStream.headers,
            body: ResponseBody { [heartbeat, grace] writer in
                let reading = MCPStreamReading(stream: stream, session: session, reader: stream.attach())
                defer {
                    reading.leave()
                    ended?()
                }
                let disconnect = try await context.disconnectSignal()
                let watch = disconnect.whenOver { end in
                    // Without a session, the work itself ends the stream with the reason.
                    if case .refused = end, session == nil { return }
                    reading.leave()
                }
                defer { watch.end() }
                let timer = context.channel.eventLoop.scheduleRepeatedTask(
                    initialDelay: TimeAmount(heartbeat),
                    delay: TimeAmount(heartbeat)
                ) { _ in stream.remind() }
                defer { timer.cancel() }
                try await withThrowingTaskGroup { group in
                    defer { group.cancelAll() }
                    if let work { group.addTask { await work() } }
                    // Without a session the work itself ends the stream, with a response.
                    if session != nil { group.addTask { await reading.leaveAtShutdown(after: grace) } }
                    if let start = reading.start(before: place) { try await writer.write(start) }
                    var place = place
                    while let (frames, next) = await reading.frames(from: place) {
                        try await writer.write(frames)
                        place = next
                    }
                }
                try await writer.finish(nil)
            }
        )
    }
}

/// The reading of one stream by one connection.
private struct MCPStreamReading: Sendable {
    let stream: MessageStream
    let session: MCPSession?
    let reader: Int

    /// Ends the reading, unless another connection reads now.
    func leave() { stream.leave(reader) }

    /// Ends the reading when the server stops; work may end within the grace.
    func leaveAtShutdown(after grace: Duration) async {
        try? await gracefulShutdown()
        guard !Task.isCancelled else { return }
        if session?.serverStream !== stream { try? await Task.sleep(for: grace) }
        leave()
    }

    /// Returns the first event, with an id only: a client that loses the connection now can already ask for the rest.
    func start(before place: Int) -> ByteBuffer? {
        guard let session, session.revision >= .v2025_11_25 else { return nil }
        return ByteBuffer(string: "id: \(MCPEventID.text(of: stream.number, before: place))\nretry: 1000\ndata: \n\n")
    }

    /// Waits for messages; returns their events and the place after them, or a comment if there are none; `nil` at the end.
    func frames(from place: Int) async -> (ByteBuffer, Int)? {
        switch await stream.news(from: place, for: reader) {
        case .messages(let texts, let first):
            var frames = ByteBuffer()
            for (index, text) in texts.enumerated() {
                if session != nil {
                    frames.writeString("id: \(MCPEventID.text(of: stream.number, before: first + index + 1))\n")
                }
                frames.writeString("event: message\ndata: \(text)\n\n")
            }
            return (frames, first + texts.count)
        case .quiet: return (ByteBuffer(string: ":\n\n"), place)
        case .over, .replaced: return nil
        }
    }
}
