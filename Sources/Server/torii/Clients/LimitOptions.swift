import ArgumentParser

/// The options for the limits of a client, a plan or a user.
struct LimitOptions: ParsableArguments {
    @Option(help: "Turns and tool calls that may start in a minute.")
    var requestsPerMinute: String?

    @Option(help: "Turns that may run at the same time.")
    var concurrentRuns: String?

    @Option(help: "Tokens in a minute.")
    var tokensPerMinute: String?

    @Option(help: "Tokens in a day.")
    var tokensPerDay: String?

    @Option(help: "Tokens in a month.")
    var tokensPerMonth: String?

    @Option(help: "Money in a day, such as 2.50.")
    var moneyPerDay: String?

    @Option(help: "Money in a month.")
    var moneyPerMonth: String?

    @Option(
        help: ArgumentHelp(
            "The models that requests may use, such as openai:*,ollama:qwen3. Default: every model.",
            valueName: "name,name"
        )
    )
    var models: String?

    @Option(help: "The most reasoning: none, minimal, low, medium, high, xhigh or max; any for no limit.")
    var effort: String?
}

extension LimitOptions {
    /// The value of `--effort` that lifts the limit, because `none` is an effort.
    static let anyEffort = "any"

    /// Whether no option is set.
    var isEmpty: Bool {
        [
            requestsPerMinute, concurrentRuns, tokensPerMinute, tokensPerDay, tokensPerMonth, moneyPerDay,
            moneyPerMonth, models, effort,
        ]
        .allSatisfy { $0 == nil }
    }
}
