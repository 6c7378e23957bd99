#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import AgentWire
import Cancellation
import EventStreams
import StreamingJSON

/// The reader of one run: it opens the streams that ``RunProgress`` requests, decodes them, and answers the calls of the app.
///
/// It is an actor so that a loop on the main actor does not decode there.
actor RunReader {
    private let service: ToriiService
    private let options: RunOptions
    /// The request that starts the run; `nil` for a run that exists.
    private let start: WireRequest?
    /// Whether calls may have been answered before, by this app or an earlier process of it.
    private let mayRepeatCalls: Bool
    private var progress: RunProgress
    private var clock = ServerClock()
    private var stream: ExchangeBody?
    private var decoder = ServerSentEventDecoder()
    private var frames: ArraySlice<ServerSentEvent> = []
    private var calls: [Task<Void, Never>] = []
    /// Whether a request was sent, so that there may be a run to cancel.
    private var hasSent = false

    init(service: ToriiService, source: RunSource, options: RunOptions) {
        self.service = service
        self.options = options
        let policy = service.requester.configuration.reconnect
        switch source {
        case .request(let request):
            start = request.adding("Idempotency-Key", options.idempotencyKey ?? UUID().uuidString)
            mayRepeatCalls = options.idempotencyKey != nil
            progress = RunProgress(policy: policy)
        case .run(let run, let event):
            start = nil
            mayRepeatCalls = true
            let after = event.map { EventPosition($0, run: run)?.number }
            progress = RunProgress(run: run, after: after ?? nil, policy: policy)
            if let event, after == .some(nil) {
                progress.stop(ToriiError(.invalidAnswer, "'\(event)' is no id of an event of \(run)."))
            }
        }
    }

    deinit {
        for call in calls { call.cancel() }
        guard hasSent, !progress.isOver, options.stopPolicy(of: start) == .cancelRun else { return }
        let stop = RunStop(service: service, run: progress.run, start: start)
        // The app has left the loop over the events, and nothing waits for this any more.
        Task { await stop.perform() }
    }

    /// The id of the last event; `nil` before the first.
    var lastEventID: String? { progress.lastEventID }

    /// Waits for the next event and returns it; `nil` after the end of a completed run.
    func next() async throws -> NativeEvent? {
        while true {
            guard !Task.isCancelled else { throw await stopped() }
            if let event = nextBuffered() { return event }
            switch progress.next {
            case .start: await open(start)
            case .follow(let run, let after): await open(Self.events(of: run, after: after))
            case .read: await read()
            case .pause(let delay):
                do { try await service.requester.pause(delay) } catch { continue }
                progress.rested()
            case .look(let run): await look(run)
            case .end(let error): return try finish(error)
            }
        }
    }

    private static func events(of run: String, after: Int?) -> WireRequest {
        WireRequest("GET", ["v1", "runs", run, "events"]).streaming
            .adding("Last-Event-ID", after.map { "\(run):\($0)" })
    }
}

// MARK: Steps

extension RunReader {
    /// Returns the next event of the frames that were read.
    private func nextBuffered() -> NativeEvent? {
        while !progress.isOver, let frame = frames.popFirst() {
            switch progress.accept(frame) {
            case .event(let event):
                if case .actionRequired(let action) = event { answer(action) }
                return event
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
            let response = try await service.requester.open(request)
            clock.observe(response.header("date"), now: Date())
            progress.opened(status: response.status, contentType: response.header("content-type"))
            guard progress.next == .read else { return }
            stream = response.body
            decoder = ServerSentEventDecoder()
            options.onNotice?(.connected)
        } catch {
            lost(error)
        }
    }

    private func read() async {
        guard let stream else { return lost(ToriiError(.unreachable, "The stream of events was closed.")) }
        do throws(ExchangeError) {
            guard let bytes = try await stream.next() else {
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

    private func look(_ run: String) async {
        do throws(ToriiError) {
            progress.looked(try await service.run(run), jitter: service.requester.jitter())
        } catch {
            lost(error)
        }
    }

    private func lost(_ error: ToriiError) {
        stream = nil
        frames = []
        guard !Task.isCancelled else { return }
        progress.lost(error, jitter: service.requester.jitter())
        if case .pause(let delay) = progress.next {
            options.onNotice?(.lost(error, attempt: progress.failures, retryIn: delay))
        }
    }
}

// MARK: Ends

extension RunReader {
    /// Releases what the run needed, and returns or throws its end once.
    private func finish(_ error: ToriiError?) throws -> NativeEvent? {
        release()
        progress.ended()
        if let error { throw error }
        return nil
    }

    /// Ends the reading for a canceled task.
    private func stopped() async -> any Error {
        release()
        guard !progress.isOver else { return CancellationError() }
        let stop = RunStop(service: service, run: progress.run, start: start)
        progress.stop(.canceled)
        progress.ended()
        if hasSent, options.stopPolicy(of: start) == .cancelRun { await uncancelled { await stop.perform() } }
        return CancellationError()
    }

    private func release() {
        stream = nil
        frames = []
        for call in calls { call.cancel() }
        calls = []
    }
}

// MARK: Calls

extension RunReader {
    /// Starts to answer a call that the run waits for, if the options have an answer.
    private func answer(_ action: RequiredAction) {
        guard let run = progress.run, let answerer = Answerer(action, options) else { return }
        let call = ActionCall(
            service: service,
            run: run,
            action: action,
            answerer: answerer,
            remaining: clock.remaining(until: action.deadline, now: Date()),
            isFirst: !mayRepeatCalls,
            onNotice: options.onNotice
        )
        // The calls of a round run at the same time, while the app's loop may be busy with an event. `release` and `deinit` cancel them.
        calls.append(Task { await call.perform() })
    }
}
