import Accounts
import AgentWire
import StreamingJSON

/// The settings of a plan or of one user, as words of the command line.
enum PlanWords {
    /// The names of the settings, such as `tokens-per-day`.
    private static let names = (PlanNumber.allCases.map(\.rawValue) + ["models", "model", "effort"]).map(dashed)

    /// Changes a setting of a plan; `none` lifts a limit, and `any` that of the effort.
    ///
    /// - Parameters:
    ///   - name: The name of the setting, such as `tokens-per-day`.
    ///   - value: A whole number, an amount of money, the name of a model, an amount of reasoning, or names of models with commas between
    ///     them.
    /// - Throws: ``CommandFailure`` for an unknown setting and a value of another form; the server checks the rest.
    static func change(_ plan: inout JSONObject, _ name: String, to value: String) throws {
        guard names.contains(dashed(name)) else {
            throw CommandFailure(
                "A plan has no setting '\(name)'. Its settings are \(names.joined(separator: ", "))."
            )
        }
        let member = name.replacing("-", with: "_")
        plan[member] = try json(value, of: member, named: name)
    }

    private static func dashed(_ name: String) -> String { name.replacing("_", with: "-") }

    private static func json(_ value: String, of member: String, named name: String) throws -> JSONValue {
        if member == "effort" { return try effort(value) }
        if value == "none" { return .null }
        if member == "models" { return .array(value.split(separator: ",").map { JSONValue.string(String($0)) }) }
        if member == "model" || member.hasPrefix("money_") { return .string(value) }
        return try number(value, of: name)
    }

    private static func effort(_ word: String) throws -> JSONValue {
        if word == LimitOptions.anyEffort { return .null }
        guard UserPlan.efforts.contains(word) else {
            let words = UserPlan.efforts.joined(separator: ", ")
            throw CommandFailure("effort must be \(words) or \(LimitOptions.anyEffort), not '\(word)'.")
        }
        return .string(word)
    }

    /// Reads a whole number, or `none`.
    ///
    /// - Throws: ``CommandFailure`` for another word.
    static func number(_ value: String, of name: String) throws -> JSONValue {
        if value == "none" { return .null }
        guard let number = Int(value) else {
            throw CommandFailure("\(name) must be a whole number or none, not '\(value)'.")
        }
        return .integer(number)
    }

    /// Changes the settings that options name.
    static func change(_ plan: inout JSONObject, to limits: LimitOptions) throws {
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
            let names = value.arrayValue?.compactMap(\.stringValue).joined(separator: ",")
            let lifted = name == "model" ? "that of the server" : "no limit"
            let text = value.isNull ? lifted : names ?? value.stringValue ?? value.serialized()
            return "\(name.replacing("_", with: " ")): \(text)"
        }
        .joined(separator: ", ")
    }
}
