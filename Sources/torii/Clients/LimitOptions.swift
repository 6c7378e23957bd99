import ArgumentParser
import StreamingJSON

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
}

extension LimitOptions {
    /// Whether no option is set.
    var isEmpty: Bool { (counts + texts).allSatisfy { $0.1 == nil } }

    private var counts: [(String, String?)] {
        [
            ("requests_per_minute", requestsPerMinute), ("concurrent_runs", concurrentRuns),
            ("tokens_per_minute", tokensPerMinute), ("tokens_per_day", tokensPerDay),
            ("tokens_per_month", tokensPerMonth),
        ]
    }

    private var texts: [(String, String?)] {
        [("money_per_day", moneyPerDay), ("money_per_month", moneyPerMonth), ("time_zone", timeZone)]
    }

    /// Returns limits changed by the options; `none` removes a limit.
    func changing(_ former: JSONObject) throws -> JSONObject {
        var limits = former
        for (name, text) in counts {
            guard let text else { continue }
            if text == "none" {
                limits[name] = Optional.none
            } else if let count = Int(text) {
                limits[name] = .integer(count)
            } else {
                let option = name.split(separator: "_").joined(separator: "-")
                throw CommandFailure("--\(option) must be a whole number or none, not '\(text)'.")
            }
        }
        for (name, text) in texts {
            guard let text else { continue }
            if text == "none" { limits[name] = Optional.none } else { limits[name] = .string(text) }
        }
        return limits
    }
}
