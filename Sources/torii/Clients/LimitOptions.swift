import ArgumentParser
import StreamingJSON

/// How much a client may do, as options.
struct LimitOptions: ParsableArguments {
    @Option(help: "Turns and tool calls that may begin in a minute.")
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

    @Option(help: "The time zone in which days and months begin, such as Asia/Tokyo; GMT unless said otherwise.")
    var timeZone: String?
}

extension LimitOptions {
    /// Whether none was given.
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

    /// The limits of a client with those that were given; `none` takes one away.
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
                throw CommandFailure("--\(option) takes a whole number, or none, and not '\(text)'.")
            }
        }
        for (name, text) in texts {
            guard let text else { continue }
            if text == "none" { limits[name] = Optional.none } else { limits[name] = .string(text) }
        }
        return limits
    }
}
