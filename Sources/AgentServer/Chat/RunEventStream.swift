import AgentRuntime
import AgentWire
import AsyncAlgorithms
import HTTPTypes
import Hummingbird
import NIOCore

/// Writes a run's events as server-sent events, with a heartbeat while nothing else is said.
struct RunEventStream: Sendable {
    let run: Run
    let hangUp: HangUpSignal
    /// How long nothing may be said; proxies commonly close a connection that is silent for 60 seconds.
    var heartbeat = Duration.seconds(15)

    /// The answer; the run begins when its body is written, and is cancelled when the reader hangs up.
    var response: Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream",
                .cacheControl: "no-cache, no-transform",
                .accelBuffering: "no",
            ],
            body: ResponseBody { writer in
                try await write(to: &writer)
                try await writer.finish(nil)
            }
        )
    }

    /// Four tasks around one channel: the run and the clock fill it, this one empties it, and a hang-up ends it.
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
            group.addTask {
                await hangUp.wait()
                frames.finish()
            }
            for await frame in frames { try await writer.write(ByteBuffer(bytes: frame)) }
            // Either the run is over, or its reader is gone; what the run threw and did not tell ends the connection.
            try await group.next()
        }
    }
}
