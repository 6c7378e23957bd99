import StreamingJSON

/// What a run's events say of it, put together one by one: its answer, or why there is none.
public struct RunOutcome: Sendable, Equatable {
    /// The run, once it has begun.
    public private(set) var run = ""
    /// Its conversation; empty for an extraction or a direct call, which has none.
    public private(set) var conversation = ""
    /// The model that answers; until it has, the first that is asked; empty for a direct call.
    public private(set) var model = ""
    /// The answer's text, once it is whole.
    public private(set) var text: String?
    /// Whether the model declined, and the text is what it said to that.
    public private(set) var isRefusal = false
    /// The answer as a value, once it is whole, if a shape was asked for.
    public private(set) var answer: StructuredAnswer?
    /// The tools called so far, in the order in which they began; those that have not ended are left out.
    public var toolCalls: [WireToolCall] { calls.compactMap(\.end) }
    /// What the run waits for, if it waits, answered or not; as soon as it goes on, nothing.
    public private(set) var actions: [RequiredAction] = []
    /// The calls of the client's own tools since the run last waited, or while it waits.
    public private(set) var clientCalls: [ClientCall] = []
    /// The client's calls of the whole run, by the numbers of their items.
    public private(set) var clientItems: [Int: ClientItem] = [:]
    /// Whether everything that the run waits for was told, and it has not gone on since.
    public private(set) var isWaiting = false
    /// How often the run has waited, or waits.
    public private(set) var waitCount = 0
    /// The tokens of the rounds before the run last went on from waiting.
    public private(set) var usageBeforeWait = WireUsage(inputTokens: 0, outputTokens: 0)
    /// Whether the model has called a tool of the server's.
    public private(set) var hasCalledServerTools = false
    /// The last event, once it is there.
    public private(set) var ending: RunEvent?
    /// The reason why the model stopped, once the answer is whole; `nil` when it did not say.
    public private(set) var finishReason: FinishReason?
    /// The tokens of the rounds so far, as far as the provider has counted them.
    public private(set) var usage = WireUsage(inputTokens: 0, outputTokens: 0)
    /// The time of the request, in whole seconds since 1970; 0 where it was not written down.
    public private(set) var createdAt = 0
    /// The number of the next item.
    public private(set) var itemCount = 0
    /// The number of events that the native dialect has of the run.
    public private(set) var nativeCount = 0
    /// Whether there was anything to be shown before the end.
    public private(set) var hasContent = false
    /// The model's thoughts since the run last waited, or while it waits; empty unless they are kept.
    public private(set) var reasoning = ""

    /// Whether the thoughts are kept, which few readers want and which may be long.
    private let keepsReasoning: Bool
    /// Whether the text of arguments that come in pieces is kept.
    private let keepsArguments: Bool
    /// The item of the last thought.
    private var thought: Int?

    /// A call that the client makes, and the number of the wait for its output, counted from 1.
    public struct ClientItem: Sendable, Equatable {
        /// The call's id.
        public var id: String
        /// The wait.
        public var wait: Int
    }

    /// A call of one of the client's own tools.
    public struct ClientCall: Sendable, Equatable {
        /// The number of its item.
        public var item: Int
        /// The call.
        public var call: RunItem.ToolCall
        /// The arguments that came in pieces, as far as they have come.
        fileprivate var pieces = ""

        /// The arguments' JSON text: of those that came in pieces exactly what the model wrote.
        public var arguments: String { call.arguments.map(RunItem.ToolCall.text) ?? pieces }
    }

    private var calls: [(id: String, arguments: JSONValue, end: WireToolCall?)] = []

    /// Makes the outcome of a run of which nothing is known yet.
    ///
    /// - Parameters:
    ///   - keepsReasoning: Whether the model's thoughts are kept in ``reasoning``.
    ///   - keepsArguments: Whether ``clientCalls`` have arguments that came in pieces; ``actions`` have them in any case.
    public init(keepsReasoning: Bool = false, keepsArguments: Bool = true) {
        (self.keepsReasoning, self.keepsArguments) = (keepsReasoning, keepsArguments)
    }

