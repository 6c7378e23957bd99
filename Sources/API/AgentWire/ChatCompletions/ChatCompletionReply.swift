public import StreamingJSON

/// The response body of `POST /v1/chat/completions` without streaming.
public struct ChatCompletionReply: Sendable, Equatable {
    /// The completion's id.
    public var id: String
    /// The time of the request, in whole seconds since 1970.
    public var createdAt: Int
    /// The model, by the request's name for it if there is one.
    public var model: String
    /// The text; `nil` if there are only calls, or if the model declined.
    public var content: String?
    /// The model's explanation of a refusal.
    public var refusal: String?
    /// The model's reasoning, if it was requested and there is any.
    public var reasoning: String?
    /// The pending calls of the client's tools.
    public var calls: [RunOutcome.ClientCall]
    /// The reason why the answer ends.
    public var finishReason: FinishReason
    /// The tokens of the answer.
    public var usage: WireUsage
    /// The members that only this server has: the run, the decisions it waits for, and the tool calls if they were requested.
    public var torii: JSONObject?

    private var run: String

    /// Makes the answer of a run that has ended or waits.
    ///
    /// The content of an answer with a schema is the value's JSON text. The answer of a waiting run contains the calls to make and
    /// the texts of the decisions, but not the model's text before its calls. The reasoning is the one kept by the outcome.
    ///
    /// - Throws: ``Problem`` if the run ended without an answer, or has no answer yet.
    public init(_ outcome: RunOutcome, _ options: ChatCompletionOptions) throws(Problem) {
        run = outcome.run
        createdAt = outcome.createdAt
        model = options.model ?? outcome.model
        // While the run waits, the current wait ends this answer and is not counted as an earlier one.
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
