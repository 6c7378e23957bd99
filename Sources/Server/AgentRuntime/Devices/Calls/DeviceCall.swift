import Foundation
import StreamingJSON

/// A call of an intent, or of a query about entities, on a device of the client: its state, and the rules for the next one.
///
/// It has no side effects. A run stores it with the calls that it waits for (``RunActions``), so any process can continue it.
///
/// ```
/// awaiting_approval → queued → claimed → running → succeeded | failed | denied | needs_value | cancelled | unknown
///                       ↓ ↑_______|  (the lease ran out)
///                    expired
/// ```
struct DeviceCall: Sendable, Equatable {
    /// The kinds of calls.
    enum Kind: String, Sendable, CaseIterable {
        /// An action, which a device claims before it starts.
        case intent
        /// A question about entities, which changes nothing and needs no claim.
        case query
    }

    /// The states of a call.
    enum State: String, Sendable, CaseIterable {
        /// A person has not decided yet.
        case awaitingApproval = "awaiting_approval"
        /// The device has not claimed it yet.
        case queued
        /// The device has claimed it and has not started.
        case claimed
        /// The device may have changed something.
        case running
        /// It was carried out.
        case succeeded
        /// It was not carried out.
        case failed
        /// The device or a person refused it.
        case denied
        /// A person has to choose a value first.
        case needsValue = "needs_value"
        /// No device has claimed it in time, so nothing has happened.
        case expired
        /// It was withdrawn before it started.
        case cancelled
        /// It started, and its end is not known.
        case unknown

        /// Whether no other state follows.
        var isOver: Bool {
            switch self {
            case .awaitingApproval, .queued, .claimed, .running: false
            default: true
            }
        }
    }

    /// The time limits of a call, in seconds.
    struct Timing: Sendable, Equatable {
        var claim: Double
        var lease: Double
        var run: Double
        var longestRun: Double
        var attempts: Int
    }

    /// The reason why a device's request changes nothing.
    enum Refusal: Error, Equatable {
        /// Another attempt counts, or the call is in another state.
        case conflict
        /// The call is over without an output of a device.
        case over
        /// The call has another output already.
        case otherOutput
    }

    /// The id for devices; it names the run.
    let id: String
    let kind: Kind
    /// The schema of the intent or the entity, or the name of an app's tool.
    let schema: String
    /// The name of the app's type; `nil` for a query.
    var intentID: String?
    /// The input of an intent, or the arguments of a query in their form for devices.
    let input: JSONObject
    /// The digest of the input.
    let inputHash: String
    /// The way in which the app runs it: `background` or `foreground`.
    var mode = "background"
    /// The authentication that the device must have: `none`, `unlocked` or `local`.
    var authentication: String?
    /// Whether it may be offered again after it has started.
    var isIdempotent = false
    /// Whether the same app on another device may make it: it changes nothing, and the person has named no device or app.
    var isMovable = false
    /// The output in place of one that the device does not send; `nil` for none.
    var fallback: JSONValue?
    let timing: Timing

    /// The app and device that it is offered to.
    var place: DevicePlace
    /// The number of the attempt, from 1: the fencing token of claims.
    var attempt = 1
    var state: State
    /// Whether a person has approved it.
    var isApproved = false
    /// The time at which the current state ends by itself.
    var deadline: Date
    /// The time of the start.
    var startedAt: Date?
    /// Whether an attempt, this one or an earlier one, has started, so that something may have been changed.
    var hasStarted = false
    /// The end in its form for devices; `nil` for one that no device has reported.
    var outcome: JSONValue?
    /// A person's rejection after a device had claimed it; it is no outcome, so a report that arrives later is kept.
    var rejection: JSONValue?

    /// Whether it is over.
    var isOver: Bool { state.isOver }

    /// Whether a device has to know of it.
    var isOffered: Bool { [.queued, .claimed, .running].contains(state) }
}

// MARK: - Transitions by people and devices

extension DeviceCall {
    /// Queues a call that needed no approval or has it.
    mutating func queue(at time: Date) {
        state = .queued
        deadline = time + timing.claim
    }

    /// Records a person's approval and queues the call.
    mutating func approve(at time: Date) {
        isApproved = true
        queue(at: time)
    }

