import Storage

/// Decides the next action of a run.
///
/// It has no side effects.
///
/// A run starts once, may wait and resume any number of times, and ends once. A stop has a reason, and the first reason counts. A run
/// that has its answer is not stopped any more, because the answer was paid for.
struct RunStateMachine {
    /// The reason for stopping a run before its end.
    enum StopReason: Sendable, CaseIterable {
        /// Its client requested it.
        case requested
        /// It had no reader for longer than the grace window.
        case disconnected
        /// A later run of the conversation replaces it.
        case replaced
        /// Its client was removed or its token revoked.
        case revoked
        /// It exceeded its time limit.
        case deadline
        /// The server stops.
        case shutdown

        /// The status with which the run then ends.
        var status: RunStatus {
            switch self {
            case .requested, .disconnected, .replaced, .revoked: .cancelled
            case .deadline: .failed
            case .shutdown: .interrupted
            }
        }
    }

    /// The action for the caller.
    enum Action: Equatable {
        case none
        /// Cancel the active work; its end is reported to ``RunStateMachine/workEnded(_:)``.
        case cancelWork
        /// There is no work to cancel: write the end.
        case writeEnd
        /// Start a grace window; its end is reported to ``RunStateMachine/graceEnded(_:)``.
        case beginGrace(Int)
    }

    /// Whether a waiting run needs a reader before it resumes.
    private enum Hold {
        /// It needs none.
        case none
        /// It needs one, because its last calls had no answer in time.
        case needsReader
        /// Its grace window has started because it has no reader.
        case inGrace
    }

    /// The status of the run.
    private(set) var status = RunStatus.queued
    /// The reason why it must stop.
    private(set) var stopReason: StopReason?
    /// The number of readers.
    private(set) var readerCount = 0

    private let outlivesReaders: Bool
    private var isEnding = false
    private var hold = Hold.none
    /// The number of times that the last reader has left; it identifies a grace window.
    private var absences = 0

    /// Makes the machine of a queued run, or of a run that an earlier process left waiting for calls.
    ///
    /// - Parameter outlivesReaders: Whether the run continues without readers.
    init(outlivesReaders: Bool, isWaiting: Bool = false) {
        self.outlivesReaders = outlivesReaders
        if isWaiting { status = .waiting }
    }

    /// Starts the run; false when it was stopped before.
    mutating func start() -> Bool {
        guard status == .queued, !isEnding else { return false }
        status = .running
        return true
    }

    /// Makes the run wait for calls; false when it was stopped meanwhile.
    mutating func wait() -> Bool {
        guard status == .running, stopReason == nil, !isEnding else { return false }
        status = .waiting
        return true
    }

    /// Whether it waits for calls and was not stopped.
    var isWaiting: Bool { status == .waiting && !isEnding }

    /// Records that the last calls it waited for have expired.
    ///
    /// If the run has no reader either, its client has most likely gone, and the model is not called again for it.
    mutating func expire() {
        guard isWaiting, !outlivesReaders else { return }
        hold = .needsReader
    }

    /// Decides whether a run whose calls are all settled resumes.
    ///
    /// - Returns: The action instead, because it needs a reader and has none; `nil` if it resumes.
    mutating func holdBack() -> Action? {
        guard isWaiting, hold != .none, readerCount == 0 else { return nil }
        if hold == .inGrace { return Action.none }
        hold = .inGrace
        return missReaders()
    }

    /// Resumes the run because its calls are answered; `nil` when it does not wait.
    ///
    /// While it waited it needed no readers; if it has none now, its grace window starts.
    mutating func resume() -> Action? {
        guard isWaiting else { return nil }
        status = .running
        hold = .none
        return readerCount == 0 ? missReaders() : Action.none
    }

    /// Stops the run for a reason.
    mutating func stop(_ reason: StopReason) -> Action {
        guard !isEnding, !status.isOver, stopReason == nil else { return .none }
        // A run that waits for a person survives the process, because it waits in the store.
        if reason == .shutdown, status == .waiting { return .none }
        stopReason = reason
        if status == .running { return .cancelWork }
        isEnding = true
        return .writeEnd
    }

    /// Records that the work has ended; returns the status with which the run ends.
    mutating func workEnded(hasAnswer: Bool) -> RunStatus {
        isEnding = true
        if hasAnswer { return .completed }
        return stopReason?.status ?? .failed
    }

    /// Records that the end is written.
    mutating func ended(as status: RunStatus) {
        isEnding = true
        self.status = status
    }

    /// Adds a reader.
    mutating func addReader() { readerCount += 1 }

    /// Removes a reader.
    mutating func removeReader() -> Action {
        readerCount -= 1
        return readerCount == 0 ? missReaders() : .none
    }

    private mutating func missReaders() -> Action {
        guard !outlivesReaders, !isEnding, !status.isOver else { return .none }
        absences += 1
        return .beginGrace(absences)
    }

    /// Ends a grace window.
    ///
    /// A waiting run costs nothing: it keeps waiting without readers, unless a reader is all that it waits for.
    mutating func graceEnded(_ absence: Int) -> Action {
        guard readerCount == 0, absence == absences, status != .waiting || hold == .inGrace else { return .none }
        return stop(.disconnected)
    }
}