    /// Takes in the next event.
    public mutating func apply(_ event: RunEvent) {
        if NativeEvent.isShown(event) { nativeCount += 1 }
        if case .waiting = event {
            waitCount += 1
            isWaiting = true
            return
        }
        goOn()
        if case .actionRequired(let action) = event {
            actions.append(action)
            begin(action.call, action.arguments)
            hasContent = true
            return
        }
        // What goes on after an action is told by an event that is shown; the items of further actions are not.
        if NativeEvent.isShown(event) { actions = [] }
        switch event {
        case .started(let start):
            (run, conversation, model, createdAt) = (start.run, start.conversation, start.model, start.createdAt)
            return
        // Nobody is shown that an item begins or ends, or a thought: a run that fails after it has its problem as its whole answer.
        case .reasoningDelta(let item, let text):
            if keepsReasoning { addThought(text, of: item) }
            return
        case .argumentsDelta(let item, let text):
            if keepsArguments, let index = clientCalls.lastIndex(where: { $0.item == item }) {
                clientCalls[index].pieces += text
            }
            return
        case .textReplaced, .itemDone: return
        case .roundEnded(let round):
            usage = usage + round.usage
            return
        case .itemAdded(let item):
            itemCount = max(itemCount, item.number + 1)
            guard case .toolCall(let call) = item.content else { return }
            guard call.site == .server else {
                clientItems[item.number] = ClientItem(id: call.id, wait: waitCount + 1)
                clientCalls.append(ClientCall(item: item.number, call: call))
                // A call in pieces is shown from its beginning on, any other one by its action.
                hasContent = hasContent || call.arguments == nil
                return
            }
            hasCalledServerTools = true
            begin(call.id, call.arguments ?? .null)
        case .textDelta, .refusalDelta, .valueDelta, .toolProgress, .objectDelta, .objectElement: break
        case .toolFinished(let item, var call):
            // Models may use an id again in a later round.
            if let index = calls.lastIndex(where: { $0.id == call.id && $0.end == nil }) {
                call.arguments = calls[index].arguments
                calls[index].end = call
            } else {
                calls.append((call.id, call.arguments, call))
                // An output that the request itself brought shows nothing yet.
                if item == RunItem.unnumbered { return }
            }
        case .objectCompleted(let answer): self.answer = answer
        case .answered(let answer):
            text = answer.text
            isRefusal = answer.isRefusal
            finishReason = answer.finishReason
            if let model = answer.model { self.model = model }
        case .completed, .failed, .cancelled, .interrupted:
            ending = event
            return
        case .actionRequired, .waiting: break
        }
        hasContent = true
    }

    /// Whether the run is over without an answer.
    public var hasEndedWithoutAnswer: Bool {
        switch ending {
        case .failed, .cancelled, .interrupted: true
        default: false
        }
    }

    /// After everything that the run waits for was told, any other event says that it has gone on.
    private mutating func goOn() {
        guard isWaiting else { return }
        isWaiting = false
        clientCalls = []
        usageBeforeWait = usage
        (reasoning, thought) = ("", nil)
    }

    /// Adds a piece of a thought; the thoughts of two items are two paragraphs.
    private mutating func addThought(_ text: String, of item: Int) {
        if let thought, thought != item { reasoning += "\n\n" }
        thought = item
        reasoning += text
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
                isRefusal: isRefusal,
                answer: answer,
                toolCalls: toolCalls,
                usage: usage
            )
        case .failed(let reason), .interrupted(let reason): problem = reason
        case .cancelled(let reason, _):
            problem = Problem(cancelled: reason)
        default: problem = Problem(.conflict, detail: "the run has not ended yet", retryAfterSeconds: 1)
        }
        problem.run = run
        problem.conversation = conversation.isEmpty ? nil : conversation
        problem.isAfterToolCalls = hasCalledServerTools
        throw problem
    }

    /// The call of a run that is a direct call, when it has ended.
    ///
    /// - Throws: ``Problem`` when the run ended without one.
    public func directCall() throws(Problem) -> WireToolCall {
        _ = try reply()
        guard let call = toolCalls.first else {
            throw Problem(.internalError, detail: "the run \(run) has no call of a tool")
        }
        return call
    }

    /// Whether two outcomes say the same.
    public static func == (left: RunOutcome, right: RunOutcome) -> Bool {
        left.run == right.run && left.conversation == right.conversation && left.model == right.model
            && left.text == right.text && left.answer == right.answer && left.toolCalls == right.toolCalls
            && left.actions == right.actions
            && left.ending == right.ending
    }
}

extension Problem {
    /// The problem of a run that was stopped.
    init(cancelled reason: RunEvent.CancelReason) {
        self.init(.runCancelled, detail: "the run was cancelled: \(reason.inWords)")
    }
}

extension RunEvent.CancelReason {
    /// The reason as the end of a sentence.
    var inWords: String {
        switch self {
        case .requested: "its client asked for it"
        case .revoked: "its client's token was revoked"
        case .disconnected: "nobody was there to read it"
        case .replaced: "a later turn of the conversation took its place"
        }
    }
}
