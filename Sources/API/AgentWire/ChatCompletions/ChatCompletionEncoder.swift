import StreamingJSON

/// The encoder of OpenAI's chat completions: frames of data only, with `[DONE]` at the end.
///
/// A run that waits for its client ends the stream, although the run continues later: the client's next request has the outputs,
/// and its stream comes from an encoder that starts after that wait. Text that a client has received cannot be withdrawn, because
/// the dialect has no event for that; a replaced message is only sent in its new form if nothing of it was sent before. JSON that
/// restarts after a part was sent would be invalid, so the stream then ends with an error.
public struct ChatCompletionEncoder: EventEncoder {
    private let options: ChatCompletionOptions
    /// The number of waits before the first frame.
    private let skippedWaits: Int

    /// The first bytes of every frame, up to the value of `choices`; empty before the run has started.
    private var head: [UInt8] = []
    /// The first bytes of a frame with text, up to the text.
    private var textHead: [UInt8] = []
    private var run = ""
    private var waits = 0
    /// The tokens of the rounds so far, and those reported in earlier answers.
    private var usage = WireUsage(inputTokens: 0, outputTokens: 0)
    private var reportedUsage = WireUsage(inputTokens: 0, outputTokens: 0)
    private var finish = FinishReason.stop
    private var content = Content()
    /// The items of the client's calls, each at its index.
    private var calls: [Int] = []
    private var hasCalledServerTools = false

    /// Whether the answer is complete; the run may wait and resume.
    public private(set) var isOver = false

    /// The state of the sent content.
    private struct Content {
        /// Whether any content was sent.
        var isStarted = false
        /// Whether content was sent since the last tool call, which is then a part of the answer.
        var hasAnswer = false
        /// The message of the last sent text.
        var message: Int?
        /// The item of the last sent reasoning.
        var thought: Int?
        /// The item of the value, and whether its JSON text is sent.
        var value: (item: Int, isSent: Bool)?
    }

    /// Makes an encoder.
    ///
    /// - Parameter waits: The number of waits before the requested answer, so that a request with outputs receives only the events
    ///   after them.
    public init(_ options: ChatCompletionOptions = ChatCompletionOptions(), after waits: Int = 0) {
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
        case .started(let start): open(start, into: &bytes)
        case .textReplaced(let item, let text): replace(item, text, into: &bytes)
        case .itemAdded(let item):
            guard case .toolCall(let call) = item.content else { return }
            hasCalledServerTools = hasCalledServerTools || call.site == .server
            content.hasAnswer = false
            if call.site == .client { send(call, item.number, into: &bytes) } else { show(event, into: &bytes) }
        case .toolProgress, .toolFinished: show(event, into: &bytes)
        case .actionRequired(let action): send(action, into: &bytes)
        case .roundEnded(let round): usage = usage + round.usage
        case .waiting: wait(into: &bytes)
        case .objectCompleted(let answer): send(answer, into: &bytes)
        case .answered(let answer):
            finish = ChatCompletionForm.finishReason(answer.finishReason)
            // The whole text of a refusal was sent as deltas, even after a partial answer.
            guard !answer.isRefusal else { return }
            guard !content.hasAnswer, !answer.text.isEmpty else { return }
            text(Self.json(answer.text), isNext: content.isStarted, into: &bytes)
        case .completed(let total): end(finish, total, into: &bytes)
        case .failed(let problem), .interrupted(let problem): fail(problem, into: &bytes)
        // Clients would consider a stream without an error complete.
        case .cancelled(let reason, _): fail(Problem(cancelled: reason), into: &bytes)
        // A value is sent as its JSON text.
        case .objectDelta, .objectElement: return
        case .reasoningSealed, .itemDone, .textDelta, .valueDelta, .refusalDelta, .reasoningDelta, .argumentsDelta:
            return
        }
    }
}

// MARK: - Content

extension ChatCompletionEncoder {
    mutating func encode(
        _ delta: RunEventLine.Delta,
        _ item: Int,
        _ json: ArraySlice<UInt8>,
        into bytes: inout [UInt8]
    ) {
        guard !isEarlier else { return }
        switch delta {
        case .text:
            // Two messages of one answer are separated by a blank line.
            let isNext = content.isStarted && content.message != item
            content.message = item
            text(json, isNext: isNext, into: &bytes)
        case .value: value(item, json, into: &bytes)
        case .reasoning:
            guard options.showsReasoning else { return }
            let isNext = content.thought.map { $0 != item } ?? false
            content.thought = item
            chunk(into: &bytes) { bytes in
                bytes.append(contentsOf: "[{\"index\":0,\"delta\":{\"reasoning_content\":".utf8)
                Self.append(json, isNext: isNext, to: &bytes)
                bytes.append(contentsOf: "},\"finish_reason\":null}]".utf8)
            }
        case .arguments: arguments(item, json, into: &bytes)
        case .refusal:
            chunk(into: &bytes) { bytes in
                bytes.append("[{\"index\":0,\"delta\":{\"refusal\":")
                bytes.append(contentsOf: json)
                bytes.append("},\"finish_reason\":null}]")
            }
        }
    }

