import AgentTools
import LanguageModels
import ToolDeclarations

extension DeclaredTool {
    /// Returns the facts about the caller's user that the request needs.
    ///
    /// They never come from arguments. Without one of them no request is made, because a request that lacks it may be for another user's
    /// data, or for everybody's.
    ///
    /// - Throws: `ToolFailure`.
    func facts(about caller: Caller) throws(ToolFailure) -> [Slot.UserFact: String] {
        var known: [Slot.UserFact: String] = [:]
        for fact in Slot.UserFact.allCases where userFacts.contains(fact) {
            guard let id = caller.userID else {
                throw ToolFailure(
                    caller.text(
                        "\(name) is for users of an app, and this call is for none, so nothing was sent.",
                        "\(name) はアプリの利用者のためのツールですが、この呼び出しには利用者がいないため、何も送信していません。"
                    )
                )
            }
            let value: String? =
                switch fact {
                case .user: id
                case .subject: caller.user?.subject
                case .organization: caller.user?.organization
                case .plan: caller.user?.plan
                }
            guard let value, !value.isEmpty else {
                throw ToolFailure(
                    caller.text(
                        "\(name) needs \(fact.rawValue), which is not known of this user, so nothing was sent.",
                        "\(name) には \(fact.rawValue) が必要ですが、この利用者については分からないため、何も送信していません。"
                    )
                )
            }
            known[fact] = value
        }
        return known
    }
}

extension ToolData {
    init(_ declared: ToolDeclaration.DataClass) {
        self =
            switch declared {
            case .public: .public
            case .caller: .caller
            case .operator: .operator
            }
    }
}
