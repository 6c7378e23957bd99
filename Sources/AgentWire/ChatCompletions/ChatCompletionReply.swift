public import StreamingJSON

/// The answer of `POST /v1/chat/completions` when it is not streamed.
public struct ChatCompletionReply: Sendable, Equatable {
    /// The completion's id.
    public var id: String
    /// The time of the request, in whole seconds since 1970.
    public var createdAt: Int
    /// The model, as the client named it where it did.
    public var model: String
    /// The text; `nil` when there are only calls, or the model declined.
    public var content: String?
    /// What the model said when it declined.
    public var refusal: String?
    /// The model's thoughts, if they were asked for and there are any.
    public var reasoning: String?
    /// The calls of the client's own tools that are to be made.
    public var calls: [RunOutcome.ClientCall]
    /// The reason why the answer ends.
    public var finishReason: FinishReason
    /// The tokens that the answer used.
    public var usage: WireUsage
    /// What only this server has: the run, what a person has to decide, and the tools called, if that was asked for.
    public var torii: JSONObject?

    private var run: String

    /// Makes the answer of a run that has ended or waits.
    ///
    /// Of an answer that has a shape the content is the value's JSON text. A run that waits for its client is answered with the calls
    /// to make, and with the text of what a person has to decide; the model's words before its calls are left out. Thoughts are those
    /// that the outcome has kept.
    ///
    /// - Throws: ``Problem`` when the run ended without an answer, or has not come so far.
    public init(_ outcome: RunOutcome, _ options: ChatCompletionOptions) throws(Problem) {
        run = outcome.run
        createdAt = outcome.createdAt
        model = options.model ?? outcome.model
        // While the run waits, this wait is the end of the answer and not an earlier one.
        id = ChatCompletionForm.id(of: run, after: outcome.waitCount - (outcome.isWaiting ? 1 : 0))
        reasoning = options.showsReasoning && !outcome.reasoning.isEmpty ? outcome.reasoning : nil
        calls = outcome.isWaiting ? outcome.clientCalls : []
        let approvals = outcome.isWaiting ? outcome.actions.filter { $0.kind == .approval } : []
        if outcome.isWaiting {
            content = approvals.isEmpty ? nil : approvals.map(\.text).joined(separator: "\n\n")
            finishReason = calls.isEmpty ? .stop : .toolCalls
            usage = outcome.usage - outcome.usageBeforeWait
        } else {
            let reply: ChatReply
            do {
                reply = try outcome.reply()
            } catch {
                throw outcome.waitCount > 0 ? error.afterOutputs : error
            }
            if reply.isRefusal {
                refusal = reply.text
            } else {
                content = reply.answer?.object.serialized() ?? reply.text
            }
            finishReason = ChatCompletionForm.finishReason(outcome.finishReason)
            usage = reply.usage - outcome.usageBeforeWait
        }
        guard options.showsTools || !approvals.isEmpty else { return }
        var torii: JSONObject = ["run": .string(run)]
        if !approvals.isEmpty {
            torii["actions"] = .array(approvals.map { ChatCompletionForm.approval($0, run: outcome.run) })
        }
        if options.showsTools { torii["tool_calls"] = .array(outcome.toolCalls.map(\.jsonValue)) }
        self.torii = torii
    }

    /// The reply as JSON.
    public var jsonValue: JSONValue {
        var message: JSONObject = [
            "role": "assistant", "content": content.map(JSONValue.string) ?? .null,
            "refusal": refusal.map(JSONValue.string) ?? .null,
        ]
        if let reasoning { message["reasoning_content"] = .string(reasoning) }
        if !calls.isEmpty { message["tool_calls"] = .array(calls.map(call)) }
        let choice: JSONValue = [
            "index": 0, "message": .object(message), "logprobs": .null,
            "finish_reason": .string(finishReason.rawValue),
        ]
        var object: JSONObject = [
            "id": .string(id), "object": "chat.completion", "created": .integer(createdAt), "model": .string(model),
            "choices": [choice], "usage": ChatCompletionForm.usage(usage),
        ]
        if let torii { object["torii"] = .object(torii) }
        return .object(object)
    }

    private func call(_ call: RunOutcome.ClientCall) -> JSONValue {
        let function: JSONValue = ["name": .string(call.call.name), "arguments": .string(call.arguments)]
        return [
            "id": .string(ClientCallID.of(call.call, item: call.item, in: run)), "type": "function",
            "function": function,
        ]
    }
}
