import StreamingJSON

/// The encoder of Anthropic's Messages: named events, of which `message_stop` or `error` is the last.
///
/// Every item of the run is a block, and blocks do not overlap. Events of other items are held while a call's block is open, because a
/// call's pieces may arrive between those of a text. A run that waits for its client ends
/// the stream, although the run continues later: the client's next request has the results, and its stream comes from an encoder
/// that starts after that wait. Text that a client has received cannot be withdrawn, because the dialect has no event for that; a
/// replaced message is only sent in its new form if nothing of it was sent before.
public struct MessagesEncoder: EventEncoder {
    private let options: MessagesOptions
    /// The number of waits before the first frame.
    private let skippedWaits: Int

    private var run = ""
    private var model = ""
    private var waits = 0
    /// The tokens of the rounds so far, and those reported in earlier answers.
    private var usage = WireUsage(inputTokens: 0, outputTokens: 0)
    private var reportedUsage = WireUsage(inputTokens: 0, outputTokens: 0)
    private var stop = MessagesForm.Stop(nil)
    private var hasCalledServerTools = false
    private var content = Content()

    /// Whether the answer is complete; the run may wait and resume.
    public private(set) var isOver = false

    /// The state of the sent content.
    private struct Content {
        /// The blocks.
        var blocks = MessageBlocks()
        /// The events of other items since the open call started.
        var held: [Held] = []
        /// Whether text was sent since the last tool call, which is then a part of the answer.
        var hasAnswer = false
        /// The message of the last sent text.
        var message: Int?
        /// The item of the value, and whether its JSON text is sent.
        var value: (item: Int, isSent: Bool)?
        /// Whether a call of the client's tools was sent.
        var hasCalls = false
    }

    /// An event that waits for the end of a call's block.
    private enum Held {
        case delta(RunEventLine.Delta, item: Int, json: [UInt8])
        case seal(item: Int, String, isRedacted: Bool)
    }

    /// Makes an encoder.
    ///
    /// - Parameter waits: The number of waits before the requested answer, so that a request with results receives only the events
    ///   after them.
    public init(_ options: MessagesOptions = MessagesOptions(), after waits: Int = 0) {
        self.options = options
        skippedWaits = waits
    }

    /// Appends the frames of a log's lines; none after ``isOver``.
    public mutating func encode(_ lines: [UInt8], into bytes: inout [UInt8]) {
        guard !isOver else { return }
        bytes.reserveCapacity(bytes.count + lines.count * 4)
        encodeEach(of: lines, into: &bytes)
    }

    /// Whether the events belong to an earlier answer.
    private var isEarlier: Bool { waits < skippedWaits }

    mutating func encode(whole event: RunEvent, into bytes: inout [UInt8]) {
        switch event {
        case .started(let start):
            (run, model) = (start.run, start.model)
            if !isEarlier { startMessage(into: &bytes) }
        case .textReplaced(let item, let text):
            guard !text.isEmpty, content.message != item, content.value?.item != item else { return }
            encode(.text, item, Self.json(text), into: &bytes)
        case .reasoningSealed(let item, let seal, let isRedacted): add(seal, of: item, isRedacted, into: &bytes)
        case .itemAdded(let item): start(item, event, into: &bytes)
        case .itemDone(let item): close(item, into: &bytes)
        case .toolProgress, .toolFinished: show(event, into: &bytes)
        case .actionRequired(let action): send(action, into: &bytes)
        case .roundEnded(let round):
            usage = usage + round.usage
            closeBlock(into: &bytes)
        case .waiting: wait(into: &bytes)
        case .objectCompleted(let answer): send(answer, into: &bytes)
        case .answered(let answer):
            stop = MessagesForm.Stop(answer)
            // The whole text of a refusal was sent as deltas, even after a partial answer.
            guard !answer.isRefusal, !content.hasAnswer, !answer.text.isEmpty else { return }
            text(Self.json(answer.text), .answer, into: &bytes)
        case .completed(let total): end(total, into: &bytes)
        case .failed(let problem), .interrupted(let problem): fail(problem, into: &bytes)
        // Clients would consider a stream without an error complete.
        case .cancelled(let reason, _): fail(Problem(cancelled: reason), into: &bytes)
        // A value is sent as its JSON text.
        case .objectDelta, .objectElement: return
        case .textDelta, .valueDelta, .refusalDelta, .reasoningDelta, .argumentsDelta: return
        }
    }
}

// MARK: - Content

