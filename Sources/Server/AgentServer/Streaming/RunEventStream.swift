import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import NIOCore

/// A stream of a run's events as server-sent events of one dialect.
///
/// Each flush contains whole frames, all that are ready. A heartbeat is sent while there are no events.
struct RunEventStream: Sendable {
    let reader: AttachedReader
    /// The encoder of the dialect.
    let encoder: any RunEncoder
    let channel: any Channel
    /// The time without an event after which a heartbeat is sent.
    ///
    /// Proxies commonly close a connection that is silent for 60 seconds.
    let heartbeat: Duration
    /// Whether the run continues without this reader, so that no frame may say that it has ended.
    var isResumable = false

    /// The header of a stream.
    ///
    /// Proxies must not cache, change or buffer it.
    static let headers: HTTPFields = [
        .contentType: "text/event-stream", .cacheControl: "no-cache, no-transform", .accelBuffering: "no",
    ]

    /// Returns the response when there is content or a heartbeat is due.
    ///
    /// - Parameter onEarlyFault: Whether to throw the problem of a run that failed before it had content, so that the problem has its HTTP
    ///   status.
    /// - Throws: ``Problem`` of such a run; `CancellationError` if the reader has disconnected.
    func response(onEarlyFault: Bool) async throws -> Response {
        if encoder.hasCursor { reader.reader.showKeptOnly() }
        let heartbeat = Heartbeat(reader: reader.reader, channel: channel, interval: heartbeat)
        if onEarlyFault, let problem = try await reader.reader.problemBeforeContent() { throw problem }
        return Response(
            status: .ok,
            headers: Self.headers,
            body: ResponseBody { writer in
                try await write(to: &writer, heartbeat)
                try await writer.finish(nil)
            }
        )
    }

    @concurrent private func write(to writer: inout any ResponseBodyWriter, _ heartbeat: Heartbeat) async throws {
        defer { heartbeat.stop() }
        let pump = try await pump(heartbeat)
        while true {
            switch await pump.run() {
            case .over: return
            case .closed: return try await writer.write(try dismissal(pump))
            case .behind:
                switch try await reader.reader.next() {
                case .events(let lines, _):
                    let (frames, isLast) = pump.frames(of: lines)
                    // Some events have no frame in this dialect.
                    if !frames.isEmpty { try await writer.write(ByteBuffer(bytes: frames)) }
                    heartbeat.reset()
                    if isLast { return }
                case .over: return
                case .closed: return try await writer.write(try dismissal(pump))
                case .quiet: try await writer.write(ByteBuffer(bytes: encoder.heartbeat))
                case .behind, .nothing: continue
                }
            }
        }
    }

    /// Returns the dialect's error for a reader that may no longer read.
    ///
    /// - Throws: `CancellationError` in every other case: the body then has no end, so the client does not mistake the stream for a
    ///   complete one.
    private func dismissal(_ pump: EventStreamPump) throws -> ByteBuffer {
        do { try reader.reader.check() } catch let problem as Problem where !isResumable {
            return ByteBuffer(bytes: pump.frames(ofFailure: problem))
        }
        throw CancellationError()
    }

    private func pump(_ heartbeat: Heartbeat) async throws -> EventStreamPump {
        @Sendable func make() throws -> EventStreamPump {
            let handler = try channel.pipeline.syncOperations.handler(type: EventStreamHandler.self)
            return EventStreamPump(reader.reader, encoder, to: handler, on: channel.eventLoop, heartbeat)
        }
        if channel.eventLoop.inEventLoop { return try make() }
        return try await channel.eventLoop.submit(make).get()
    }
}

extension RunEventStream {
    /// Creates the stream of a native reader.
    init(_ reader: AttachedReader, channel: any Channel, heartbeat: Duration) {
        let encoder = NativeEncoder(
            run: reader.reader.run,
            first: reader.reader.firstFrame,
            skipping: reader.reader.skippedFrames,
            showsReasoning: reader.reader.showsReasoning
        )
        self.init(reader: reader, encoder: encoder, channel: channel, heartbeat: heartbeat, isResumable: true)
    }
}
