import AgentWire
import ArgumentParser

/// The options for the limits of a client.
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

    @Option(help: "The time zone in which days and months start, such as Asia/Tokyo. Default: GMT.")
    var timeZone: String?

    @Option(
        help: ArgumentHelp(
            "The models that requests may use, such as openai:*,ollama:qwen3. Default: every model.",
            valueName: "name,name"
        )
    )
    var models: String?

    @Option(help: "The most reasoning: minimal, low, medium, high, xhigh or max.")
    var effort: String?
}

extension LimitOptions {
    /// Whether no option is set.
    var isEmpty: Bool {
        [
            requestsPerMinute, concurrentRuns, tokensPerMinute, tokensPerDay, tokensPerMonth, moneyPerDay,
            moneyPerMonth, timeZone, models, effort,
        ]
        .allSatisfy { $0 == nil }
    }

    /// Returns limits changed by the options; `none` removes a limit.
    func changing(_ former: WireClientLimits) throws -> WireClientLimits {
        var limits = former
        try Self.change(&limits.requestsPerMinute, to: requestsPerMinute, option: "requests-per-minute")
        try Self.change(&limits.concurrentRuns, to: concurrentRuns, option: "concurrent-runs")
        try Self.change(&limits.tokensPerMinute, to: tokensPerMinute, option: "tokens-per-minute")
        try Self.change(&limits.tokensPerDay, to: tokensPerDay, option: "tokens-per-day")
        try Self.change(&limits.tokensPerMonth, to: tokensPerMonth, option: "tokens-per-month")
        Self.change(&limits.moneyPerDay, to: moneyPerDay)
        Self.change(&limits.moneyPerMonth, to: moneyPerMonth)
        Self.change(&limits.timeZone, to: timeZone)
        if let models {
            limits.models = models == "none" ? nil : models.split(separator: ",").map(String.init)
        }
        if let effort { limits.effort = try Self.effort(effort) }
        return limits
    }

    private static func change(_ limit: inout Int?, to text: String?, option: String) throws {
        guard let text else { return }
        if text == "none" {
            limit = nil
        } else if let count = Int(text) {
            limit = count
        } else {
            throw CommandFailure("--\(option) must be a whole number or none, not '\(text)'.")
        }
    }

    private static func effort(_ word: String) throws -> ReasoningEffort? {
        if word == "none" { return nil }
        guard let effort = ReasoningEffort(rawValue: word) else {
            throw CommandFailure("--effort must be minimal, low, medium, high, xhigh, max or none, not '\(word)'.")
        }
        return effort
    }

    private static func change(_ limit: inout String?, to text: String?) {
        guard let text else { return }
        limit = text == "none" ? nil : text
    }
}
