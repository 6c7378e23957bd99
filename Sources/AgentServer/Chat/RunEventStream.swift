import AgentRuntime
import AgentWire
import AsyncAlgorithms
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Writes a run's events as server-sent events, with a heartbeat while nothing else is said.
struct RunEventStream: Sendable {
    let run: Run
    let logger: Logger
    /// How long nothing may be said; proxies commonly close a connection that is silent for 60 seconds.
    var heartbeat = Duration.seconds(15)

    /// The answer; the run begins when its body is written, and is cancelled when the reader hangs up.
    func response(to request: Request) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream",
                .cacheControl: "no-cache, no-transform",
                .accelBuffering: "no",
            ],
            body: ResponseBody { writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    try await write(to: &writer)
                }
                try await writer.finish(nil)
            }
        )
    }

    /// Three tasks around one channel: the run and the clock fill it, the writer empties it.
    ///
    /// The channel holds nothing, so a slow reader slows the run down.
    private func write(to writer: inout any ResponseBodyWriter) async throws {
        let frames = AsyncChannel<[UInt8]>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                defer { frames.finish() }
                var sequence = 0
                do {
                    try await run.perform { event in
                        await frames.send(ServerSentEventFrame.encode(event, run: run.id, sequence: sequence))
                        sequence += 1
                    }
                } catch is Problem {
                    // Told already as `run.failed`.
                }
            }
            group.addTask {
                for await _ in AsyncTimerSequence(interval: heartbeat, clock: .continuous) {
                    await frames.send(ServerSentEventFrame.heartbeat)
                }
            }
            for await frame in frames { try await writer.write(ByteBuffer(bytes: frame)) }
            // The run's own error, if it had one that was not told: the stream then ends without its terminal event.
            try await group.next()
        }
    }
}