extension MessagesEncoder {
    mutating func encode(
        _ delta: RunEventLine.Delta,
        _ item: Int,
        _ json: ArraySlice<UInt8>,
        into bytes: inout [UInt8]
    ) {
        guard !isEarlier else { return }
        if delta == .arguments { return arguments(item, json, into: &bytes) }
        guard !content.blocks.isInCall else { return hold(delta, item, json) }
        switch delta {
        case .text:
            content.message = item
            text(json, .text(item), into: &bytes)
        case .value: value(item, json, into: &bytes)
        case .refusal: text(json, .refusal(item), into: &bytes)
        case .reasoning:
            guard options.thinking == .shown else { return }
            open(.thought(item), into: &bytes)
            content.blocks.add(json, to: &bytes)
        case .arguments: return
        }
    }

    /// Holds an event until the open call is complete; joins it with the one before if both belong to the same text.
    private mutating func hold(_ delta: RunEventLine.Delta, _ item: Int, _ json: ArraySlice<UInt8>) {
        if case .delta(delta, item, var text)? = content.held.last {
            content.held.removeLast()
            text.removeLast()
            text += json.dropFirst()
            content.held.append(.delta(delta, item: item, json: text))
        } else {
            content.held.append(.delta(delta, item: item, json: Array(json)))
        }
    }

    /// Appends a delta of text, which is already JSON.
    private mutating func text(_ json: ArraySlice<UInt8>, _ block: MessageBlocks.Block, into bytes: inout [UInt8]) {
        guard !isEarlier, !run.isEmpty else { return }
        content.hasAnswer = true
        open(block, into: &bytes)
        content.blocks.add(json, to: &bytes)
    }

    /// Sends a value's JSON text, unless it starts like prose, which precedes a call and is not an answer.
    private mutating func value(_ item: Int, _ json: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
        guard !options.holdsValue else { return }
        if content.value?.item != item {
            guard let first = ValueStart.firstByte(of: json) else { return }
            if content.value?.isSent == true { return failRestarted(into: &bytes) }
            content.value = (item, first == UInt8(ascii: "{") || first == UInt8(ascii: "["))
        }
        if content.value?.isSent == true { text(json, .text(item), into: &bytes) }
    }

    /// Sends a complete value, unless its text was sent.
    private mutating func send(_ answer: StructuredAnswer, into bytes: inout [UInt8]) {
        guard !isEarlier, !content.hasAnswer else { return }
        // The sent text preceded a tool call and is not this value.
        if content.value?.isSent == true { return failRestarted(into: &bytes) }
        text(Self.json(answer.object.serialized()), .answer, into: &bytes)
    }

    private mutating func failRestarted(into bytes: inout [UInt8]) { fail(.restartedValue, into: &bytes) }

    /// Sends the seal of a thought, which ends the thought's block.
    private mutating func add(_ seal: String, of item: Int, _ isRedacted: Bool, into bytes: inout [UInt8]) {
        guard !isEarlier, options.thinking != .hidden else { return }
        guard !content.blocks.isInCall else {
            return content.held.append(.seal(item: item, seal, isRedacted: isRedacted))
        }
        if isRedacted {
            start(["type": "redacted_thinking", "data": .string(seal)], .thought(item), into: &bytes)
        } else {
            open(.thought(item), into: &bytes)
            content.blocks.add(signature: seal, to: &bytes)
        }
        closeBlock(into: &bytes)
    }
}

// MARK: - Calls

extension MessagesEncoder {
    private mutating func start(_ item: RunItem, _ event: RunEvent, into bytes: inout [UInt8]) {
        guard case .toolCall(let call) = item.content else { return }
        closeBlock(into: &bytes)
        content.hasAnswer = false
        guard call.site == .client else {
            hasCalledServerTools = true
            return show(event, into: &bytes)
        }
        guard !isEarlier else { return }
        content.hasCalls = true
        let block = MessagesForm.call(call, item: item.number, in: run, input: [:])
        start(block, .call(item.number), into: &bytes)
        guard let whole = call.arguments else { return }
        content.blocks.add(Self.json(RunItem.ToolCall.text(whole)), to: &bytes)
        closeBlock(into: &bytes)
    }

    /// Appends a delta of a call's arguments, whose text is already JSON.
    private mutating func arguments(_ item: Int, _ json: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
        guard content.blocks.open == .call(item) else {
            let detail =
                "the model wrote the arguments of two calls at the same time, which this dialect cannot express; "
                + "send the request again without stream"
            return fail(Problem(.upstreamFailed, detail: detail), into: &bytes)
        }
        content.blocks.add(json, to: &bytes)
    }

