import AgentWire
import ArgumentParser

/// The options for the limits of a client, with the time zone that those of its users share.
struct ClientLimitOptions: ParsableArguments {
    @OptionGroup var limits: LimitOptions

    @Option(help: "The time zone in which days and months start, such as Asia/Tokyo. Default: GMT.")
    var timeZone: String?
}

extension ClientLimitOptions {
    /// Whether no option is set.
    var isEmpty: Bool { limits.isEmpty && timeZone == nil }

    /// Returns limits changed by the options; `none` removes a limit, and `any` that of the effort.
    func changing(_ former: WireClientLimits) throws -> WireClientLimits {
        var changed = former
        try Self.change(&changed.requestsPerMinute, to: limits.requestsPerMinute, option: "requests-per-minute")
        try Self.change(&changed.concurrentRuns, to: limits.concurrentRuns, option: "concurrent-runs")
        try Self.change(&changed.tokensPerMinute, to: limits.tokensPerMinute, option: "tokens-per-minute")
        try Self.change(&changed.tokensPerDay, to: limits.tokensPerDay, option: "tokens-per-day")
        try Self.change(&changed.tokensPerMonth, to: limits.tokensPerMonth, option: "tokens-per-month")
        Self.change(&changed.moneyPerDay, to: limits.moneyPerDay)
        Self.change(&changed.moneyPerMonth, to: limits.moneyPerMonth)
        Self.change(&changed.timeZone, to: timeZone)
        if let models = limits.models {
            changed.models = models == "none" ? nil : models.split(separator: ",").map(String.init)
        }
        if let effort = limits.effort { changed.effort = try Self.effort(effort) }
        return changed
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
        if word == LimitOptions.anyEffort { return nil }
        guard let effort = ReasoningEffort(rawValue: word) else {
            throw CommandFailure(
                "--effort must be none, minimal, low, medium, high, xhigh, max or any, not '\(word)'."
            )
        }
        return effort
    }

    private static func change(_ limit: inout String?, to text: String?) {
        guard let text else { return }
        limit = text == "none" ? nil : text
    }
}
