/// The kind of an answer to a person.
public enum AnswerKind: String, Sendable, CaseIterable {
    /// The requested number.
    case number
    /// Yes or no, with the reason.
    case yesNo = "yes-no"
    /// A list.
    case list
    /// A statement about the one that is more, warmer, or better than before.
    case comparison
    /// A statement about a created item.
    case created
    /// A statement about a changed item.
    case changed
    /// No statement yet: the deletion waits for approval.
    case deletion = "deleted-asks-approval"
    /// A question: for the item, the city, or the person.
    case question = "question-back"
    /// A refusal with suggestions.
    case miss = "miss-with-suggestions"
    /// A greeting, thanks or good-bye.
    case greeting
    /// The weather of future days.
    case forecast
    /// Any other answer, or the reason for a refusal.
    case text
}
