import AgentWire
import Foundation
import StreamingJSON

/// The calls that a run waits for, with their answers, and the suspended turn.
///
/// It decides which answers are accepted, and has no side effects. It is stored with the run, so that any process can resume the run.
/// Answers are kept as long as the run, so that a client can send an answer again whose reply was lost.
struct RunActions: Sendable, Equatable {
    /// A call that the run waits for.
    struct Open: Sendable, Equatable {
        /// The description of the call for the client.
        var action: RequiredAction
        /// The id that the model chose, which may be that of a call of an earlier round.
        var modelCall: String
        /// The number of its item; `nil` for an approval, whose item starts when the call is made.
        var item: Int?
        /// Whether the item was emitted while the model wrote the call.
        var isEmitted = false
        /// The call on a device of the client; `nil` for any other call.
        var device: DeviceCall?
        /// The answer to the call, if any.
        var answer: Answer?
    }

    /// The answer to a call.
    enum Answer: Sendable, Equatable {
        /// The client's answer.
        case answered(CallAnswer)
        /// The server's words for the client's answer; the client's words are not stored.
        case worded(CallAnswer, tool: String, arguments: JSONValue)
        /// There was no answer in time.
        case expired
        /// The call on a device is over.
        case device(DeviceCall)
    }

    /// A turn up to the calls that it waits for.
    struct SuspendedTurn: Sendable, Equatable {
        /// The entries that it adds to the conversation so far, as JSON.
        var entries: [JSONValue]
        /// The number of entries that the conversation had before.
        var historyCount: Int
        /// The usage so far.
        var usage: WireUsage
        /// The number of events of the run before those that describe the calls.
        var eventCount: Int
        /// The id of the token that started it; `nil` when it is unknown or comes from the settings.
        var token: String?
        /// The facts about the user that its token had; `nil` for a run of the client itself.
        var sender: RunSender?
        /// Whether the request whose outputs resume the turn makes the same choice of tools as the one that started it, so that the choice
        /// holds again after the outputs.
        var keepsToolChoice = false

        /// The size of the entries as JSON text, in bytes.
        var bytes: Int { entries.reduce(0) { $0 + $1.serialized().utf8.count } }
    }

    /// The calls of the latest round that had to wait, in their order.
    var open: [Open] = []
    /// The turn up to these calls.
    var suspended: SuspendedTurn?
    /// The answers to the calls of earlier rounds.
    var past: [String: Answer] = [:]
    /// Whether the run has resumed with the answers.
    var isClosed = false

    /// Makes actions without calls.
    init() {}

    /// Whether all calls are answered.
    var isComplete: Bool { open.allSatisfy { $0.answer != nil } }

    /// Whether one of the calls had no answer in time.
    var hasExpired: Bool {
        open.contains { open in
            switch open.answer {
            case .expired: true
            case .device(let call): call.hasMissedItsTime
            case .answered, .worded, nil: false
            }
        }
    }

    /// Whether a call still needs an answer.
    func isOpen(_ call: String) -> Bool {
        !isClosed && open.contains { $0.action.call == call && $0.answer == nil }
    }

    /// The events that describe the calls to the client.
    var events: [RunEvent] { open.flatMap(\.events) + [.waiting] }

    /// The actions of an ended run: only the answers that a client may send again.
    var afterEnd: RunActions {
        var actions = RunActions()
        actions.past = closedAnswers
        return actions
    }

    /// The ids of the calls that were answered or have expired.
    var usedIDs: Set<String> { Set(closedAnswers.keys) }

    /// Returns the id of a new call: the model's id, unless it was used before, because the answer to the first call must not count for
    /// the second one.
    static func id(ofNewCall call: String, isUsed: (String) -> Bool) -> String {
        var id = call
        var count = 2
        while isUsed(id) {
            id = "\(call)#\(count)"
            count += 1
        }
        return id
    }

    private var closedAnswers: [String: Answer] {
        var answers = past
        for call in open {
            var withdrawn = call.device
            withdrawn?.cancel()
            answers[call.action.call] = call.answer ?? withdrawn.map(Answer.device)
        }
        return answers
    }

