package import StreamingJSON

/// A tool as data.
package struct ToolDeclaration: Sendable {
    /// When a model sees the tool.
    package enum Exposure: String, Sendable {
        /// In every turn.
        case always
        /// In every turn, unless there are many tools; then as with `search`. No file says this; it is what holds without a word.
        case automatic
        /// In the turns whose words it fits.
        case search
        /// Never; only other tools and direct calls use it.
        case never
    }

    /// What a call does to the service.
    package enum Effect: String, Sendable {
        case reads, changes
        /// It destroys or sends something irrevocably, so a person is asked.
        case destroys
    }

    /// The class of the data that a tool shows, which decides whether users of a client may call it.
    package enum DataClass: String, Sendable { case `public`, caller, `operator` }

    /// Whether a call waits for a person.
    package enum Approval: String, Sendable { case never, always }

    /// The document's operation from which the tool was imported.
    package struct ImportedOperation: Sendable, Hashable {
        /// The method and the path.
        package var operation: String
        /// The digest of what the import read.
        package var digest: String
        /// The operation's id in the document.
        package var id: String?
    }

    /// The name, unique over all files.
    package var name: String
    /// The description for models.
    package var description: String
    /// Words for the search.
    package var tags: [String]
    /// When a model sees the tool.
    package var expose: Exposure
    /// The scopes that a client needs; empty for the tool's own, `tools:<name>`.
    package var scopes: [String]
    /// The class of the data that it shows; `nil` to decide by the effect and the service's keys.
    package var data: DataClass?
    /// What a call does.
    package var effect: Effect
    /// Whether a call may be repeated although it changes something.
    package var isIdempotent: Bool
    /// Whether a call waits for a person; `nil` to decide by the effect.
    package var approval: Approval?
    /// The question that asks a person, by language; a template over the arguments.
    package var question: LocalizedText?
    /// The JSON Schema of the arguments: an object with `properties`, `required`, `$defs` and `additionalProperties: false`.
    package var parameters: JSONObject
    /// The request.
    package var request: RequestTemplate
    /// The way to further pages of an answer.
    package var pages: Paging?
    /// The way to the result of a request that takes long.
    package var poll: Polling?
    /// What is kept of an answer.
    package var answer = AnswerDeclaration()
    /// How long an answer may be used again.
    package var cache: CacheRule?
    /// The sentences by which a person asks for the tool.
    package var phrases: PhrasesDeclaration?
    /// The limits: the service's, lowered by the tool.
    package var limits = CallLimits()
    /// The operation from which the tool was imported.
    package var origin: ImportedOperation?
    /// The line of the file.
    package var line: Int
}

/// A text in English and perhaps in Japanese.
package struct LocalizedText: Sendable, Hashable {
    /// The English text.
    package var english: String
    /// The Japanese text; `nil` to use the English one.
    package var japanese: String?

    package init(_ english: String, japanese: String? = nil) { (self.english, self.japanese) = (english, japanese) }

    /// Returns the text for a language.
    package func text(isJapanese: Bool) -> String { isJapanese ? japanese ?? english : english }
}

/// How long and for whom an answer may be used again.
package struct CacheRule: Sendable, Hashable {
    /// Who may receive an answer that another call obtained.
    package enum Audience: String, Sendable { case everyone, client }

    package var duration: Duration
    package var audience: Audience

    package init(duration: Duration, audience: Audience = .client) {
        (self.duration, self.audience) = (duration, audience)
    }
}

/// The sentences by which a person asks for a tool.
package struct PhrasesDeclaration: Sendable {
    /// The sentences of one language.
    package struct Sentences: Sendable {
        /// An example, which must match.
        package var example: String?
        /// The patterns.
        package var patterns: [String]
        /// Patterns that lack an argument, with the question for it.
        package var asks: [Asking]

        package init(example: String? = nil, patterns: [String] = [], asks: [Asking] = []) {
            (self.example, self.patterns, self.asks) = (example, patterns, asks)
        }
    }

    /// A pattern that lacks an argument.
    package struct Asking: Sendable {
        package var pattern: String
        package var question: String
        /// The pattern of the answer.
        package var answer: String
    }

    /// What an output lists, so that "the second one" has a meaning.
    package struct Items: Sendable, Hashable {
        /// The argument of other calls that an item's name is for.
        package var argument: String
        /// The start of an item's line, up to the name.
        package var line: String
    }

    /// The place of a text in its file.
    package struct Place: Sendable, Hashable {
        package var line: Int
        package var column: Int
    }

    package var english = Sentences()
    package var japanese = Sentences()
    /// The places of patterns, examples and questions, for faults.
    package var places: [String: Place] = [:]
    /// The values of arguments by the words of a choice in the patterns.
    package var values: [String: JSONValue] = [:]
    package var items: Items?
}
