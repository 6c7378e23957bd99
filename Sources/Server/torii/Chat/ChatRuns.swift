import AgentWire
import Synchronization
import TerminalChat
import ToriiClient

/// The run that a chat follows, and the requests about it.
///
/// The server continues a run whose connection is lost, and this client cancels it when the person stops it or leaves.
final class ChatRuns: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var run: String?
        var isStopped = false
    }

    /// The time in which a run becomes known when the person leaves at once after a message.
    private static let stopTime = Duration.seconds(3)

    private let service: ToriiService
    private let locale: ChatLocale
    private let timeZone: String
    private let send: @Sendable (ChatInput) -> Void
    private let now: @Sendable () -> Duration
    private let state = Mutex(State())

    /// Makes the part without a run.
    ///
    /// - Parameter send: Receives the events and replies, from any task.
    init(
        service: ToriiService,
        locale: ChatLocale,
        timeZone: String,
        now: @escaping @Sendable () -> Duration,
        send: @escaping @Sendable (ChatInput) -> Void
    ) {
        self.service = service
        self.locale = locale
        self.timeZone = timeZone
        self.now = now
        self.send = send
    }

    /// Sends a message and follows its run.
    func start(_ turn: ChatTurn) {
        let request = ChatRequest(
            message: turn.message,
            conversation: turn.conversation,
            replaces: turn.replaces,
            model: turn.model,
            locale: locale.tag,
            timeZone: timeZone,
            onDisconnect: .finish,
            onBusy: .queue
        )
        follow(service.chat(request, options: options))
    }

    /// Follows a run from its first event on.
    func join(_ run: String) { follow(service.events(of: run, options: options)) }

    private var options: RunOptions {
        RunOptions(
            onStop: .detach,
            onNotice: { [send, now] notice in
                switch notice {
                case .connected: send(.connection(.connected))
                case .lost(_, let attempt, let wait):
                    send(.connection(.lost(retryAt: now() + wait, attempt: attempt)))
                case .answerRefused: break
                }
            }
        )
    }

    private func follow(_ events: RunEvents) {
        // The task outlives this call: it ends with the run, or is canceled by `leave`.
        let task = Task { await self.read(events) }
        state.withLock { $0 = State(task: task) }
    }

    private func read(_ events: RunEvents) async {
        do {
            for try await event in events {
                if case .started(let run, _, _) = event {
                    let isStopped = state.withLock { state in
                        state.run = run
                        return state.isStopped
                    }
                    if isStopped { await cancel(run) }
                }
                send(.event(event))
            }
            send(.runEnded(nil))
        } catch {
            send(.runEnded(ChatFailure(error)))
        }
        state.withLock { $0.task = nil }
    }

    /// Cancels the run, now or as soon as its id is known.
    func stop() {
        let run = state.withLock { state in
            state.isStopped = true
            return state.run
        }
        guard let run else { return }
        // Its reply has no meaning beyond the event that follows.
        Task { await self.cancel(run) }
    }

    private func cancel(_ run: String) async {
        do {
            _ = try await service.cancelRun(run)
        } catch {
            send(.failed(ChatFailure(error)))
        }
    }

    /// Sends a person's decision.
    func decide(_ call: String, of run: String, _ answer: CallAnswer) {
        // The person may type on while the request is under way.
        Task {
            do {
                _ = try await service.answer(run, with: RunAnswers(decisions: [(call, answer)]))
                send(.decided(call: call))
            } catch {
                send(.notDecided(call: call, ChatFailure(error)))
            }
        }
    }

    /// Stops following, and cancels the run unless it is kept.
    func leave(keepsRun: Bool) async {
        let (task, run) = state.withLock { ($0.task, $0.run) }
        guard let task else { return }
        if !keepsRun {
            stop()
            if let run {
                await cancel(run)
            } else {
                await Self.wait(for: task, atMost: Self.stopTime)
            }
        }
        task.cancel()
        await task.value
    }

    private static func wait(for task: Task<Void, Never>, atMost time: Duration) async {
        await withTaskGroup { group in
            group.addTask { await task.value }
            // The person waits for the end of the program.
            group.addTask { try? await Task.sleep(for: time) }
            await group.next()
            task.cancel()
            group.cancelAll()
        }
    }
}