    /// Sends an event of the server's tools, if the client requested these events.
    ///
    /// It has the type of the events that keep a connection open, which client libraries skip: they make messages of events that
    /// they do not know.
    private func show(_ event: RunEvent, into bytes: inout [UInt8]) {
        guard options.showsTools, !isEarlier, let native = NativeEvent(event) else { return }
        MessageBlocks.frame("ping", to: &bytes) { $0["torii"] = ChatCompletionForm.event(native) }
    }

    /// Sends an action that needs a person's decision; a client's call was already sent as an item.
    private mutating func send(_ action: RequiredAction, into bytes: inout [UInt8]) {
        guard action.kind == .approval else { return show(.actionRequired(action), into: &bytes) }
        guard !isEarlier else { return }
        closeBlock(into: &bytes)
        // Accumulating clients keep the members of a block, but not those of an event.
        let torii = ChatCompletionForm.approval(action, run: run)
        start(MessagesForm.text("", torii: torii), .answer, into: &bytes)
        content.blocks.add(Self.json(action.text), to: &bytes)
        closeBlock(into: &bytes)
    }
}

// MARK: - Blocks

extension MessagesEncoder {
    /// Opens a block of text or of a thought, unless it is open.
    private mutating func open(_ block: MessageBlocks.Block, into bytes: inout [UInt8]) {
        guard content.blocks.open != block else { return }
        if case .thought = block {
            start(["type": "thinking", "thinking": "", "signature": ""], block, into: &bytes)
        } else {
            start(MessagesForm.text(""), block, into: &bytes)
        }
    }

    private mutating func start(_ value: JSONValue, _ block: MessageBlocks.Block, into bytes: inout [UInt8]) {
        // The events that a call has held back may open another block.
        while content.blocks.open != nil { closeBlock(into: &bytes) }
        content.blocks.start(block, value, in: &bytes)
    }

    /// Closes the block of an item, if it is open.
    private mutating func close(_ item: Int, into bytes: inout [UInt8]) {
        if content.blocks.open?.item == item { closeBlock(into: &bytes) }
    }

    /// Closes the open block, and sends the events that it held back.
    private mutating func closeBlock(into bytes: inout [UInt8]) {
        guard content.blocks.close(in: &bytes) else { return }
        let held = content.held
        content.held = []
        for event in held {
            switch event {
            case .delta(let delta, let item, let json): encode(delta, item, json[...], into: &bytes)
            case .seal(let item, let seal, let isRedacted): add(seal, of: item, isRedacted, into: &bytes)
            }
        }
    }
}

// MARK: - Start and end

extension MessagesEncoder {
    private func startMessage(into bytes: inout [UInt8]) {
        var message = MessagesForm.head(run: run, model: options.model ?? model, after: skippedWaits)
        message["content"] = []
        message["stop_reason"] = .null
        message["stop_sequence"] = .null
        message["stop_details"] = .null
        // The provider counts the input tokens at the end of a round.
        message["usage"] = MessagesForm.messageUsage(WireUsage(inputTokens: 0, outputTokens: 0))
        MessageBlocks.frame("message_start", to: &bytes) { $0["message"] = .object(message) }
    }

    /// Ends the answer of a waiting run, or starts the next answer after an earlier wait.
    private mutating func wait(into bytes: inout [UInt8]) {
        guard isEarlier else {
            stop = content.hasCalls ? .toolUse : MessagesForm.Stop(nil)
            return end(usage, into: &bytes)
        }
        waits += 1
        reportedUsage = usage
        content = Content()
        if !isEarlier { startMessage(into: &bytes) }
    }

    private mutating func end(_ total: WireUsage, into bytes: inout [UInt8]) {
        isOver = true
        guard !isEarlier else { return }
        while content.blocks.open != nil { closeBlock(into: &bytes) }
        MessageBlocks.frame("message_delta", to: &bytes) { frame in
            frame["delta"] = .object(stop.members)
            frame["usage"] = .object(MessagesForm.usage(total - reportedUsage))
        }
        MessageBlocks.frame("message_stop", to: &bytes) { _ in }
    }

    private mutating func fail(_ problem: Problem, into bytes: inout [UInt8]) {
        isOver = true
        var problem = problem
        problem.isAfterToolCalls = problem.isAfterToolCalls || hasCalledServerTools
        if skippedWaits > 0 { problem = problem.afterOutputs }
        bytes.append("event: error\ndata: ")
        AnthropicErrorDocument(problem).jsonValue(requestID: options.requestID).write(into: &bytes)
        bytes.append("\n\n")
    }
}
