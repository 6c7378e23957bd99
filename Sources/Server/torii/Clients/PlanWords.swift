import AgentWire
import StreamingJSON

/// The settings of a plan or of one user, as words of the command line.
enum PlanWords {
    /// Changes a setting of a plan; `none` lifts a limit.
    ///
    /// - Parameters:
    ///   - name: The name of the setting, such as `tokens-per-day`.
    ///   - value: A whole number, an amount of money, the name of a model, an amount of reasoning, or names of models with commas between
    ///     them.
    /// - Throws: ``CommandFailure`` for a number of another form; the server checks the rest.
    static func change(_ plan: inout JSONObject, _ name: String, to value: String) throws {
        let member = name.replacing("-", with: "_")
        plan[member] = try json(value, of: member, named: name)
    }

    private static func json(_ value: String, of member: String, named name: String) throws -> JSONValue {
        if value == "none" { return .null }
        if member == "models" { return .array(value.split(separator: ",").map { JSONValue.string(String($0)) }) }
        if member == "model" || member == "effort" || member.hasPrefix("money_") { return .string(value) }
        guard let number = Int(value) else {
            throw CommandFailure("\(name) must be a whole number or none, not '\(value)'.")
        }
        return .integer(number)
    }

    /// Changes the settings that options name.
    static func change(_ plan: inout JSONObject, to limits: LimitOptions) throws {
        guard limits.timeZone == nil else {
            throw CommandFailure(
                "Days and months start in the time zone of the client. Set it with torii clients limits."
            )
        }
        for (name, value) in [
            ("requests-per-minute", limits.requestsPerMinute), ("concurrent-runs", limits.concurrentRuns),
            ("tokens-per-minute", limits.tokensPerMinute), ("tokens-per-day", limits.tokensPerDay),
            ("tokens-per-month", limits.tokensPerMonth), ("money-per-day", limits.moneyPerDay),
            ("money-per-month", limits.moneyPerMonth), ("models", limits.models), ("effort", limits.effort),
        ] {
            if let value { try change(&plan, name, to: value) }
        }
    }

    /// Returns the settings as one line.
    static func line(_ plan: JSONValue) -> String {
        (plan.objectValue ?? [:]).map { name, value in
            let text = value.isNull ? "none" : value.stringValue ?? value.serialized()
            return "\(name.replacing("_", with: " ")): \(text)"
        }
        .joined(separator: ", ")
    }
}
