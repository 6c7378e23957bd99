import AgentWire
import Foundation
import StreamingJSON

/// What a run waits for and what became of it: the calls with their answers, and the turn as far as it has come.
///
/// It decides which answers are taken and does nothing itself. It is stored with the run, so that any process can go on. What was answered is kept as long as the run is, so that an answer whose
/// reply was lost can be sent again.
struct RunActions: Sendable, Equatable {
    /// A call that is waited for.
    struct Open: Sendable, Equatable {
        /// What the client is told of it.
        var action: RequiredAction
        /// The id that the model gave it, which may be that of a call of an earlier round.
        var modelCall: String
        /// The number of its item; `nil` for an approval, whose item begins when the call is made.
        var item: Int?
        /// Whether the item was told while the model wrote the call.
        var isTold = false
        /// What became of it.
        var answer: Answer?
    }

    /// What became of a call.
    enum Answer: Sendable, Equatable {
        /// Its client has answered.
        case answered(CallAnswer)
        /// Its client has answered, and this is what the server says of that; the client's own words are not kept.
        case worded(CallAnswer, tool: String, arguments: JSONValue)
        /// Nobody has, in time.
        case expired

        /// The answer as the model gets it; `nil` where there is none.
        var callAnswer: CallAnswer? {
            switch self {
            case .answered(let answer), .worded(let answer, _, _): answer
            case .expired: nil
            }
        }
    }

    /// A turn up to the calls that it waits for.
    struct SuspendedTurn: Sendable, Equatable {
        /// What it adds to the conversation so far, each entry as JSON.
        var entries: [JSONValue]
        /// How many entries the conversation had before.
        var historyCount: Int
        /// What it has cost so far.
        var usage: WireUsage
        /// How many events the run had told before those that say what it waits for.
        var eventCount: Int
        /// The token that it was begun with, by its id; `nil` when that is not known, or came out of the settings.
        var token: String?
    }

    /// The calls of the latest round that had to wait, in their order.
    var open: [Open] = []
    /// The turn up to them.
    var suspended: SuspendedTurn?
    /// What became of the calls of earlier rounds.
    var past: [String: Answer] = [:]
    /// Whether the run went on with the answers.
    var isClosed = false

    /// Waits for nothing.
    init() {}

    /// Whether all calls are answered.
    var isComplete: Bool { open.allSatisfy { $0.answer != nil } }

    /// Whether nobody has answered one of the calls in time.
    var hasExpired: Bool { open.contains { $0.answer == .expired } }

    /// Whether a call is still to be answered.
    func isOpen(_ call: String) -> Bool {
        !isClosed && open.contains { $0.action.call == call && $0.answer == nil }
    }

    /// The events that tell the client what to do.
    var events: [RunEvent] { open.flatMap(\.events) + [.waiting] }

    /// The same when the run has ended: only what may be asked again.
    var afterEnd: RunActions {
        var actions = RunActions()
        actions.past = closedAnswers
        return actions
    }

    /// The ids of the calls that were answered or given up on.
    var usedIDs: Set<String> { Set(closedAnswers.keys) }

    /// The id of a new call: that of the model, unless it was used before, because the answer to the first call must not be taken for the
    /// second's.
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
        for call in open { answers[call.action.call] = call.answer }
        return answers
    }

    /// The turn has come to calls that others carry out.
    ///
    /// A call that was told keeps its id.
    mutating func wait(for calls: [Open], _ turn: SuspendedTurn) {
        past = closedAnswers
        open = calls
        var used = Set(past.keys).union(calls.filter(\.isTold).map(\.action.call))
        for index in open.indices where !open[index].isTold {
            let id = Self.id(ofNewCall: open[index].modelCall) { used.contains($0) }
            open[index].action.call = id
            used.insert(id)
        }
        suspended = turn
        isClosed = false
    }

    /// The run goes on with the answers.
    mutating func close() { isClosed = true }

    /// Takes answers in: all of them or, if one cannot be taken, none.
    ///
    /// Answers that were given before change nothing.
    ///
    /// - Parameters:
    ///   - time: Now; what comes after a call's deadline is too late.
    ///   - faults: The faults of an output of a tool, by their places in it.
    ///   - wording: What the server says of an answer to a call of this tool with these arguments; `nil` to take it as it is.
    /// - Returns: Whether something is new.
    /// - Throws: ``Problem``.
    mutating func take(
        _ answers: [RunAnswers.Answer],
        at time: Date,
        faults outputFaults: (_ tool: String, _ output: JSONValue) -> [WireError.Fault] = { _, _ in [] },
        wording: (_ answer: CallAnswer, _ tool: String, _ arguments: JSONValue) -> CallAnswer? = { _, _, _ in nil }
    ) throws(Problem) -> Bool {
        var faults = FaultList()
        var changed = self
        for answer in answers {
            let index = open.firstIndex { $0.action.call == answer.call }
            if let given = index.flatMap({ open[$0].answer }) ?? past[answer.call] {
                try Self.check(answer, against: given, wording)
            } else if let index, !isClosed {
                let action = open[index].action
                if action.deadline <= time { throw Self.late(answer.call) }
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
        _ wording: (CallAnswer, String, JSONValue) -> CallAnswer?
    ) throws(Problem) {
        switch given {
        case .answered(let first) where first == answer.answer: return
        case .worded(let first, let tool, let arguments) where wording(answer.answer, tool, arguments) == first: return
        case .answered, .worded:
            throw Problem(
                .conflict,
                detail: "the call '\(answer.call)' was answered otherwise before; the first answer counts"
            )
        case .expired: throw late(answer.call)
        }
    }

    private static func late(_ call: String) -> Problem {
        Problem(.conflict, detail: "the answer to the call '\(call)' came after its deadline; the model was told so")
    }

    /// Gives up on calls whose time is over; tells whether there were any.
    mutating func expire(at time: Date) -> Bool {
        var hasExpired = false
        for index in open.indices where open[index].answer == nil && open[index].action.deadline <= time {
            open[index].answer = .expired
            hasExpired = true
        }
        return hasExpired
    }
}

extension RunActions.Open {
    /// The events that tell the client of the call; a call of its own tool is an item too, if that was not told before.
    fileprivate var events: [RunEvent] {
        guard let item, !isTold else { return [.actionRequired(action)] }
        let call = RunItem.ToolCall(id: action.call, name: action.name, site: .client, arguments: action.arguments)
        return [.itemAdded(RunItem(number: item, .toolCall(call))), .actionRequired(action)]
    }
}