    /// Ends a call that a person has declined.
    ///
    /// A call that a device has claimed is withdrawn instead, because it may have been carried out.
    mutating func decline(_ report: DeviceReport) {
        guard !isOver else { return }
        if state == .awaitingApproval || (state == .queued && !hasStarted) {
            (state, outcome) = (.denied, report.outcome)
        } else {
            rejection = report.outcome
            cancel()
        }
    }

    /// Claims the call for an attempt; a repeated claim changes nothing.
    mutating func claim(attempt: Int, at time: Date) throws(Refusal) {
        try check(attempt)
        switch state {
        case .queued:
            state = .claimed
            deadline = time + timing.lease
        case .claimed: break
        default: throw .conflict
        }
    }

    /// Records that the device starts now; a repeated start changes nothing.
    mutating func start(attempt: Int, at time: Date) throws(Refusal) {
        try check(attempt)
        switch state {
        case .claimed:
            (state, hasStarted) = (.running, true)
            startedAt = time
            deadline = time + timing.run
        case .running: break
        default: throw .conflict
        }
    }

    /// Extends the deadline of a running call.
    mutating func progress(attempt: Int, at time: Date) throws(Refusal) {
        try check(attempt)
        guard state == .running, let startedAt else { throw .conflict }
        deadline = max(deadline, min(time + timing.run, startedAt + timing.longestRun))
    }

    /// Ends the call with a device's report.
    ///
    /// - Parameters:
    ///   - end: The state that the report names.
    ///   - outcome: The report, by which a repeated one is recognized.
    ///   - attempt: The attempt of the report; `nil` for the current one.
    /// - Returns: False for a repeated report, which changes nothing.
    mutating func end(_ end: State, _ outcome: JSONValue, attempt: Int?) throws(Refusal) -> Bool {
        if isOver {
            guard let known = self.outcome else { throw .over }
            guard known == outcome else { throw .otherOutput }
            return false
        }
        if let attempt { try check(attempt) }
        // Without a claim another process of the device may run the same intent; a query may be answered at once.
        guard state != .awaitingApproval, end.isOver, kind == .query || attempt == nil || state != .queued else {
            throw .conflict
        }
        (state, self.outcome) = (end, outcome)
        return true
    }

    private func check(_ attempt: Int) throws(Refusal) {
        if isOver { throw .over }
        guard attempt == self.attempt else { throw .conflict }
    }
}

// MARK: - Transitions by time

extension DeviceCall {
    /// Applies the current deadline if it has passed.
    ///
    /// - Parameter next: Returns the place of the same app on another device that is live and can make the call; `nil` if there is none.
    /// - Returns: Whether the call has changed.
    mutating func expire(at time: Date, next: (DeviceCall) -> DevicePlace?) -> Bool {
        guard !isOver, deadline <= time else { return false }
        switch state {
        case .awaitingApproval:
            state = .denied
        case .queued, .claimed:
            // A person has approved this place only.
            let other = isApproved || !isMovable ? nil : next(self)
            if let other, other != place {
                offer(to: other, at: time)
            } else if state == .claimed {
                offer(to: place, at: time)
            } else {
                state = unclaimedEnd
            }
        case .running:
            let other = isApproved || !isMovable ? nil : next(self)
            if isIdempotent { offer(to: other ?? place, at: time) } else { state = .unknown }
        default: return false
        }
        return true
    }

    /// The end of a call that nobody makes in time.
    private var unclaimedEnd: State { state == .running || hasStarted ? .unknown : .expired }

    /// Offers the call again, or ends it after the last attempt.
    private mutating func offer(to place: DevicePlace, at time: Date) {
        guard attempt < timing.attempts else {
            state = unclaimedEnd
            return
        }
        attempt += 1
        self.place = place
        startedAt = nil
        queue(at: time)
    }

    /// Withdraws the call because its run no longer waits for it.
    mutating func cancel() {
        guard !isOver else { return }
        state = state == .running || hasStarted ? .unknown : .cancelled
    }

    /// Starts the waits again after a restart, because devices have to connect first.
    mutating func restore(at time: Date) {
        switch state {
        case .queued: deadline = max(deadline, time + timing.claim)
        case .claimed: deadline = max(deadline, time + timing.lease)
        case .running: deadline = max(deadline, time + timing.run)
        default: break
        }
    }
}
