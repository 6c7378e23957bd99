import StreamingJSON

/// The members of a chat completion, for streams and for whole answers.
enum ChatCompletionForm {
    /// Returns the id of a run's answer; each wait of the run starts another answer with another id.
    static func id(of run: String, after waits: Int) -> String {
        "chatcmpl-\(ClientCallID.withoutPrefix(run))" + (waits > 0 ? "-\(waits)" : "")
    }

    /// Returns the tokens of an answer.
    static func usage(_ usage: WireUsage) -> JSONValue {
        var object: JSONObject = [
            "prompt_tokens": .integer(usage.inputTokens),
            "completion_tokens": .integer(usage.outputTokens),
            "total_tokens": .integer(usage.inputTokens + usage.outputTokens),
            "prompt_tokens_details": [
                "cached_tokens": .integer(usage.cachedInputTokens),
                "cache_write_tokens": .integer(usage.cacheWriteTokens),
            ],
            "completion_tokens_details": ["reasoning_tokens": .integer(usage.reasoningTokens)],
        ]
        if let torii = usage.extensionMember { object["torii"] = torii }
        return .object(object)
    }

    /// Returns the reason for the end of an answer without calls of the client's tools.
    static func finishReason(_ reason: FinishReason?) -> FinishReason {
        // The model's calls were those of the server's tools, or were impossible.
        reason == .toolCalls ? .stop : reason ?? .stop
    }

    /// Returns an action for a person, with the endpoint for the decision; other clients show its text.
    static func approval(_ action: RequiredAction, run: String) -> JSONValue {
        [
            "type": "action.required", "data": action.jsonValue, "run": .string(run), "call": .string(action.call),
            "decide": .string("POST /v1/runs/\(run)/outputs"),
        ]
    }

    /// Returns an event of the native dialect, for clients that request these events.
    static func event(_ event: NativeEvent) -> JSONValue { ["type": .string(event.type), "data": event.data] }
}

extension Problem {
    /// The problem of a run, worded for a request whose outputs resumed the run and which did not start it.
    var afterOutputs: Problem {
        guard kind == .runInterrupted else { return self }
        var problem = self
        problem.detail =
            isAfterToolCalls
            ? "the server stopped before the outputs were answered, after it had called tools of its own; "
                + "omit the calls and their outputs to get an answer to the conversation"
            : "the server stopped before the outputs were answered; send the request again, "
                + "under a new Idempotency-Key if it had one, to get an answer from its messages"
        return problem
    }
}
