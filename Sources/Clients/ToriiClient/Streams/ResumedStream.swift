#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import EventStreams

/// A stream of events that is resumed over any number of connections: it opens those that ``StreamProgress`` requests, and decodes them.
///
/// It has one reader.
package final class ResumedStream<Dialect: StreamDialect> {
    private let dialect: Dialect
    private let requester: Requester
    /// The request that starts the stream; `nil` for a stream that exists.
    private let start: WireRequest?
    private let onNotice: (@Sendable (RunNotice) -> Void)?
    private let onLeave: @Sendable (_ stream: String?) -> Void

    /// The position in the stream.
    package private(set) var progress: StreamProgress<Dialect>
    /// The clock of the server.
    private(set) var clock = ServerClock()
    private var body: ExchangeBody?
    private var decoder = ServerSentEventDecoder()
    private var frames: ArraySlice<ServerSentEvent> = []
    /// Whether a request was sent, so that there may be work to cancel.
    private var hasSent = false

    /// Makes a stream, which sends its first request when it is read.
    ///
    /// - Parameters:
    ///   - start: The request that starts the stream, with its idempotency key; `nil` for a stream that exists.
    ///   - onLeave: Called when the stream is released before its end; it receives the id, as far as it is known.
    package init(
        _ dialect: Dialect,
        progress: StreamProgress<Dialect>,
        start: WireRequest?,
        requester: Requester,
        onNotice: (@Sendable (RunNotice) -> Void)? = nil,
        onLeave: @escaping @Sendable (_ stream: String?) -> Void
    ) {
        self.dialect = dialect
        self.progress = progress
        self.start = start
        self.requester = requester
        self.onNotice = onNotice
        self.onLeave = onLeave
    }

    deinit { if let left = abandon() { onLeave(left.stream) } }

    /// Work that the reader has abandoned.
    package struct Abandoned: Sendable {
        /// The id of the stream; `nil` if no event has arrived yet.
        package var stream: String?
    }

    /// Closes the connection for good, without a call of `onLeave`.
    ///
    /// - Returns: The work that may continue at the server; `nil` if the stream has ended or has not started.
    package func abandon() -> Abandoned? {
        close()
        guard !progress.isOver else { return nil }
        progress.ended()
        return hasSent ? Abandoned(stream: progress.stream) : nil
    }

    /// Waits for the next event and returns it; `nil` after the end of a stream that is complete.
    ///
    /// - Throws: ``ToriiError`` for every other end, once, and `CancellationError` if the task is canceled.
    package func next() async throws -> Dialect.Event? {
        while true {
            try Task.checkCancellation()
            if let event = nextBuffered() { return event }
            switch progress.next {
            case .start: await open(start)
            case .follow(let stream, let after): await open(dialect.request(for: stream, after: after))
            case .read: await read()
            case .pause(let delay):
                try await requester.pause(delay)
                progress.rested()
            case .look(let stream): await look(stream)
            case .end(let error):
                close()
                progress.ended()
                if let error { throw error }
                return nil
            }
        }
    }

    private func close() {
        body = nil
        frames = []
    }
}

// MARK: Steps

extension ResumedStream {
    /// Returns the next event of the frames that were read.
    private func nextBuffered() -> Dialect.Event? {
        while !progress.isOver, let frame = frames.popFirst() {
            switch progress.accept(frame) {
            case .event(let event): return event
            case .nothing: continue
            case .broken: lost(ToriiError(.unreachable, "The stream of events was damaged."))
            }
        }
        return nil
    }

    private func open(_ request: WireRequest?) async {
        guard let request else { return progress.stop(ToriiError(.invalidAnswer, "The run is not known.")) }
        hasSent = true
        do throws(ToriiError) {
            let response = try await requester.open(request)
            clock.observe(response.header("date"), now: Date())
            progress.opened(status: response.status, contentType: response.header("content-type"))
            guard progress.next == .read else { return }
            body = response.body
            decoder = ServerSentEventDecoder()
            onNotice?(.connected)
        } catch {
            lost(error)
        }
    }

    private func read() async {
        guard let body else { return lost(ToriiError(.unreachable, "The stream of events was closed.")) }
        do throws(ExchangeError) {
            guard let bytes = try await body.next() else {
                return lost(ToriiError(.unreachable, "The stream of events ended before the run."))
            }
            var events: [ServerSentEvent] = []
            do throws(EventTooLarge) {
                try decoder.feed(bytes, into: &events)
            } catch {
                progress.stop(ToriiError(.invalidAnswer, error.description))
            }
            frames = events[...]
        } catch {
            lost(ToriiError(error))
        }
    }

    private func look(_ stream: String) async {
        do throws(ToriiError) {
            progress.looked(try await dialect.end(of: stream, by: requester), jitter: requester.jitter())
        } catch {
            lost(error)
        }
    }

    private func lost(_ error: ToriiError) {
        close()
        guard !Task.isCancelled else { return }
        progress.lost(error, jitter: requester.jitter())
        if case .pause(let delay) = progress.next {
            onNotice?(.lost(error, attempt: progress.failures, retryIn: delay))
        }
    }
}