    /// Appends a chunk of text, which is already JSON.
    private mutating func text(_ json: ArraySlice<UInt8>, isNext: Bool = false, into bytes: inout [UInt8]) {
        guard !isEarlier, !textHead.isEmpty else { return }
        content.isStarted = true
        content.hasAnswer = true
        bytes.append(contentsOf: textHead)
        Self.append(json, isNext: isNext, to: &bytes)
        bytes.append("},\"finish_reason\":null}]")
        endChunk(&bytes)
    }

    /// Appends text, which is already JSON, with or without a preceding blank line.
    private static func append(_ json: ArraySlice<UInt8>, isNext: Bool, to bytes: inout [UInt8]) {
        guard isNext else { return bytes.append(contentsOf: json) }
        bytes.append(contentsOf: "\"\\n\\n".utf8)
        bytes.append(contentsOf: json.dropFirst())
    }

    /// Sends a value's JSON text, unless it starts like prose, which precedes a call and is not an answer.
    private mutating func value(_ item: Int, _ json: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
        guard !options.holdsValue else { return }
        if content.value?.item != item {
            guard let first = ValueStart.firstByte(of: json) else { return }
            if content.value?.isSent == true { return failRestarted(into: &bytes) }
            content.value = (item, first == UInt8(ascii: "{") || first == UInt8(ascii: "["))
        }
        if content.value?.isSent == true { text(json, into: &bytes) }
    }

    /// Sends a complete value, unless its text was sent.
    private mutating func send(_ answer: StructuredAnswer, into bytes: inout [UInt8]) {
        guard !isEarlier, !content.hasAnswer else { return }
        // The sent text preceded a tool call and is not this value.
        if content.value?.isSent == true { return failRestarted(into: &bytes) }
        text(Self.json(answer.object.serialized()), into: &bytes)
    }

    private mutating func failRestarted(into bytes: inout [UInt8]) { fail(.restartedValue, into: &bytes) }

    /// Sends the text that replaces a message, if nothing of the message was sent.
    private mutating func replace(_ item: Int, _ text: String, into bytes: inout [UInt8]) {
        guard !text.isEmpty, content.message != item, content.value?.item != item else { return }
        encode(.text, item, Self.json(text), into: &bytes)
    }
}

// MARK: - Calls

extension ChatCompletionEncoder {
    /// Sends a call of the client's tool: its id and name, then its arguments unless they are streamed.
    private mutating func send(_ call: RunItem.ToolCall, _ item: Int, into bytes: inout [UInt8]) {
        guard !isEarlier else { return }
        let id = ClientCallID.of(call, item: item, in: run)
        let index = JSONValue.integer(calls.count)
        calls.append(item)
        let function: JSONValue = ["name": .string(call.name), "arguments": ""]
        let started: JSONValue = ["index": index, "id": .string(id), "type": "function", "function": function]
        chunk(["tool_calls": [started]], into: &bytes)
        guard let whole = call.arguments else { return }
        arguments(item, Self.json(RunItem.ToolCall.text(whole)), into: &bytes)
    }

