public import Storage

/// Where a run stands.
public typealias RunStatus = RunRecord.Status

/// Decides what a run does next; does nothing itself.
///
/// A run is begun once, may wait and go on any number of times, and ends once. Whoever wants to stop it says why, and the first
/// reason counts. A run that has its answer is not stopped any more: the answer was paid for.
struct RunStateMachine {
    /// Why a run is stopped before its end.
    enum StopReason: Sendable, CaseIterable {
        /// Its client asked for it.
        case requested
        /// Nobody read it for longer than the grace window.
        case disconnected
        /// A later run of the conversation takes its place.
        case replaced
        /// Its client was shut out.
        case revoked
        /// It took longer than it may.
        case deadline
        /// The server stops.
        case shutdown

        /// What the run then ends as.
        var status: RunStatus {
            switch self {
            case .requested, .disconnected, .replaced, .revoked: .cancelled
            case .deadline: .failed
            case .shutdown: .interrupted
            }
        }
    }

    /// What is to be done.
    enum Action: Equatable {
        case none
        /// Cancel the work that is going on; its end is told by ``RunStateMachine/workEnded(_:)``.
        case cancelWork
        /// There is no work to cancel: write the end.
        case writeEnd
        /// Begin a grace window; its end is told by ``RunStateMachine/graceEnded(_:)``.
        case beginGrace(Int)
    }

    /// Whether a run that waits needs a reader before it goes on.
    private enum Hold {
        /// It needs none.
        case none
        /// It needs one, because nobody has answered its last calls in time.
        case needsReader
        /// Its grace has begun because it has none.
        case inGrace
    }

    /// Where the run stands.
    private(set) var status = RunStatus.queued
    /// Why it is to stop.
    private(set) var stopReason: StopReason?
    /// How many read it.
    private(set) var readerCount = 0

    private let outlivesReaders: Bool
    private var isEnding = false
    private var hold = Hold.none
    /// How often the last reader has left; tells one grace window from the next.
    private var absences = 0

    /// Makes the machine of a run that waits for its turn, or of one that an earlier process left waiting for calls.
    ///
    /// - Parameter outlivesReaders: Whether it goes on when nobody reads it.
    init(outlivesReaders: Bool, isWaiting: Bool = false) {
        self.outlivesReaders = outlivesReaders
        if isWaiting { status = .waiting }
    }

    /// The run's turn has come; false when it was stopped before.
    mutating func begin() -> Bool {
        guard status == .queued, !isEnding else { return false }
        status = .running
        return true
    }

    /// The work has come to calls that others carry out; false when the run was stopped meanwhile.
    mutating func wait() -> Bool {
        guard status == .running, stopReason == nil, !isEnding else { return false }
        status = .waiting
        return true
    }

    /// Whether it waits for calls, and nothing has ended that.
    var isWaiting: Bool { status == .waiting && !isEnding }

    /// The last calls it waited for have expired.
    ///
    /// If nobody reads the run either, its client has most likely gone, and the model is not asked again for it.
    mutating func expire() {
        guard isWaiting, !outlivesReaders else { return }
        hold = .needsReader
    }

    /// Decides whether a run whose calls are all settled goes on.
    ///
    /// - Returns: What to do instead, because it needs a reader and has none; `nil` if it goes on.
    mutating func holdBack() -> Action? {
        guard isWaiting, hold != .none, readerCount == 0 else { return nil }
        if hold == .inGrace { return Action.none }
        hold = .inGrace
        return missReaders()
    }

    /// The calls it waited for are answered; `nil` when it does not wait.
    ///
    /// While it waited it needed no readers; if there are none now, its grace begins.
    mutating func resume() -> Action? {
        guard isWaiting else { return nil }
        status = .running
        hold = .none
        return readerCount == 0 ? missReaders() : Action.none
    }

    /// Someone wants the run to stop.
    mutating func stop(_ reason: StopReason) -> Action {
        guard !isEnding, !status.isOver, stopReason == nil else { return .none }
        // What waits for a person outlives the process; it waits in the store.
        if reason == .shutdown, status == .waiting { return .none }
        stopReason = reason
        if status == .running { return .cancelWork }
        isEnding = true
        return .writeEnd
    }

    /// The work has ended, well or not; tells what the run ends as.
    mutating func workEnded(hasAnswer: Bool) -> RunStatus {
        isEnding = true
        if hasAnswer { return .completed }
        return stopReason?.status ?? .failed
    }

    /// The end is written.
    mutating func ended(as status: RunStatus) {
        isEnding = true
        self.status = status
    }

    /// Someone begins to read.
    mutating func readerCame() { readerCount += 1 }

    /// Someone reads no more.
    mutating func readerLeft() -> Action {
        readerCount -= 1
        return readerCount == 0 ? missReaders() : .none
    }

    private mutating func missReaders() -> Action {
        guard !outlivesReaders, !isEnding, !status.isOver else { return .none }
        absences += 1
        return .beginGrace(absences)
    }

    /// A grace window has ended.
    ///
    /// A run that waits costs nothing: it goes on waiting without readers, unless it waits for nothing but one.
    mutating func graceEnded(_ absence: Int) -> Action {
        guard readerCount == 0, absence == absences, status != .waiting || hold == .inGrace else { return .none }
        return stop(.disconnected)
    }
}
