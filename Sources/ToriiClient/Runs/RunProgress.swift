import AgentWire
import EventStreams
import StreamingJSON

/// The decisions about the events of one run: which request opens the next stream, which frames are new, and whether an error ends it.
///
/// It sends nothing and waits for nothing. ``RunReader`` does what ``next`` says and reports the outcome.
struct RunProgress: Sendable {
    /// The next thing to do.
    enum Step: Sendable, Equatable {
        /// Send the request that starts the run. It has an idempotency key, so a repeated one finds the same run.
        case start
        /// Open the run's events after the one with this number; `nil` for all of them.
        case follow(run: String, after: Int?)
        /// Read the open stream.
        case read
        /// Wait.
        case pause(Duration)
        /// Read the state of a run that has no further events.
        case look(run: String)
        /// Return no further event; `nil` for the end of a completed run.
        case end(ToriiError?)
    }

    /// The meaning of a frame.
    enum Verdict: Sendable, Equatable {
        /// The frame is the next event of the run.
        case event(NativeEvent)
        /// The frame was received before, or has a type that this version does not know.
        case nothing
        /// The stream has lost frames or is none of Torii's; it must be closed.
        case broken
    }

    /// The next thing to do.
    private(set) var next: Step
    /// The run's id; `nil` until it is known.
    private(set) var run: String?
    /// The number of the last event; `nil` before the first.
    private(set) var lastNumber: Int?
    private var attempts: Attempts
    /// The error that led to the run's events instead of its start, because the response named the run that failed.
    private var refusal: ToriiError?

    /// Starts with a request that makes a run.
    init(policy: ReconnectPolicy) {
        next = .start
        attempts = Attempts(policy)
    }

    /// Starts with the events of a run that exists.
    init(run: String, after number: Int?, policy: ReconnectPolicy) {
        self.run = run
        lastNumber = number
        next = .follow(run: run, after: number)
        attempts = Attempts(policy)
    }

    /// The number of attempts in a row that brought nothing new.
    var failures: Int { attempts.failures }

    /// The id of the last event; `nil` before the first.
    var lastEventID: String? {
        guard let run, let lastNumber else { return nil }
        return "\(run):\(lastNumber)"
    }

    /// Whether nothing more will follow.
    var isOver: Bool { if case .end = next { true } else { false } }
}

// MARK: Connections

extension RunProgress {
    /// Records a response of success.
    ///
    /// - Parameters:
    ///   - status: The status; 204 means that the run has no further events.
    ///   - contentType: The `Content-Type`.
    mutating func opened(status: Int, contentType: String?) {
        if status == 204, let run {
            next = .look(run: run)
        } else if contentType?.lowercased().hasPrefix("text/event-stream") == true {
            next = .read
        } else {
            next = .end(
                ToriiError(
                    .invalidAnswer,
                    "The server answered with \(contentType ?? "no type") instead of events. Check that the address is that of a Torii server.",
                    status: status
                )
            )
        }
    }

    /// Records a request that failed, or a stream that ended without the run's end.
    mutating func lost(_ error: ToriiError, jitter: Double) {
        if run == nil, let failed = error.problem?.run, error.problem?.kind != .conversationBusy {
            // The run failed before its first output. Its events exist, and are shown like those of any other.
            run = failed
            refusal = error
            next = .follow(run: failed, after: nil)
        } else if let delay = attempts.failed(error, jitter: jitter) {
            next = .pause(delay)
        } else {
            next = .end(refusal ?? error)
        }
    }

    /// Records that the wait is over.
    mutating func rested() { next = connection }

    /// Records the state of a run that has no further events.
    mutating func looked(_ description: RunDescription, jitter: Double) {
        switch description.ending {
        case .completed: next = .end(nil)
        case .cancelled(let reason, _): next = .end(ToriiError(reason))
        case .failed(let problem): next = .end(ToriiError(problem))
        case nil:
            let message = "The server has no further events of the run, which has not ended."
            lost(ToriiError(.unreachable, message), jitter: jitter)
        }
    }

    /// Ends the reading.
    mutating func stop(_ error: ToriiError) { if !isOver { next = .end(error) } }

    /// Records that the app knows the end.
    mutating func ended() { next = .end(nil) }

    private var connection: Step { run.map { .follow(run: $0, after: lastNumber) } ?? .start }
}

// MARK: Frames

extension RunProgress {
    private static let terminalTypes: Set<String> = ["run.completed", "run.failed", "run.cancelled", "run.interrupted"]

    /// Returns the meaning of a frame, and records its number.
    mutating func accept(_ frame: ServerSentEvent) -> Verdict {
        guard let (frameRun, number) = Self.position(frame.id), run == nil || run == frameRun else { return .broken }
        if let lastNumber {
            if number <= lastNumber { return .nothing }
            guard number == lastNumber + 1 else { return .broken }
        }
        guard let data = try? JSONValue(parsing: frame.data) else { return .broken }
        run = frameRun
        lastNumber = number
        attempts.reset()
        guard let event = NativeEvent(type: frame.type, data: data) else {
            if Self.terminalTypes.contains(frame.type) { next = .end(Self.unreadableEnd(data)) }
            return .nothing
        }
        if event.isTerminal { next = .end(Self.error(of: event)) }
        return .event(event)
    }

    /// The run and the number of an event's id, `<run>:<number>`.
    private static func position(_ id: String) -> (run: String, number: Int)? {
        guard id.utf8.count <= EventPosition.longest, let colon = id.lastIndex(of: ":"), colon > id.startIndex,
            let number = Int(id[id.index(after: colon)...]), (0..<Int.max).contains(number)
        else { return nil }
        return (String(id[..<colon]), number)
    }

    private static func error(of event: NativeEvent) -> ToriiError? {
        switch event {
        case .failed(let problem), .interrupted(let problem): ToriiError(problem)
        case .cancelled(let reason, _): ToriiError(reason)
        default: nil
        }
    }

    private static func unreadableEnd(_ data: JSONValue) -> ToriiError {
        let problem = data["problem"]
        guard let title = problem?["title"]?.stringValue, let detail = problem?["detail"]?.stringValue else {
            return ToriiError(.invalidAnswer, "The run ended in a way that this version of the client does not know.")
        }
        return ToriiError(.problem, "\(title): \(detail)")
    }
}
