import Accounts
import AgentTools

extension TurnWork {
    /// The text for the model about a call whose scope was removed.
    static func withdrawnText(_ tool: String, _ scope: Scope, for caller: Caller) -> String {
        caller.text(
            "\(tool) was not called: the operator has removed the scope '\(scope)' from this app. Do not call it again; say so.",
            "運用者がこのアプリから権限 '\(scope)' を外したため、\(tool) は呼び出していません。再度呼び出さず、そのことを伝えてください。"
        )
    }
}
