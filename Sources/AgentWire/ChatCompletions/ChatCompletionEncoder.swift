import StreamingJSON

/// Writes a run's events as the stream of OpenAI's chat completions: frames of data only, `[DONE]` at the end.
///
/// A run that waits for its client ends the stream, although it goes on later: the client's next request has the outputs, and its stream
/// is written by an encoder that begins after that wait. Text that a client has received stays with it when the model takes it back, as
/// the dialect has no word for that; of a message of which nothing was sent yet the text that replaces it counts. JSON that is begun
/// again after some of it was sent would be no JSON, so the stream ends with an error then.
public struct ChatCompletionEncoder: RunEncoder {
    private let options: ChatCompletionOptions
    /// The number of waits before the first frame.
    private let skippedWaits: Int

    /// The beginning of every frame, up to the value of `choices`; empty before the run has begun.
    private var head: [UInt8] = []
    /// The beginning of a frame with text, up to the text.
    private var textHead: [UInt8] = []
    private var run = ""
    private var waits = 0
    /// The tokens of the rounds so far, and those that earlier answers told.
    private var usage = WireUsage(inputTokens: 0, outputTokens: 0)
    private var toldUsage = WireUsage(inputTokens: 0, outputTokens: 0)
    private var finish = FinishReason.stop
    private var content = Content()
    /// The items of the client's calls, each at its index.
    private var calls: [Int] = []
    private var areToolsCalled = false

    /// Whether the answer is told to its end; the run may wait and go on.
    public private(set) var isOver = false

    /// The content that was sent so far.
    private struct Content {
        /// Whether there was any.
        var isBegun = false
        /// Whether there was any since the last call of a tool: then it has the answer.
        var hasAnswer = false
        /// The message of which text was sent last.
        var message: Int?
        /// The item of the thought of which text was sent last.
        var thought: Int?
        /// The value of which JSON text was sent, or is not to be.
        var value: (item: Int, isSent: Bool)?
    }

    /// Makes an encoder.
    ///
    /// - Parameter waits: How often the run has waited before the answer that is written, so that a client's outputs are answered
    ///   with what came after them.
    public init(_ options: ChatCompletionOptions = ChatCompletionOptions(), after waits: Int = 0) {
        self.options = options
        skippedWaits = waits
    }

    /// The comment line that keeps a quiet connection open.
    public var heartbeat: [UInt8] { NativeEncoder.heartbeat }

    /// Adds the frames of a log's lines; after ``isOver`` none.
    public mutating func encode(_ lines: [UInt8], into bytes: inout [UInt8]) {
        guard !isOver else { return }
        bytes.reserveCapacity(bytes.count + lines.count * 4)
        RunEventLine.forEach(in: lines) { line in
            guard !isOver else { return }
            switch RunEventLine.content(of: line) {
            case .delta(let delta, let item, let json): encode(delta, item, json, into: &bytes)
            case .event(let event): encode(event, into: &bytes)
            case .native(let type, let data):
                guard let data = try? JSONValue(parsing: data),
                    let native = NativeEvent(type: String(decoding: type, as: UTF8.self), data: data)
                else {
                    return
                }
                encode(RunEvent(native), into: &bytes)
            case .unknown: return
            }
        }
    }

    /// Whether the events belong to an earlier answer.
    private var isEarlier: Bool { waits < skippedWaits }

    private mutating func encode(_ event: RunEvent, into bytes: inout [UInt8]) {
        switch event {
        case .started(let start): begin(start, into: &bytes)
        case .textDelta(let item, let text): encode(.text, item, Self.json(text), into: &bytes)
        case .valueDelta(let item, let text): encode(.value, item, Self.json(text), into: &bytes)
        case .refusalDelta(let item, let text): encode(.refusal, item, Self.json(text), into: &bytes)
        case .reasoningDelta(let item, let text): encode(.reasoning, item, Self.json(text), into: &bytes)
        case .argumentsDelta(let item, let text): encode(.arguments, item, Self.json(text), into: &bytes)
        case .textReplaced(let item, let text): replace(item, text, into: &bytes)
        case .itemAdded(let item):
            guard case .toolCall(let call) = item.content else { return }
            areToolsCalled = areToolsCalled || call.site == .server
            content.hasAnswer = false
            if call.site == .client { tell(call, item.number, into: &bytes) } else { show(event, into: &bytes) }
        case .toolProgress, .toolFinished: show(event, into: &bytes)
        case .actionRequired(let action): tell(action, into: &bytes)
        case .roundEnded(let round): usage = usage + round.usage
        case .waiting: wait(into: &bytes)
        case .objectCompleted(let answer): tell(answer, into: &bytes)
        case .answered(let answer):
            finish = ChatCompletionForm.finishReason(answer.finishReason)
            // Of a refusal all words were sent; a partial answer before it is not followed by another one.
            guard !answer.isRefusal else { return }
            guard !content.hasAnswer, !answer.text.isEmpty else { return }
            text(Self.json(answer.text), isNext: content.isBegun, into: &bytes)
        case .completed(let total): end(finish, total, into: &bytes)
        case .failed(let problem), .interrupted(let problem): fail(problem, into: &bytes)
        // A stream that ends without a word is taken for a whole one.
        case .cancelled(let reason, _): fail(Problem(cancelled: reason), into: &bytes)
        // A value is told by its JSON text.
        case .itemDone, .objectDelta, .objectElement: return
        }
    }
}

