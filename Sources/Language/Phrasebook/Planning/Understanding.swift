/// The meaning of a message: the requests in it.
struct Understanding: Sendable {
    enum Action: Sendable {
        case call(PhraseMatch)
        case ask(PhraseMatch, Phrase.Question)
        /// Several tools may be meant.
        case choose([PhraseMatch])
        case smallTalk(SmallTalk.Subject)
        /// A reading of single words and values.
        case topic(TopicReading)
        /// A call that an earlier turn has prepared.
        case planned(PlannedCall)
        /// A question about a change that was not read completely, or the reason why it is not made.
        case doubt(String)
        /// A person forbade the action.
        case refrain
    }

    /// The language of the answer.
    var language: PhraseLanguage
    var actions: [Action] = []
    /// The kind of answer that each action asks for.
    var asked: [RequestedAnswer] = []
    /// Sentences that no phrase explains, as written.
    var unread: [String] = []
    /// Tools that the message asks for, but that may not be called.
    var closed: [String] = []
    /// Whether one of those sentences has a negation, so that nothing may be done.
    var isVetoed = false
    /// The message with the request that this one completes by a value; `nil` if it has its own.
    var completed: String?
    /// Whether the changes are made at once, or proposed first.
    var certainty = ChangeCertainty.certain

    /// The calls to make, each with the number of its action.
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

/// Whether the changes read from a message are made at once or proposed first.
enum ChangeCertainty: Equatable, Sendable {
    /// Each word of the message has a role in the changes, and no other reading is possible.
    case certain
    /// The changes are likely, and are shown to the person first.
    case plausible
}
