public import StreamingJSON

extension ToriiStandIn {
    /// The events of a turn that answers with these pieces of text.
    public static func turn(_ run: String, _ pieces: [String]) -> [Step] {
        [started(run)] + pieces.map { .event("message.delta", ["text": .string($0)]) } + ending(pieces.joined())
    }

    /// The first event of a run.
    public static func started(_ run: String) -> Step {
        .event("run.started", ["run": .string(run), "conversation": "conv_1", "model": "stand-in"])
    }

    /// The last events of a run that answers with this text.
    public static func ending(_ text: String) -> [Step] {
        [
            .event("message.completed", ["text": .string(text), "artifacts": []]),
            .event("run.completed", ["usage": ["input_tokens": 3, "output_tokens": 2, "total_tokens": 5]]),
        ]
    }

    /// A call that waits for its client.
    ///
    /// - Parameters:
    ///   - kind: `client_tool` or `approval`.
    ///   - deadline: The time at which the run continues without an answer.
    public static func action(
        _ kind: String,
        _ call: String,
        _ name: String,
        _ arguments: JSONValue = [:],
        deadline: String = "2099-01-01T00:00:00Z"
    ) -> Step {
        .event(
            "action.required",
            [
                "kind": .string(kind), "call": .string(call), "name": .string(name), "arguments": arguments,
                "deadline": .string(deadline), "text": .string("Allow \(name)?"),
            ]
        )
    }
}