// MARK: - Content

extension ChatCompletionEncoder {
    private mutating func encode(
        _ delta: RunEventLine.Delta,
        _ item: Int,
        _ json: ArraySlice<UInt8>,
        into bytes: inout [UInt8]
    ) {
        guard !isEarlier else { return }
        switch delta {
        case .text:
            // Two messages of one answer are two paragraphs.
            let isNext = content.isBegun && content.message != item
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

    /// Adds a chunk of text, which is JSON already.
    private mutating func text(_ json: ArraySlice<UInt8>, isNext: Bool = false, into bytes: inout [UInt8]) {
        guard !isEarlier, !textHead.isEmpty else { return }
        content.isBegun = true
        content.hasAnswer = true
        bytes.append(contentsOf: textHead)
        Self.append(json, isNext: isNext, to: &bytes)
        bytes.append("},\"finish_reason\":null}]")
        endChunk(&bytes)
    }

    /// Adds text, which is JSON already, as the next paragraph or as it is.
    private static func append(_ json: ArraySlice<UInt8>, isNext: Bool, to bytes: inout [UInt8]) {
        guard isNext else { return bytes.append(contentsOf: json) }
        bytes.append(contentsOf: "\"\\n\\n".utf8)
        bytes.append(contentsOf: json.dropFirst())
    }

    /// Sends a value's JSON text, unless it begins like prose: that is said before a call, and no answer.
    private mutating func value(_ item: Int, _ json: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
        guard !options.holdsValue else { return }
        if content.value?.item != item {
            guard let first = Self.firstByte(of: json) else { return }
            if content.value?.isSent == true { return failBegunAgain(into: &bytes) }
            content.value = (item, first == UInt8(ascii: "{") || first == UInt8(ascii: "["))
        }
        if content.value?.isSent == true { text(json, into: &bytes) }
    }

    /// The first byte of a JSON string's text that is no white space; `nil` for none.
    private static func firstByte(of json: ArraySlice<UInt8>) -> UInt8? {
        var rest = json.dropFirst().dropLast()
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: " ") { continue }
            guard byte == UInt8(ascii: "\\"), let escaped = rest.first else { return byte }
            guard [UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t")].contains(escaped) else { return byte }
            rest.removeFirst()
        }
        return nil
    }

    /// Sends a value that is whole, unless its text was sent.
    private mutating func tell(_ answer: StructuredAnswer, into bytes: inout [UInt8]) {
        guard !isEarlier, !content.hasAnswer else { return }
        // What was sent came before the call of a tool, and is not this.
        if content.value?.isSent == true { return failBegunAgain(into: &bytes) }
        text(Self.json(answer.object.serialized()), into: &bytes)
    }

    private mutating func failBegunAgain(into bytes: inout [UInt8]) {
        let detail =
            "the model began its answer again after some of it had been sent, so what was sent is no JSON; "
            + "send the request again, or without stream"
        fail(Problem(.structuredOutputInvalid, detail: detail), into: &bytes)
    }

    /// The text that replaces a message counts if nothing of the message was sent.
    private mutating func replace(_ item: Int, _ text: String, into bytes: inout [UInt8]) {
        guard !text.isEmpty, content.message != item, content.value?.item != item else { return }
        encode(.text, item, Self.json(text), into: &bytes)
    }

    private static func json(_ text: String) -> ArraySlice<UInt8> {
        var bytes: [UInt8] = []
        JSONValue.string(text).write(into: &bytes)
        return bytes[...]
    }
}

// MARK: - Calls

extension ChatCompletionEncoder {
    /// Tells a call of the client's own tool: its id and name, then its arguments, unless they follow in pieces.
    private mutating func tell(_ call: RunItem.ToolCall, _ item: Int, into bytes: inout [UInt8]) {
        guard !isEarlier else { return }
        let id = ClientCallID.of(call, item: item, in: run)
        let index = JSONValue.integer(calls.count)
        calls.append(item)
        let function: JSONValue = ["name": .string(call.name), "arguments": ""]
        let begun: JSONValue = ["index": index, "id": .string(id), "type": "function", "function": function]
        chunk(["tool_calls": [begun]], into: &bytes)
        guard let whole = call.arguments else { return }
        arguments(item, Self.json(RunItem.ToolCall.text(whole)), into: &bytes)
    }

