import StreamingJSON

/// The members of a message, for streams and for whole answers.
enum MessagesForm {
    /// The reason for the end of an answer.
    struct Stop: Sendable, Equatable {
        /// The word for it.
        var reason: String
        /// The stop sequence that ended the text; `nil` if none did, or if the provider does not name it.
        var sequence: String?
        /// The model's explanation of a refusal; `nil` if it did not decline.
        var explanation: String?

        /// The end of an answer with calls of the client's tools.
        static let toolUse = Stop(reason: "tool_use")

        /// Makes the end of an answer without calls of the client's tools.
        init(_ reason: FinishReason?) {
            self.reason =
                switch reason {
                case .length: "max_tokens"
                case .contentFilter: "refusal"
                // The model's calls were those of the server's tools, or were impossible.
                case .stop, .toolCalls, nil: "end_turn"
                }
        }

        /// Makes the end of a complete answer.
        init(_ answer: RunAnswer) {
            self.init(answer.finishReason)
            if let found = answer.stopSequence { (reason, sequence) = ("stop_sequence", found) }
            if answer.isRefusal { (reason, explanation) = ("refusal", answer.text) }
        }

        private init(reason: String) { self.reason = reason }

        /// The members that it adds to a message.
        var members: JSONObject {
            [
                "stop_reason": .string(reason), "stop_sequence": .text(sequence),
                "stop_details": explanation.map {
                    ["type": "refusal", "category": .null, "explanation": .string($0)]
                } ?? .null,
            ]
        }
    }

    /// Returns the id of a run's answer; each wait of the run starts another answer with another id.
    static func id(of run: String, after waits: Int) -> String {
        "msg_\(ClientCallID.withoutPrefix(run))" + (waits > 0 ? "-\(waits)" : "")
    }

    /// Returns the first members of a message.
    static func head(run: String, model: String, after waits: Int) -> JSONObject {
        ["model": .string(model), "id": .string(id(of: run, after: waits)), "type": "message", "role": "assistant"]
    }

    /// Returns the tokens of an answer; its input tokens do not include those from the provider's cache and those written to it.
    static func usage(_ usage: WireUsage) -> JSONObject {
        let rest = usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteTokens
        var object: JSONObject = [
            "input_tokens": .integer(max(0, rest)),
            "cache_creation_input_tokens": .integer(usage.cacheWriteTokens),
            "cache_read_input_tokens": .integer(usage.cachedInputTokens),
            "output_tokens": .integer(usage.outputTokens),
            "output_tokens_details": ["thinking_tokens": .integer(usage.reasoningTokens)],
        ]
        if let torii = usage.extensionMember { object["torii"] = torii }
        return object
    }

    /// Returns the tokens of a message, with the members that only a whole message has.
    static func messageUsage(_ usage: WireUsage) -> JSONValue {
        var object = self.usage(usage)
        object["cache_creation"] = [
            "ephemeral_5m_input_tokens": .integer(max(0, usage.cacheWriteTokens - usage.longCacheWriteTokens)),
            "ephemeral_1h_input_tokens": .integer(usage.longCacheWriteTokens),
        ]
        object["service_tier"] = "standard"
        object["inference_geo"] = "not_available"
        return .object(object)
    }

    /// Returns the start of a call's block.
    static func call(_ call: RunItem.ToolCall, item: Int, in run: String, input: JSONValue) -> JSONValue {
        [
            "type": "tool_use", "id": .string(ClientCallID.of(call, item: item, in: run)), "name": .string(call.name),
            "input": input, "caller": ["type": "direct"],
        ]
    }

    /// Returns a block of text, with the action that it describes for a person.
    static func text(_ text: String, torii: JSONValue? = nil) -> JSONValue {
        guard let torii else { return ["type": "text", "text": .string(text)] }
        return ["type": "text", "text": .string(text), "torii": torii]
    }
}
