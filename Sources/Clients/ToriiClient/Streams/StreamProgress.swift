import AgentWire
package import EventStreams

/// The decisions about a stream that is resumed: which request opens the next connection, which frames are new, and whether an error is
/// final.
///
/// It sends nothing and waits for nothing. ``ResumedStream`` does what ``next`` says and reports the outcome.
package struct StreamProgress<Dialect: StreamDialect>: Sendable {
    /// The next thing to do.
    package enum Step: Sendable, Equatable {
        /// Send the request that starts the stream. It has an idempotency key, so a repeated one finds the same stream.
        case start
        /// Open the stream after the event with this number; `nil` for all events.
        case follow(stream: String, after: Int?)
        /// Read the open connection.
        case read
        /// Wait.
        case pause(Duration)
        /// Find the end of a stream that has no further events.
        case look(stream: String)
        /// Return no further event; `nil` for a stream that is complete.
        case end(ToriiError?)
    }

    /// The meaning of a frame.
    package enum Verdict: Sendable {
        /// The frame is the next event.
        case event(Dialect.Event)
        /// The frame was received before, or has a type that this version does not know.
        case nothing
        /// The connection has lost frames or is none of Torii's; it must be closed.
        case broken
    }

    private let dialect: Dialect
    /// The next thing to do.
    package private(set) var next: Step
    /// The id of the stream; `nil` until it is known.
    package private(set) var stream: String?
    /// The number of the last event; `nil` before the first.
    package private(set) var lastNumber: Int?
    private var attempts: Attempts
    /// The error that led to the events instead of the start, because the response named the run that failed.
    private var refusal: ToriiError?

    /// Starts with a request that makes a stream.
    package init(_ dialect: Dialect, policy: ReconnectPolicy) {
        self.dialect = dialect
        next = .start
        attempts = Attempts(policy)
    }

    /// Starts with the events of a stream that exists.
    package init(_ dialect: Dialect, stream: String, after number: Int?, policy: ReconnectPolicy) {
        self.dialect = dialect
        self.stream = stream
        lastNumber = number
        next = .follow(stream: stream, after: number)
        attempts = Attempts(policy)
    }

    /// The number of attempts in a row that brought nothing new.
    package var failures: Int { attempts.failures }

    /// Whether nothing more will follow.
    package var isOver: Bool { if case .end = next { true } else { false } }
}

// MARK: Connections

extension StreamProgress {
    /// Records a response of success.
    ///
    /// - Parameters:
    ///   - status: The status; 204 means that the stream has no further events.
    ///   - contentType: The `Content-Type`.
    package mutating func opened(status: Int, contentType: String?) {
        if status == 204, let stream {
            next = .look(stream: stream)
        } else if contentType?.lowercased().hasPrefix("text/event-stream") == true {
            next = .read
        } else {
            let type = contentType ?? "no type"
            let message =
                "The server answered with \(type) instead of events. Check that the address is that of a Torii server."
            next = .end(ToriiError(.invalidAnswer, message, status: status))
        }
    }

    /// Records a request that failed, or a connection that ended before the stream.
    package mutating func lost(_ error: ToriiError, jitter: Double) {
        if stream == nil, let run = error.problem?.run, error.problem?.kind.namesOtherRun == false,
            let failed = dialect.stream(ofFailedRun: run)
        {
            // The run failed before its first output. Its events exist, and are shown like those of any other.
            stream = failed
            refusal = error
            next = .follow(stream: failed, after: nil)
        } else if let delay = attempts.failed(error, jitter: jitter) {
            next = .pause(delay)
        } else {
            next = .end(refusal ?? error)
        }
    }

    /// Records that the wait is over.
    package mutating func rested() { next = stream.map { .follow(stream: $0, after: lastNumber) } ?? .start }

    /// Records the end of a stream that has no further events; `nil` if it has none.
    package mutating func looked(_ end: StreamEnd?, jitter: Double) {
        if let end { return next = .end(end.error) }
        lost(
            ToriiError(.unreachable, "The server has no further events of the run, which has not ended."),
            jitter: jitter
        )
    }

    /// Ends the reading.
    package mutating func stop(_ error: ToriiError) { if !isOver { next = .end(error) } }

    /// Records that the app knows the end.
    package mutating func ended() { next = .end(nil) }
}

// MARK: Frames

extension StreamProgress {
    /// Returns the meaning of a frame, and records its number.
    package mutating func accept(_ frame: ServerSentEvent) -> Verdict {
        guard let frame = dialect.read(frame), (0..<Int.max).contains(frame.number) else { return .broken }
        if let known = stream, let named = frame.stream, known != named { return .broken }
        guard let name = stream ?? frame.stream else { return .broken }
        if let lastNumber {
            if frame.number <= lastNumber { return .nothing }
            guard frame.number == lastNumber + 1 else { return .broken }
        }
        stream = name
        lastNumber = frame.number
        attempts.reset()
        if let end = frame.end { next = .end(end.error) }
        return frame.event.map { .event($0) } ?? .nothing
    }
}

extension StreamEnd {
    /// The error; `nil` for a stream that is complete.
    fileprivate var error: ToriiError? { if case .failed(let error) = self { error } else { nil } }
}