    /// Adds a chunk of a call's arguments, whose text is JSON already; calls may be written by turns.
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

    /// Shows an event of the server's tools to who asked for them.
    private func show(_ event: RunEvent, into bytes: inout [UInt8]) {
        guard options.showsTools, !isEarlier, let native = NativeEvent(event) else { return }
        chunk(into: &bytes, torii: ChatCompletionForm.event(native)) { $0.append(contentsOf: "[]".utf8) }
    }

    /// Tells what a person has to decide; a call of the client's was told as an item.
    private mutating func tell(_ action: RequiredAction, into bytes: inout [UInt8]) {
        guard action.kind == .approval else { return show(.actionRequired(action), into: &bytes) }
        guard !isEarlier else { return }
        let text = (content.isBegun ? "\n\n" : "") + action.text
        content.isBegun = true
        // What follows is a paragraph of its own.
        content.message = nil
        let choice: JSONValue = [["index": 0, "delta": ["content": .string(text)], "finish_reason": .null]]
        chunk(into: &bytes, torii: ChatCompletionForm.approval(action, run: run)) { choice.write(into: &$0) }
    }
}

// MARK: - Beginning and end

extension ChatCompletionEncoder {
    private mutating func begin(_ start: RunStart, into bytes: inout [UInt8]) {
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
        if !isEarlier { beginAnswer(into: &bytes) }
    }

    private func beginAnswer(into bytes: inout [UInt8]) {
        chunk(["role": "assistant", "content": ""], into: &bytes)
    }

    /// Ends the answer of a run that waits, or begins the one after it.
    private mutating func wait(into bytes: inout [UInt8]) {
        guard isEarlier else {
            return end(calls.isEmpty ? .stop : .toolCalls, usage, into: &bytes)
        }
        waits += 1
        toldUsage = usage
        (content, calls) = (Content(), [])
        if !isEarlier { beginAnswer(into: &bytes) }
    }

    private mutating func end(_ reason: FinishReason, _ total: WireUsage, into bytes: inout [UInt8]) {
        isOver = true
        guard !isEarlier else { return }
        let choice: JSONValue = [["index": 0, "delta": [:], "finish_reason": .string(reason.rawValue)]]
        chunk(into: &bytes) { choice.write(into: &$0) }
        if options.includesUsage {
            chunk(into: &bytes, usage: total - toldUsage) { $0.append(contentsOf: "[]".utf8) }
        }
        bytes.append(contentsOf: "data: [DONE]\n\n".utf8)
    }

    private mutating func fail(_ problem: Problem, into bytes: inout [UInt8]) {
        isOver = true
        var problem = problem
        problem.isAfterToolCalls = problem.isAfterToolCalls || areToolsCalled
        if skippedWaits > 0 { problem = problem.afterOutputs }
        bytes.append(contentsOf: "data: ".utf8)
        OpenAIErrorDocument(problem).jsonValue.write(into: &bytes)
        bytes.append(contentsOf: "\n\n".utf8)
    }
}

// MARK: - Chunks

extension ChatCompletionEncoder {
    /// Adds a chunk with a delta.
    private func chunk(_ delta: JSONValue, into bytes: inout [UInt8]) {
        let choice: JSONValue = [["index": 0, "delta": delta, "finish_reason": .null]]
        chunk(into: &bytes) { choice.write(into: &$0) }
    }

    /// Adds a chunk, of which a closure writes the choices.
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
    /// Whole arguments as JSON text; a call without any has an empty object.
    static func text(_ arguments: JSONValue) -> String { arguments.isNull ? "{}" : arguments.serialized() }
}
