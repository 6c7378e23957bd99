import StreamingJSON

/// The members that a chat completion has in a stream and as a whole.
enum ChatCompletionForm {
    /// The id of the answer of a run; after the run has waited, the rest of it is an answer of its own.
    static func id(of run: String, after waits: Int) -> String {
        "chatcmpl-\(ClientCallID.bare(run))" + (waits > 0 ? "-\(waits)" : "")
    }

    /// The tokens that an answer used.
    static func usage(_ usage: WireUsage) -> JSONValue {
        [
            "prompt_tokens": .integer(usage.inputTokens),
            "completion_tokens": .integer(usage.outputTokens),
            "total_tokens": .integer(usage.inputTokens + usage.outputTokens),
            "prompt_tokens_details": ["cached_tokens": .integer(usage.cachedInputTokens)],
            "completion_tokens_details": ["reasoning_tokens": .integer(usage.reasoningTokens)],
        ]
    }

    /// The reason for the end of an answer without calls of the client's tools.
    static func finishReason(_ reason: FinishReason?) -> FinishReason {
        // The calls that the model wanted made were the server's, or could not be made.
        reason == .toolCalls ? .stop : reason ?? .stop
    }

    /// An action that a person decides, with the way to decide it; clients that know nothing of it show its text.
    static func approval(_ action: RequiredAction, run: String) -> JSONValue {
        [
            "type": "action.required", "data": action.jsonValue, "run": .string(run), "call": .string(action.call),
            "decide": .string("POST /v1/runs/\(run)/outputs"),
        ]
    }

    /// An event of the native dialect, for clients that ask for them.
    static func event(_ event: NativeEvent) -> JSONValue { ["type": .string(event.type), "data": event.data] }
}

extension Problem {
    /// The problem of a run as a request is told it whose outputs let the run go on, and which is not the one that the run was made for.
    var afterOutputs: Problem {
        guard kind == .runInterrupted else { return self }
        var problem = self
        problem.detail =
            isAfterToolCalls
            ? "the server stopped before the outputs were answered, after it had called tools of its own; "
                + "leave out the calls and their outputs to have the conversation answered"
            : "the server stopped before the outputs were answered; send the request again, "
                + "under a new Idempotency-Key if it had one, to have it answered from its messages"
        return problem
    }
}
