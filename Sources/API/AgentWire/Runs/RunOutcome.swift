import StreamingJSON

/// The outcome of a run, composed from its events one by one: its answer, or the reason why there is none.
public struct RunOutcome: Sendable, Equatable {
    /// The run's id, once it has started.
    public private(set) var run = ""
    /// The conversation's id; empty for an extraction or a direct call, which has no conversation.
    public private(set) var conversation = ""
    /// The model that answers; before the answer, the first model that is called; empty for a direct call.
    public private(set) var model = ""
    /// The answer's text, once it is complete.
    public private(set) var text: String?
    /// Whether the model declined; the text is then its explanation.
    public private(set) var isRefusal = false
    /// The answer as a value, once it is complete, if a schema was requested.
    public private(set) var answer: StructuredAnswer?
    /// The calls of tools that have ended, in the order in which they started.
    public var toolCalls: [WireToolCall] { calls.compactMap(\.end) }
    /// The actions that the run waits for, answered or not; empty after the run has resumed.
    public private(set) var actions: [RequiredAction] = []
    /// The calls of the client's tools since the last resumption, or of the current wait.
    public private(set) var clientCalls: [ClientCall] = []
    /// The client's calls of the whole run, by item number.
    public private(set) var clientItems: [Int: ClientItem] = [:]
    /// The numbers of the waits in which a person had to decide about calls, by the calls' ids, counted from 1.
    public private(set) var decisionWaits: [String: Int] = [:]
    /// Whether the run waits and all of its actions are known.
    public private(set) var isWaiting = false
    /// The number of waits so far.
    public private(set) var waitCount = 0
    /// The tokens of the rounds before the last resumption.
    public private(set) var usageBeforeWait = WireUsage(inputTokens: 0, outputTokens: 0)
    /// Whether the model has called a tool of the server.
    public private(set) var hasCalledServerTools = false
    /// The last event, once the run has ended.
    public private(set) var ending: RunEvent?
    /// The reason why the model stopped, once the answer is complete; `nil` if the model named none.
    public private(set) var finishReason: FinishReason?
    /// The answer's lowered limit of output tokens; `nil` unless the provider refused that of the request as too large.
    public private(set) var loweredLimit: Int?
    /// The tokens of the rounds so far, as far as the provider has counted them.
    public private(set) var usage = WireUsage(inputTokens: 0, outputTokens: 0)
    /// The time of the request, in whole seconds since 1970; 0 if it was not recorded.
    public private(set) var createdAt = 0
    /// The number of the next item.
    public private(set) var itemCount = 0
    /// The number of the run's events in the native dialect.
    public private(set) var nativeCount = 0
    /// Whether the model's reasoning is among the run's native events.
    public private(set) var showsReasoning = false
    /// Whether the run produced visible content before its end.
    public private(set) var hasContent = false
    /// The model's reasoning since the last resumption, or of the current wait; empty unless it is kept.
    public private(set) var reasoning = ""

    /// Whether the reasoning is kept; few readers need it, and it may be long.
    private let keepsReasoning: Bool
    /// Whether the text of streamed arguments is kept.
    private let keepsArguments: Bool
    /// The item of the last reasoning.
    private var thought: Int?

    /// A call that the client makes, with the number of the wait for its output, counted from 1.
    public struct ClientItem: Sendable, Equatable {
        /// The call's id.
        public var id: String
        /// The number of the wait.
        public var wait: Int
    }

    /// A call of one of the client's tools.
    public struct ClientCall: Sendable, Equatable {
        /// The number of the call's item.
        public var item: Int
        /// The call.
        public var call: RunItem.ToolCall
        /// The streamed arguments received so far.
        fileprivate var pieces = ""

        /// The arguments' JSON text; for streamed arguments exactly the model's text.
        public var arguments: String { call.arguments.map(RunItem.ToolCall.text) ?? pieces }
    }

    private var calls: [(id: String, arguments: JSONValue, end: WireToolCall?)] = []

    /// Makes the outcome of a run without events.
    ///
    /// - Parameters:
    ///   - keepsReasoning: Whether the model's reasoning is kept in ``reasoning``.
    ///   - keepsArguments: Whether ``clientCalls`` have streamed arguments; ``actions`` have them in any case.
    public init(keepsReasoning: Bool = false, keepsArguments: Bool = true) {
        (self.keepsReasoning, self.keepsArguments) = (keepsReasoning, keepsArguments)
    }