    /// Starts a wait for calls that the client or a person must answer.
    ///
    /// A call that was emitted keeps its id, and so does one that a person has approved and a device now makes.
    mutating func wait(for calls: [Open], _ turn: SuspendedTurn) {
        past = closedAnswers
        open = calls
        for call in calls where call.isContinued { past[call.action.call] = nil }
        var used = Set(past.keys).union(calls.filter { $0.isEmitted || $0.isContinued }.map(\.action.call))
        for index in open.indices where !open[index].isEmitted && !open[index].isContinued {
            let id = Self.id(ofNewCall: open[index].modelCall) { used.contains($0) }
            open[index].action.call = id
            used.insert(id)
        }
        suspended = turn
        isClosed = false
    }

    /// Records that the run has resumed with the answers.
    mutating func close() { isClosed = true }

    /// Accepts answers: all of them or, if one is invalid, none.
    ///
    /// Repeated answers change nothing.
    ///
    /// - Parameters:
    ///   - time: The current time; an answer after a call's deadline is too late.
    ///   - faults: Returns the faults of an output of a tool, by their places in it.
    ///   - wording: Returns the server's words for an answer to a call of this tool with these arguments; `nil` to accept the answer
    ///     unchanged.
    ///   - report: Returns the end of a call on a device that an answer of the chat's client means.
    /// - Returns: Whether an answer is new.
    /// - Throws: ``Problem``.
    mutating func accept(
        _ answers: [RunAnswers.Answer],
        at time: Date,
        faults outputFaults: (_ tool: String, _ output: JSONValue) -> [WireError.Fault] = { _, _ in [] },
        wording: (_ answer: CallAnswer, _ tool: String, _ arguments: JSONValue) -> CallAnswer? = { _, _, _ in nil },
        report: (_ answer: CallAnswer, _ call: DeviceCall) -> DeviceReport = { .init($0, to: $1) }
    ) throws(Problem) -> Bool {
        var faults = FaultList()
        var changed = self
        for answer in answers {
            let index = open.firstIndex { $0.action.call == answer.call }
            // A repeated approval of a call that a device makes now.
            if let index, open[index].isContinued, answer.answer == .approval { continue }
            if let given = index.flatMap({ open[$0].answer }) ?? past[answer.call] {
                try Self.check(answer, against: given, wording, report)
            } else if let index, !isClosed {
                let action = open[index].action
                if action.deadline <= time { throw Self.late(answer.call) }
                if case .rejection(let reason) = answer.answer, open[index].device != nil {
                    changed.open[index].changeDevice { $0.decline(DeviceReport(rejection: reason)) }
                    continue
                }
                if let call = open[index].device, action.kind == .clientTool, answer.answer != .approval {
                    let report = report(answer.answer, call)
                    for fault in report.faults {
                        faults.append(.init(pointer: answer.outputPointer + fault.pointer, detail: fault.detail))
                    }
                    if report.faults.isEmpty { changed.open[index].end(with: report) }
                    continue
                }
                if !answer.answer.fits(action.kind) {
                    let detail = action.kind == .approval ? "waits for a decision" : "waits for an output"
                    faults.append(
                        .init(pointer: answer.pointer, detail: "the call '\(answer.call.excerpt())' \(detail)")
                    )
                } else if case .output(let output) = answer.answer {
                    for fault in outputFaults(action.name, output) {
                        faults.append(.init(pointer: answer.outputPointer + fault.pointer, detail: fault.detail))
                    }
                }
                let worded = action.kind == .clientTool ? wording(answer.answer, action.name, action.arguments) : nil
                changed.open[index].answer =
                    worded.map { .worded($0, tool: action.name, arguments: action.arguments) }
                    ?? .answered(answer.answer)
            } else {
                let detail = "the run does not wait for the call '\(answer.call.excerpt())'"
                faults.append(.init(pointer: answer.pointer + "/call", detail: detail))
            }
        }
        if !faults.isEmpty {
            throw Problem(
                .invalidRequest,
                detail: "no answer was accepted because at least one is invalid; see `errors`",
                faults: faults
            )
        }
        defer { self = changed }
        return changed != self
    }

