/// A part of a run's time, for a waterfall.
public struct WireRunSpan: WireRecord {
    /// The kinds of spans.
    public enum Kind: String, Sendable, CaseIterable, WireWord {
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
    public struct ModelCall: WireRecord {
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
            (self.upstream, self.model, self.firstTokenMilliseconds) = (upstream, model, firstTokenMilliseconds)
            (self.inputTokens, self.cachedTokens, self.outputTokens) = (inputTokens, cachedTokens, outputTokens)
            self.finish = finish
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("upstream", \.upstream, "Of a round."),
            .always("model", \.model, "Of a round."),
            .always("first_token_ms", \.firstTokenMilliseconds, "Of a round: the milliseconds until the first piece."),
            .always("input_tokens", \.inputTokens, "Of a round."),
            .always("cached_tokens", \.cachedTokens, "Of a round."),
            .always("output_tokens", \.outputTokens, "Of a round."),
            .always("finish", \.finish, "Of a round: the model's reason, `failed` or `stopped`.")
        )
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
        (self.kind, self.startMilliseconds, self.durationMilliseconds) = (kind, startMilliseconds, durationMilliseconds)
        (self.round, self.modelCall, self.tool) = (round, modelCall, tool)
        (self.state, self.wait) = (state, wait)
    }

    package static let fields: Fields<Self> = Fields(
        named: "RunSpan",
        Self.init,
        .always("kind", \.kind),
        .always("start_ms", \.startMilliseconds, "The milliseconds since the run's request."),
        .always("duration_ms", \.durationMilliseconds, "Null until it has ended."),
        .maybe("round", \.round, "The number of the model call, from 1."),
        .inline(\.modelCall, if: "kind", is: Kind.round.rawValue),
        .maybe("tool", \.tool, "Of a tool or a wait."),
        .maybe("state", \.state, as: .word(["running", "done", "failed", "stopped"], "Of a tool.")),
        .maybe("wait", \.wait, as: .word(["approval", "client_tool"], "Of a wait."))
    )
}
