/// A kind of answer that a person may be given.
public enum AnswerKind: String, Sendable, CaseIterable {
    /// The number that was asked for.
    case number
    /// Yes or no, with the reason.
    case yesNo = "yes-no"
    /// A list.
    case list
    /// A statement of which is more, warmer, better than before.
    case comparison
    /// A statement of what was made.
    case created
    /// A statement of what was changed.
    case changed
    /// Nothing yet: the deletion waits for approval.
    case deletion = "deleted-asks-approval"
    /// A question: which item, which city, with whom.
    case question = "question-back"
    /// A refusal with suggestions.
    case miss = "miss-with-suggestions"
    /// A greeting, thanks or good-bye.
    case greeting
    /// The weather of days to come.
    case forecast
    /// Anything else that answers, or the reason of a refusal.
    case text
}
