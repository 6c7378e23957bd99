import StreamingJSON

/// What a run's events say of it, put together one by one: its answer, or why there is none.
public struct RunOutcome: Sendable, Equatable {
    /// The run, once it has begun.
    public private(set) var run = ""
    /// Its conversation.
    public private(set) var conversation = ""
    /// The model that answers; until it has, the first that is asked.
    public private(set) var model = ""
    /// The answer's text, once it is whole.
    public private(set) var text: String?
    /// The tools called so far, in the order in which they began; those that have not ended are left out.
    public var toolCalls: [WireToolCall] { calls.compactMap(\.end) }
    /// What the run waits for, if it waits, answered or not; as soon as it goes on, nothing.
    public private(set) var actions: [RequiredAction] = []
    /// The last event, once it is there.
    public private(set) var ending: RunEvent?
    /// Whether there was anything to be shown before the end.
    public private(set) var hasContent = false

    private var calls: [(id: String, arguments: JSONValue, end: WireToolCall?)] = []

    /// Knows nothing yet.
    public init() {}

    /// Takes in the next event.
    public mutating func apply(_ event: RunEvent) {
        if case .actionRequired(let action) = event {
            actions.append(action)
            begin(action.call, action.arguments)
            hasContent = true
            return
        }
        actions = []
        switch event {
        case .started(let run, let conversation, let model):
            (self.run, self.conversation, self.model) = (run, conversation, model)
            return
        case .messageDelta, .toolProgress: break
        case .toolStarted(let call, _, let arguments): begin(call, arguments)
        case .toolFinished(var call):
            // Models may use an id again in a later round.
            if let index = calls.lastIndex(where: { $0.id == call.id && $0.end == nil }) {
                call.arguments = calls[index].arguments
                calls[index].end = call
            } else {
                calls.append((call.id, call.arguments, call))
            }
        case .messageCompleted(let text, _, let model):
            self.text = text
            if let model { self.model = model }
        case .completed, .failed, .cancelled, .interrupted:
            ending = event
            return
        case .actionRequired: break
        }
        hasContent = true
    }

    /// Leaves out what is not waited for any more: an answer is no event until all are there.
    public mutating func keepActions(where isOpen: (RequiredAction) -> Bool) { actions.removeAll { !isOpen($0) } }

    /// A call comes up; one that waited for approval and is made now is the same.
    private mutating func begin(_ call: String, _ arguments: JSONValue) {
        guard !calls.contains(where: { $0.id == call && $0.end == nil }) else { return }
        calls.append((call, arguments, nil))
    }

    /// The answer as it is sent to who does not read a stream.
    ///
    /// - Throws: ``Problem`` when the run ended without one.
    public func reply() throws(Problem) -> ChatReply {
        var problem: Problem
        switch ending {
        case .completed(let usage):
            return ChatReply(
                run: run,
                conversation: conversation,
                model: model,
                text: text ?? "",
                toolCalls: toolCalls,
                usage: usage
            )
        case .failed(let reason), .interrupted(let reason): problem = reason
        case .cancelled(let reason, _):
            problem = Problem(.runCancelled, detail: "the run was cancelled: \(reason.inWords)")
        default: problem = Problem(.conflict, detail: "the run has not ended yet", retryAfterSeconds: 1)
        }
        problem.run = run
        problem.conversation = conversation
        throw problem
    }

    /// Whether two outcomes say the same.
    public static func == (left: RunOutcome, right: RunOutcome) -> Bool {
        left.run == right.run && left.conversation == right.conversation && left.model == right.model
            && left.text == right.text && left.toolCalls == right.toolCalls && left.actions == right.actions
            && left.ending == right.ending
    }
}

extension RunEvent.CancelReason {
    /// The reason as the end of a sentence.
    var inWords: String {
        switch self {
        case .requested: "its client asked for it"
        case .disconnected: "nobody was there to read it"
        case .replaced: "a later turn of the conversation took its place"
        }
    }
}
