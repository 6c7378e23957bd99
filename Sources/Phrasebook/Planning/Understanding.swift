/// What a message asks for.
struct Understanding: Sendable {
    enum Action: Sendable {
        case call(PhraseMatch)
        case ask(PhraseMatch, Phrase.Question)
        /// Several tools may be meant.
        case choose([PhraseMatch])
        case smallTalk(SmallTalk.Subject)
    }

    /// The language to answer in.
    var language: PhraseLanguage
    var actions: [Action] = []
    /// Sentences that no phrase explains, as they were written.
    var unread: [String] = []
    /// Whether one of those sentences turns something round, so that nothing may be done.
    var isVetoed = false

    /// The calls to make, each with the number of the action it belongs to.
    var calls: [(action: Int, call: PlannedCall)] {
        guard !isVetoed else { return [] }
        return actions.enumerated().flatMap { index, action -> [(action: Int, call: PlannedCall)] in
            guard case .call(let match) = action else { return [] }
            return PlannedCall.calls(for: match).map { (index, $0) }
        }
    }
}
