import AgentRuntime
import AgentWire
import AsyncAlgorithms
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Writes a run's events as server-sent events, with a heartbeat while nothing else is said.
struct RunEventStream: Sendable {
    let run: Run
    let interruptions: Interruptions
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

    /// Three tasks around one channel: the run and the clock fill it, this one empties it.
    ///
    /// The channel holds nothing, so a slow reader slows the run down.
    private func write(to writer: inout any ResponseBodyWriter) async throws {
        let frames = AsyncChannel<[UInt8]>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                defer { frames.finish() }
                try await tell(frames)
            }
            group.addTask {
                for await _ in AsyncTimerSequence(interval: heartbeat, clock: .continuous) {
                    await frames.send(ServerSentEventFrame.heartbeat)
                }
            }
            for await frame in frames { try await writer.write(ByteBuffer(bytes: frame)) }
            // What the run threw and did not tell (its reader hung up) ends the connection, so that nobody takes the stream for
            // a whole one.
            try await group.next()
        }
    }

    /// Performs the run and sends its events as frames, the last of them terminal.
    private func tell(_ frames: AsyncChannel<[UInt8]>) async throws {
        let count = Mutex(0)
        @Sendable func send(_ event: RunEvent) async {
            let sequence = count.withLock { count in
                defer { count += 1 }
                return count
            }
            await frames.send(ServerSentEventFrame.encode(event, run: run.id, sequence: sequence))
        }
        do {
            _ = try await interruptions.cancelling { try await run.perform { await send($0) } }
        } catch let problem as Problem where problem.kind == .shuttingDown {
            await send(.interrupted(problem))
        } catch is Problem {
            // Told already, as `run.failed`.
        }
    }
}