    /// Appends a chunk of a call's arguments, whose text is already JSON; chunks of several calls may alternate.
    private func arguments(_ item: Int, _ json: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
        guard let index = calls.lastIndex(of: item) else { return }
        chunk(into: &bytes) { bytes in
            bytes.append("[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":")
            bytes.append(decimal: index)
            bytes.append(",\"function\":{\"arguments\":")
            bytes.append(contentsOf: json)
            bytes.append("}}]},\"finish_reason\":null}]")
        }
    }

    /// Sends an event of the server's tools, if the client requested these events.
    private func show(_ event: RunEvent, into bytes: inout [UInt8]) {
        guard options.showsTools, !isEarlier, let native = NativeEvent(event) else { return }
        chunk(into: &bytes, torii: ChatCompletionForm.event(native)) { $0.append(contentsOf: "[]".utf8) }
    }

    /// Sends an action that needs a person's decision; a client's call was already sent as an item.
    private mutating func send(_ action: RequiredAction, into bytes: inout [UInt8]) {
        guard action.kind == .approval else { return show(.actionRequired(action), into: &bytes) }
        guard !isEarlier else { return }
        let text = (content.isStarted ? "\n\n" : "") + action.text
        content.isStarted = true
        // The following text starts a new paragraph.
        content.message = nil
        let choice: JSONValue = [["index": 0, "delta": ["content": .string(text)], "finish_reason": .null]]
        chunk(into: &bytes, torii: ChatCompletionForm.approval(action, run: run)) { choice.write(into: &$0) }
    }
}

// MARK: - Start and end

extension ChatCompletionEncoder {
    private mutating func open(_ start: RunStart, into bytes: inout [UInt8]) {
        run = start.run
        let members: JSONValue = [
            "id": .string(ChatCompletionForm.id(of: run, after: skippedWaits)), "object": "chat.completion.chunk",
            "created": .integer(start.createdAt), "model": .string(options.model ?? start.model),
        ]
        head = Array("data: ".utf8)
        members.write(into: &head)
        head.removeLast()
        head.append(contentsOf: ",\"choices\":".utf8)
        textHead = head + Array("[{\"index\":0,\"delta\":{\"content\":".utf8)
        if !isEarlier { startAnswer(into: &bytes) }
    }

    private func startAnswer(into bytes: inout [UInt8]) {
        chunk(["role": "assistant", "content": ""], into: &bytes)
    }

    /// Ends the answer of a waiting run, or starts the next answer after an earlier wait.
    private mutating func wait(into bytes: inout [UInt8]) {
        guard isEarlier else {
            return end(calls.isEmpty ? .stop : .toolCalls, usage, into: &bytes)
        }
        waits += 1
        reportedUsage = usage
        (content, calls) = (Content(), [])
        if !isEarlier { startAnswer(into: &bytes) }
    }

    private mutating func end(_ reason: FinishReason, _ total: WireUsage, into bytes: inout [UInt8]) {
        isOver = true
        guard !isEarlier else { return }
        let choice: JSONValue = [["index": 0, "delta": [:], "finish_reason": .string(reason.rawValue)]]
        chunk(into: &bytes) { choice.write(into: &$0) }
        if options.includesUsage {
            chunk(into: &bytes, usage: total - reportedUsage) { $0.append(contentsOf: "[]".utf8) }
        }
        bytes.append(contentsOf: "data: [DONE]\n\n".utf8)
    }

    private mutating func fail(_ problem: Problem, into bytes: inout [UInt8]) {
        isOver = true
        var problem = problem
        problem.isAfterToolCalls = problem.isAfterToolCalls || hasCalledServerTools
        if skippedWaits > 0 { problem = problem.afterOutputs }
        bytes.append(contentsOf: "data: ".utf8)
        OpenAIErrorDocument(problem).jsonValue.write(into: &bytes)
        bytes.append(contentsOf: "\n\n".utf8)
    }
}

// MARK: - Chunks

extension ChatCompletionEncoder {
    /// Appends a chunk with a delta.
    private func chunk(_ delta: JSONValue, into bytes: inout [UInt8]) {
        let choice: JSONValue = [["index": 0, "delta": delta, "finish_reason": .null]]
        chunk(into: &bytes) { choice.write(into: &$0) }
    }

    /// Appends a chunk; a closure writes its choices.
    private func chunk(
        into bytes: inout [UInt8],
        usage: WireUsage? = nil,
        torii: JSONValue? = nil,
        _ choices: (inout [UInt8]) -> Void
    ) {
        guard !isEarlier, !head.isEmpty else { return }
        bytes.append(contentsOf: head)
        choices(&bytes)
        endChunk(&bytes, usage: usage, torii: torii)
    }

    private func endChunk(_ bytes: inout [UInt8], usage: WireUsage? = nil, torii: JSONValue? = nil) {
        if options.includesUsage {
            bytes.append(contentsOf: ",\"usage\":".utf8)
            (usage.map(ChatCompletionForm.usage) ?? .null).write(into: &bytes)
        }
        if let torii {
            bytes.append(contentsOf: ",\"torii\":".utf8)
            torii.write(into: &bytes)
        }
        bytes.append("}\n\n")
    }
}

extension RunItem.ToolCall {
    /// Returns complete arguments as JSON text; an empty object for a call without arguments.
    static func text(_ arguments: JSONValue) -> String { arguments.isNull ? "{}" : arguments.serialized() }
}
