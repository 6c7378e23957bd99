/// What a person thought of an answer (Apple FoundationModels 26.0).
public struct LanguageModelFeedback {
    /// How the person felt about it.
    public enum Sentiment: String, Sendable, CaseIterable {
        /// Well.
        case positive
        /// Badly.
        case negative
        /// Neither.
        case neutral
    }

    /// What was wrong with it.
    public struct Issue: Sendable, Equatable {
        /// The kind of fault.
        public let category: Category
        /// In the person's own words.
        public let explanation: String?

        /// Makes an issue.
        public init(category: Category, explanation: String? = nil) {
            self.category = category
            self.explanation = explanation
        }

        /// The kinds of fault.
        public enum Category: String, Sendable, CaseIterable {
            /// It did not help.
            case unhelpful
            /// It was too long.
            case tooVerbose
            /// It did not do as told.
            case didNotFollowInstructions
            /// It was wrong.
            case incorrect
            /// It was unfair to a group of people.
            case stereotypeOrBias
            /// It was suggestive.
            case suggestiveOrSexual
            /// It was rude.
            case vulgarOrOffensive
            /// A filter stopped what was harmless.
            case triggeredGuardrailUnexpectedly
        }
    }
}