    private static func check(
        _ answer: RunAnswers.Answer,
        against given: Answer,
        _ wording: (CallAnswer, String, JSONValue) -> CallAnswer?,
        _ report: (CallAnswer, DeviceCall) -> DeviceReport
    ) throws(Problem) {
        switch given {
        case .answered(let first) where first == answer.answer: return
        case .worded(let first, let tool, let arguments) where wording(answer.answer, tool, arguments) == first: return
        case .device(let call) where answer.answer == .approval && call.isApproved: return
        case .device(let call) where report(answer.answer, call).outcome == call.outcome: return
        case .device(let call) where call.rejection != nil && report(answer.answer, call).outcome == call.rejection:
            return
        case .device(let call) where call.outcome == nil && call.rejection == nil: throw late(answer.call)
        case .answered, .worded, .device:
            throw Problem(
                .conflict,
                detail: "the call '\(answer.call)' has another answer already; the first answer counts"
            )
        case .expired: throw late(answer.call)
        }
    }

    private static func late(_ call: String) -> Problem {
        Problem(
            .conflict,
            detail: "the answer to the call '\(call)' is too late: its deadline has passed, and the model knows that"
        )
    }

    /// Applies the deadlines that have passed to the unanswered calls; returns whether there were any.
    ///
    /// - Parameter next: Returns another place that can make a call on a device; `nil` if there is none.
    mutating func expire(at time: Date, next: (DeviceCall) -> DevicePlace? = { _ in nil }) -> Bool {
        var hasExpired = false
        for index in open.indices where open[index].answer == nil && open[index].action.deadline <= time {
            hasExpired = true
            if open[index].device != nil {
                open[index].changeDevice { call in _ = call.expire(at: time, next: next) }
            } else {
                open[index].answer = .expired
            }
        }
        return hasExpired
    }
}

extension RunActions {
    /// Answers the calls that may not be made any more and are not made yet; returns whether there were any.
    ///
    /// - Parameter reason: Returns the reason in words for the model; `nil` for a call that may be made.
    mutating func refuse(_ reason: (Open) -> String?) -> Bool {
        guard !isClosed else { return false }
        var hasRefused = false
        for index in open.indices {
            let call = open[index]
            guard call.action.kind == .approval || call.device?.hasStarted == false,
                call.answer == nil || call.answer == .answered(.approval), let reason = reason(call)
            else { continue }
            hasRefused = true
            open[index].changeDevice { $0.cancel() }
            if call.device == nil { open[index].answer = .answered(.failure(reason)) }
        }
        return hasRefused
    }
}

extension RunActions.Open {
    /// Whether a person has approved the call and a device makes it now.
    var isContinued: Bool { device?.isApproved == true }

    /// Changes the call on a device; its end is the answer.
    mutating func changeDevice<Failure>(_ change: (inout DeviceCall) throws(Failure) -> Void) throws(Failure) {
        guard var call = device else { return }
        try change(&call)
        device = call
        // In whole seconds, as it is sent and stored.
        action.deadline = Date(timeIntervalSince1970: call.deadline.timeIntervalSince1970.rounded(.up))
        action.device = call.action
        guard call.isOver else { return }
        answer = .device(call)
        device = nil
    }

    /// Ends the call on a device with a report of the chat's client.
    fileprivate mutating func end(with report: DeviceReport) {
        changeDevice { call in _ = try? call.end(report.state, report.outcome, attempt: nil) }
    }

    /// The events that describe the call to the client.
    ///
    /// A call of a tool that only the client has is an item too, if it was not emitted before.
    fileprivate var events: [RunEvent] {
        guard let item, !isEmitted else { return [.actionRequired(action)] }
        let call = RunItem.ToolCall(id: action.call, name: action.name, site: .client, arguments: action.arguments)
        return [.itemAdded(RunItem(number: item, .toolCall(call))), .actionRequired(action)]
    }
}
