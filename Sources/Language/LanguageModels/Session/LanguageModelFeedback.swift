/// A person's feedback on an answer (Apple FoundationModels 26.0).
public struct LanguageModelFeedback {
    /// A person's rating of an answer.
    public enum Sentiment: String, Sendable, CaseIterable {
        /// The answer was good.
        case positive
        /// The answer was bad.
        case negative
        /// The answer was neither.
        case neutral
    }

    /// A problem with an answer.
    public struct Issue: Sendable, Equatable {
        /// The kind of problem.
        public let category: Category
        /// The person's description of the problem.
        public let explanation: String?

        /// Makes an issue.
        public init(category: Category, explanation: String? = nil) {
            self.category = category
            self.explanation = explanation
        }

        /// The kinds of problem.
        public enum Category: String, Sendable, CaseIterable {
            /// The answer did not help.
            case unhelpful
            /// The answer was too long.
            case tooVerbose
            /// The answer did not follow the instructions.
            case didNotFollowInstructions
            /// The answer was wrong.
            case incorrect
            /// The answer was unfair to a group of people.
            case stereotypeOrBias
            /// The answer was suggestive.
            case suggestiveOrSexual
            /// The answer was rude.
            case vulgarOrOffensive
            /// A filter stopped harmless content.
            case triggeredGuardrailUnexpectedly
        }
    }
}
