public import StreamingJSON

/// The response body of `POST /v1/messages` without streaming, composed from a run's events one by one.
///
/// It has the blocks of the stream: the texts of all rounds, the model's thinking if it was requested, and the pending calls.
public struct MessagesReply: Sendable {
    /// A content block, with the item that it belongs to.
    private struct Block {
        var item: Int
        var kind: Kind
        /// The text, the thinking, the data or the arguments; pieces are appended in place.
        var text = ""
        var signature = ""
    }

    /// The kinds of blocks.
    private enum Kind {
        case text(isRefusal: Bool)
        case approval(RequiredAction)
        case thinking
        case redactedThinking
        case call(RunItem.ToolCall)
    }

    private let options: MessagesOptions
    /// The number of waits before the answer.
    private let skippedWaits: Int
    private var outcome = RunOutcome(keepsArguments: false)
    private var blocks: [Block] = []
    /// Whether there is text since the last tool call, which is then a part of the answer.
    private var hasAnswer = false
    private var stop = MessagesForm.Stop(nil)

    /// Makes the answer of a run without events.
    ///
    /// - Parameter waits: The number of waits before the requested answer.
    public init(_ options: MessagesOptions = MessagesOptions(), after waits: Int = 0) {
        self.options = options
        skippedWaits = waits
    }

    /// Whether the run has ended, or waits after the requested answer.
    public var isOver: Bool { outcome.ending != nil || outcome.waitCount > skippedWaits }

    /// The answer's lowered limit of output tokens; `nil` unless the provider refused that of the request as too large.
    public var loweredLimit: Int? { outcome.loweredLimit }

    /// Applies the next event.
    public mutating func apply(_ event: RunEvent) {
        guard !isOver else { return }
        let isEarlier = outcome.waitCount < skippedWaits
        outcome.apply(event)
        if !isEarlier { add(event) }
    }

    private mutating func add(_ event: RunEvent) {
        switch event {
        case .textDelta(let item, let text): append(text, to: item)
        case .refusalDelta(let item, let text): append(text, to: item, isRefusal: true)
        case .textReplaced(let item, let text): replace(item, text)
        case .reasoningDelta(let item, let text):
            if options.thinking == .shown { append(thought: text, "", to: item) }
        case .reasoningSealed(let item, let seal, let isRedacted):
            guard options.thinking != .hidden else { return }
            if isRedacted {
                blocks.append(Block(item: item, kind: .redactedThinking, text: seal))
            } else {
                append(thought: "", seal, to: item)
            }
        case .itemAdded(let item):
            guard case .toolCall(let call) = item.content else { return }
            hasAnswer = false
            guard call.site == .client else { return }
            let whole = call.arguments.map(RunItem.ToolCall.text) ?? ""
            blocks.append(Block(item: item.number, kind: .call(call), text: whole))
        case .argumentsDelta(let item, let text):
            guard let index = blocks.lastIndex(where: { $0.item == item }), case .call = blocks[index].kind else {
                return
            }
            blocks[index].text += text
        case .actionRequired(let action):
            guard action.kind == .approval else { return }
            blocks.append(Block(item: RunItem.unnumbered, kind: .approval(action)))
        case .objectCompleted(let answer):
            if !hasAnswer { append(answer.object.serialized(), to: RunItem.unnumbered) }
        case .answered(let answer):
            stop = MessagesForm.Stop(answer)
            if !answer.isRefusal, !hasAnswer, !answer.text.isEmpty { append(answer.text, to: RunItem.unnumbered) }
        case .waiting:
            stop = blocks.contains { if case .call = $0.kind { true } else { false } } ? .toolUse : .init(nil)
        default: return
        }
    }

    private mutating func append(_ text: String, to item: Int, isRefusal: Bool = false) {
        hasAnswer = true
        // In a log without item numbers, a text ends with the next block.
        let index = item == RunItem.unnumbered ? blocks.indices.last : blocks.lastIndex { $0.item == item }
        if let index, blocks[index].item == item, case .text(isRefusal) = blocks[index].kind {
            blocks[index].text += text
        } else {
            blocks.append(Block(item: item, kind: .text(isRefusal: isRefusal), text: text))
        }
    }

    private mutating func replace(_ item: Int, _ text: String) {
        if let index = blocks.lastIndex(where: { $0.item == item }), case .text(false) = blocks[index].kind {
            blocks[index].text = text
        } else if !text.isEmpty {
            append(text, to: item)
        }
    }

    private mutating func append(thought text: String, _ signature: String, to item: Int) {
        if let index = blocks.lastIndex(where: { $0.item == item }), case .thinking = blocks[index].kind {
            blocks[index].text += text
            blocks[index].signature += signature
        } else {
            blocks.append(Block(item: item, kind: .thinking, text: text, signature: signature))
        }
    }
}

// MARK: - JSON

extension MessagesReply {
    /// Returns the tokens of the reply.
    ///
    /// - Throws: ``Problem`` if the run ended without an answer, or has no answer yet.
    public func usage() throws(Problem) -> WireUsage {
        if outcome.isWaiting { return outcome.usage - outcome.usageBeforeWait }
        do {
            return try outcome.reply().usage - outcome.usageBeforeWait
        } catch {
            throw skippedWaits > 0 ? error.afterOutputs : error
        }
    }

    /// Returns the reply as JSON.
    ///
    /// - Throws: ``Problem`` if the run ended without an answer, or has no answer yet.
    public func jsonValue() throws(Problem) -> JSONValue {
        let usage = try usage()
        let model = options.model ?? outcome.model
        var message = MessagesForm.head(run: outcome.run, model: model, after: skippedWaits)
        message["content"] = .array(blocks.compactMap(json))
        for (name, value) in stop.members { message[name] = value }
        message["usage"] = MessagesForm.messageUsage(usage)
        if options.showsTools {
            message["torii"] = ["run": .string(outcome.run), "tool_calls": .array(outcome.toolCalls.map(\.jsonValue))]
        }
        return .object(message)
    }

    private func json(_ block: Block) -> JSONValue? {
        switch block.kind {
        case .text: block.text.isEmpty ? nil : MessagesForm.text(block.text)
        case .approval(let action):
            MessagesForm.text(action.text, torii: ChatCompletionForm.approval(action, run: outcome.run))
        case .thinking:
            ["type": "thinking", "thinking": .string(block.text), "signature": .string(block.signature)]
        case .redactedThinking: ["type": "redacted_thinking", "data": .string(block.text)]
        case .call(let call):
            MessagesForm.call(call, item: block.item, in: outcome.run, input: Self.input(block.text))
        }
    }

    /// Returns arguments as an object; text that is none becomes its member `arguments`.
    private static func input(_ arguments: String) -> JSONValue {
        guard let value = try? JSONValue(parsing: arguments) else {
            return arguments.isEmpty ? [:] : ["arguments": .string(arguments)]
        }
        return value.objectValue == nil ? ["arguments": value] : value
    }
}
