/// Everything the built-in model knows about one tool: the phrases that ask for it.
public struct ToolPhrases: Sendable, Hashable {
    /// The tool's name.
    public var tool: String

    /// Whether the tool only reads, or changes something.
    public var effect: Effect

    /// A sentence per language that shows what the tool is for; one of the phrases must match it.
    public var examples: [PhraseLanguage: String]

    /// How the tool is offered, per language, when a message may mean another tool as well; its name when nothing is said.
    public var choice: [PhraseLanguage: ToolChoice]

    /// How the tool's outputs name things that a later message may point at; `nil` when they name none.
    public var items: ListedItems?

    /// The words and values that speak for the tool where no phrase matches; `nil` when only phrases lead to it.
    public var evidence: ToolEvidence?

    /// The collection of items that the tool lists; `nil` for every other tool.
    public var collection: ItemCollection?

    /// How the tool's outputs say that there is more; `nil` when they never do.
    public var continuation: OutputContinuation?

    /// Whether a call sends what was said to somebody outside, so that nothing personal leads to one unless it is asked for.
    public var isPublic = false

    /// Whether a call asks somebody outside, so that a message must ask for it and not only speak of it.
    public var isOutward = false

    /// The phrases, in both languages.
    public var phrases: [Phrase]

    /// Declares the phrases of a tool.
    ///
    /// - Parameter effect: how careful the model is. Left at ``Effect/changes``, nearly the whole message must be understood, and
    ///   a follow-up such as "and item 4?" does not repeat the call.
    public init(
        tool: String,
        effect: Effect = .changes,
        examples: [PhraseLanguage: String],
        choice: [PhraseLanguage: ToolChoice] = [:],
        items: ListedItems? = nil,
        evidence: ToolEvidence? = nil,
        collection: ItemCollection? = nil,
        continuation: OutputContinuation? = nil,
        isPublic: Bool = false,
        isOutward: Bool = false,
        phrases: [Phrase]
    ) {
        self.tool = tool
        self.effect = effect
        self.examples = examples
        self.choice = choice
        self.items = items
        self.evidence = evidence
        self.collection = collection
        self.continuation = continuation
        self.isPublic = isPublic
        self.isOutward = isOutward || isPublic
        self.phrases = phrases
    }

    /// What a tool does to the world.
    public enum Effect: Sendable, Hashable {
        /// It looks something up. A call too many does no harm.
        case reads
        /// It changes something. A call too many does.
        case changes
    }
}
