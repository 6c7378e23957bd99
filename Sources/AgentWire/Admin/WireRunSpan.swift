public import StreamingJSON

/// A part of a run's time, for a waterfall.
public struct WireRunSpan: WireValue {
    /// The kinds of spans.
    public enum Kind: String, Sendable, CaseIterable {
        /// The run waits for its conversation or a slot.
        case queue
        /// The model is called.
        case round
        /// A tool of the server is called.
        case tool
        /// The run waits for its client.
        case wait
    }

    /// The kind.
    public var kind: Kind
    /// The milliseconds from the run's request to the start.
    public var startMilliseconds: Int
    /// The milliseconds; `nil` for a span that has not ended.
    public var durationMilliseconds: Int?
    /// The number of the model call, from 1, that it is or that requested it; `nil` for a queue.
    public var round: Int?
    /// The facts of a model call; `nil` for any other span.
    public var modelCall: ModelCall?
    /// The tool; `nil` unless it is a call or a wait.
    public var tool: String?
    /// The state of a tool's call: `running`, `done`, `failed` or `stopped`.
    public var state: String?
    /// The kind of a wait: `approval` or `client_tool`.
    public var wait: String?

    /// The facts of a model call.
    public struct ModelCall: Sendable, Equatable {
        /// The provider.
        public var upstream: String
        /// The model's name there; `nil` for the built-in model.
        public var model: String?
        /// The milliseconds from the start to the first piece of the answer; `nil` if there was none.
        public var firstTokenMilliseconds: Int?
        /// The tokens read.
        public var inputTokens: Int
        /// The tokens of the input that the provider's cache had.
        public var cachedTokens: Int
        /// The tokens written.
        public var outputTokens: Int
        /// The way in which it ended: a reason of the model, `failed` or `stopped`; `nil` while it runs, and if none was named.
        public var finish: String?

        /// Makes facts.
        public init(
            upstream: String,
            model: String?,
            firstTokenMilliseconds: Int? = nil,
            inputTokens: Int = 0,
            cachedTokens: Int = 0,
            outputTokens: Int = 0,
            finish: String? = nil
        ) {
            self.upstream = upstream
            self.model = model
            self.firstTokenMilliseconds = firstTokenMilliseconds
            self.inputTokens = inputTokens
            self.cachedTokens = cachedTokens
            self.outputTokens = outputTokens
            self.finish = finish
        }
    }

    /// Makes a span.
    public init(
        kind: Kind,
        startMilliseconds: Int,
        durationMilliseconds: Int?,
        round: Int? = nil,
        modelCall: ModelCall? = nil,
        tool: String? = nil,
        state: String? = nil,
        wait: String? = nil
    ) {
        self.kind = kind
        self.startMilliseconds = startMilliseconds
        self.durationMilliseconds = durationMilliseconds
        self.round = round
        self.modelCall = modelCall
        self.tool = tool
        self.state = state
        self.wait = wait
    }

    /// Reads a span.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        startMilliseconds = fields.requiredInteger("start_ms")
        durationMilliseconds = fields.integer("duration_ms")
        round = fields.integer("round")
        tool = fields.string("tool")
        state = fields.string("state")
        wait = fields.string("wait")
        kind = try fields.requiredChoice("kind")
        if kind == .round {
            modelCall = ModelCall(
                upstream: fields.requiredString("upstream"),
                model: fields.string("model"),
                firstTokenMilliseconds: fields.integer("first_token_ms"),
                inputTokens: fields.requiredInteger("input_tokens"),
                cachedTokens: fields.requiredInteger("cached_tokens"),
                outputTokens: fields.requiredInteger("output_tokens"),
                finish: fields.string("finish")
            )
        }
        try fields.check()
    }

    /// The span as JSON, with the members of its kind.
    public var jsonValue: JSONValue {
        var object: JSONObject = [
            "kind": .string(kind.rawValue), "start_ms": .integer(startMilliseconds),
            "duration_ms": .milliseconds(durationMilliseconds),
        ]
        if let round { object["round"] = .integer(round) }
        if let modelCall {
            object["upstream"] = .string(modelCall.upstream)
            object["model"] = .text(modelCall.model)
            object["first_token_ms"] = .milliseconds(modelCall.firstTokenMilliseconds)
            object["input_tokens"] = .integer(modelCall.inputTokens)
            object["cached_tokens"] = .integer(modelCall.cachedTokens)
            object["output_tokens"] = .integer(modelCall.outputTokens)
            object["finish"] = .text(modelCall.finish)
        }
        if let tool { object["tool"] = .string(tool) }
        if let state { object["state"] = .string(state) }
        if let wait { object["wait"] = .string(wait) }
        return .object(object)
    }
}
