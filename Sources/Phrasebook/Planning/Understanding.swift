/// What a message asks for.
struct Understanding: Sendable {
    enum Action: Sendable {
        case call(PhraseMatch)
        case ask(PhraseMatch, Phrase.Question)
        /// Several tools may be meant.
        case choose([PhraseMatch])
        case smallTalk(SmallTalk.Subject)
        /// What single words and values speak for.
        case topic(TopicReading)
        /// A call that an earlier turn has prepared.
        case planned(PlannedCall)
        /// A question about a change that was not read whole, or the reason why it is not made.
        case doubt(String)
        /// A person said that nothing is to be done.
        case refrain
    }

    /// The language to answer in.
    var language: PhraseLanguage
    var actions: [Action] = []
    /// The kinds of answer that are asked for, by action.
    var asked: [Asked] = []
    /// Sentences that no phrase explains, as they were written.
    var unread: [String] = []
    /// Tools that would do what was asked, and may not be called.
    var closed: [String] = []
    /// Whether one of those sentences turns something round, so that nothing may be done.
    var isVetoed = false
    /// Whether the changes are made at once, or proposed first.
    var certainty = ChangeCertainty.certain

    /// The calls to make, each with the number of the action it belongs to.
    var calls: [(action: Int, call: PlannedCall)] {
        guard !isVetoed else { return [] }
        return actions.enumerated().flatMap { index, action -> [(action: Int, call: PlannedCall)] in
            switch action {
            case .call(let match): PlannedCall.calls(for: match).map { (index, $0) }
            case .topic(let reading): reading.planned.map { (index, $0) }
            case .planned(let call): [(index, call)]
            case .ask, .choose, .smallTalk, .doubt, .refrain: []
            }
        }
    }
}
