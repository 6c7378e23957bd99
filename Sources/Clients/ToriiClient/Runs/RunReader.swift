#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import AgentWire
import Cancellation
import StreamingJSON

/// The reader of one run: it reads the events, answers the calls of the app, and cancels the run of an app that has left.
///
/// It is an actor so that a loop on the main actor does not decode there.
actor RunReader {
    private let service: ToriiService
    private let options: RunOptions
    private let stop: RunStop?
    /// Whether calls may have been answered before, by this app or an earlier process of it.
    private let mayRepeatCalls: Bool
    private let stream: ResumedStream<NativeDialect>
    private var calls: [Task<Void, Never>] = []

    init(service: ToriiService, source: RunSource, options: RunOptions) {
        self.service = service
        self.options = options
        let policy = service.requester.configuration.reconnect
        var start: WireRequest?
        var progress: StreamProgress<NativeDialect>
        switch source {
        case .request(let request):
            start = request.adding("Idempotency-Key", options.idempotencyKey ?? UUID().uuidString)
            mayRepeatCalls = options.idempotencyKey != nil
            progress = StreamProgress(NativeDialect(), policy: policy)
        case .run(let run, let event):
            mayRepeatCalls = true
            let after = event.map { EventPosition($0, run: run)?.number }
            progress = StreamProgress(NativeDialect(), stream: run, after: after ?? nil, policy: policy)
            if let event, after == .some(nil) {
                progress.stop(ToriiError(.invalidAnswer, "'\(event)' is no id of an event of \(run)."))
            }
        }
        let stop = options.stopPolicy(of: start) == .cancelRun ? RunStop(service: service, start: start) : nil
        self.stop = stop
        stream = ResumedStream(
            NativeDialect(),
            progress: progress,
            start: start,
            requester: service.requester,
            onNotice: options.onNotice
        ) { run in
            // The app has left the loop over the events, and nothing waits for this any more.
            if let stop { Task { await stop.perform(run: run) } }
        }
    }

    deinit { for call in calls { call.cancel() } }

    /// The id of the last event; `nil` before the first.
    var lastEventID: String? {
        guard let run = stream.progress.stream, let number = stream.progress.lastNumber else { return nil }
        return "\(run):\(number)"
    }

    /// Waits for the next event and returns it; `nil` after the end of a completed run.
    ///
    /// It throws nothing: in a function that runs on its caller's actor, the optimizer of Swift 6.3.1 leaves out the return to that actor
    /// after an error of another actor, and the app's loop on the main actor would continue on another thread.
    func step() async -> Result<NativeEvent?, any Error> {
        do { return .success(try await next()) } catch { return .failure(error) }
    }

    private func next() async throws -> NativeEvent? {
        do {
            guard let event = try await stream.next() else {
                cancelCalls()
                return nil
            }
            if case .actionRequired(let action) = event { answer(action) }
            return event
        } catch {
            cancelCalls()
            guard Task.isCancelled else { throw error }
            await stopRun()
            throw CancellationError()
        }
    }

    /// Cancels the run of a canceled task, unless it has ended.
    private func stopRun() async {
        guard let run = stream.abandon(), let stop else { return }
        await uncancelled { await stop.perform(run: run.stream) }
    }

    private func cancelCalls() {
        for call in calls { call.cancel() }
        calls = []
    }
}

// MARK: Calls

extension RunReader {
    /// Starts to answer a call that the run waits for, if the options have an answer.
    private func answer(_ action: RequiredAction) {
        guard let run = stream.progress.stream, let answerer = Answerer(action, options) else { return }
        let call = ActionCall(
            service: service,
            run: run,
            action: action,
            answerer: answerer,
            remaining: stream.clock.remaining(until: action.deadline, now: Date()),
            isFirst: !mayRepeatCalls,
            onNotice: options.onNotice
        )
        // The calls of a round run at the same time, while the app's loop may be busy with an event. `cancelCalls` and `deinit` end them.
        calls.append(Task { await call.perform() })
    }
}