    /// Applies the next event.
    public mutating func apply(_ event: RunEvent) {
        if NativeEvent.isShown(event, showsReasoning: showsReasoning) { nativeCount += 1 }
        if case .waiting = event {
            waitCount += 1
            isWaiting = true
            return
        }
        endWait()
        if case .actionRequired(let action) = event {
            actions.append(action)
            if action.kind == .approval { decisionWaits[action.call] = waitCount + 1 }
            startCall(action.call, action.arguments)
            hasContent = true
            return
        }
        // A native event after an action shows that the run has resumed; the items of further actions are not native events.
        if NativeEvent.isShown(event) { actions = [] }
        switch event {
        case .started(let start):
            (run, conversation, model, createdAt) = (start.run, start.conversation, start.model, start.createdAt)
            showsReasoning = start.showsReasoning
            return
        // Starts and ends of items, and most reasoning, are not visible to native readers. A run that fails after them responds with its
        // problem alone.
        case .reasoningDelta(let item, let text):
            if keepsReasoning { addThought(text, of: item) }
            if showsReasoning { hasContent = true }
            return
        case .argumentsDelta(let item, let text):
            if keepsArguments, let index = clientCalls.lastIndex(where: { $0.item == item }) {
                clientCalls[index].pieces += text
            }
            return
        case .textReplaced, .reasoningSealed, .itemDone: return
        case .roundEnded(let round):
            usage = usage + round.usage
            return
        case .itemAdded(let item):
            itemCount = max(itemCount, item.number + 1)
            guard case .toolCall(let call) = item.content else { return }
            guard call.site == .server else {
                clientItems[item.number] = ClientItem(id: call.id, wait: waitCount + 1)
                clientCalls.append(ClientCall(item: item.number, call: call))
                // A call with streamed arguments is visible from its start, any other one through its action.
                hasContent = hasContent || call.arguments == nil
                return
            }
            hasCalledServerTools = true
            startCall(call.id, call.arguments ?? .null)
        case .textDelta, .refusalDelta, .valueDelta, .toolProgress, .objectDelta, .objectElement: break
        case .toolFinished(let item, var call):
            // Models may reuse an id in a later round.
            if let index = calls.lastIndex(where: { $0.id == call.id && $0.end == nil }) {
                call.arguments = calls[index].arguments
                calls[index].end = call
            } else {
                calls.append((call.id, call.arguments, call))
                // An output from the request itself is not visible content.
                if item == RunItem.unnumbered { return }
            }
        case .objectCompleted(let answer): self.answer = answer
        case .answered(let answer):
            text = answer.text
            isRefusal = answer.isRefusal
            finishReason = answer.finishReason
            loweredLimit = answer.loweredLimit
            if let model = answer.model { self.model = model }
        case .completed, .failed, .cancelled, .interrupted:
            ending = event
            return
        case .actionRequired, .waiting: break
        }
        hasContent = true
    }

    /// Whether the run has ended without an answer.
    public var hasEndedWithoutAnswer: Bool {
        switch ending {
        case .failed, .cancelled, .interrupted: true
        default: false
        }
    }

    /// Ends a wait: after `waiting`, any other event means that the run has resumed.
    private mutating func endWait() {
        guard isWaiting else { return }
        isWaiting = false
        // An approved call of a device may wait again before any event that native readers see.
        actions = []
        clientCalls = []
        usageBeforeWait = usage
        (reasoning, thought) = ("", nil)
    }

    /// Appends a part of the reasoning; two items are separated by a blank line.
    private mutating func addThought(_ text: String, of item: Int) {
        if let thought, thought != item { reasoning += "\n\n" }
        thought = item
        reasoning += text
    }

    /// Removes the actions that are already answered; answers produce no event until all of them have arrived.
    public mutating func keepActions(where isOpen: (RequiredAction) -> Bool) { actions.removeAll { !isOpen($0) } }

    /// Records the start of a call; an approved call that is now made is not recorded again.
    private mutating func startCall(_ call: String, _ arguments: JSONValue) {
        guard !calls.contains(where: { $0.id == call && $0.end == nil }) else { return }
        calls.append((call, arguments, nil))
    }

    /// Returns the response body for a non-streaming client.
    ///
    /// - Throws: ``Problem`` if the run ended without an answer.
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

    /// Returns the call of a direct call's run that has ended.
    ///
    /// - Throws: ``Problem`` if the run ended without one.
    public func directCall() throws(Problem) -> WireToolCall {
        _ = try reply()
        guard let call = toolCalls.first else {
            throw Problem(.internalError, detail: "the run \(run) has no tool call")
        }
        return call
    }

    /// Whether two outcomes are equal for readers.
    public static func == (left: RunOutcome, right: RunOutcome) -> Bool {
        left.run == right.run && left.conversation == right.conversation && left.model == right.model
            && left.text == right.text && left.answer == right.answer && left.toolCalls == right.toolCalls
            && left.actions == right.actions
            && left.ending == right.ending
    }
}

extension Problem {
    /// The problem of a cancelled run.
    init(cancelled reason: RunEvent.CancelReason) {
        self.init(.runCancelled, detail: "the run was cancelled: \(reason.inWords)")
    }
}

extension RunEvent.CancelReason {
    /// The reason as the end of a sentence.
    var inWords: String {
        switch self {
        case .requested: "its client requested it"
        case .revoked: "its client's token was revoked"
        case .disconnected: "it had lost all its readers"
        case .replaced: "a later turn of the conversation replaced it"
        }
    }
}
