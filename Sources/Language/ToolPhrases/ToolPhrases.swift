/// The declarations about one tool for the built-in model: above all the phrases that ask for it.
public struct ToolPhrases: Sendable, Hashable {
    /// The tool's name.
    public var tool: String

    /// Whether the tool only reads, or changes something.
    public var effect: Effect

    /// A sentence per language that shows the tool's purpose; one of the phrases must match it.
    public var examples: [PhraseLanguage: String]

    /// The offer of the tool, per language, when a message may also mean another tool; by default its name.
    public var choice: [PhraseLanguage: ToolOffer]

    /// The format in which the tool's outputs list things that a later message may refer to; `nil` if they list none.
    public var items: ListedItems?

    /// The words and values that indicate the tool if no phrase matches; `nil` if only phrases lead to it.
    public var evidence: ToolEvidence?

    /// The collection of items that the tool lists; `nil` for every other tool.
    public var collection: ItemCollection?

    /// The sign in the tool's outputs that there is more; `nil` if they are always complete.
    public var continuation: OutputContinuation?

    /// Whether a call sends the person's words to an external service, so that nothing personal leads to a call unless
    /// the person asks for it.
    public var isPublic = false

    /// Whether a call uses an external service, so that a message must ask for it and not only mention it.
    public var isOutward = false

    /// The phrases, in both languages.
    public var phrases: [Phrase]

    /// Declares the phrases of a tool.
    ///
    /// - Parameter effect: The degree of caution. With ``Effect/changes``, the default, nearly the whole message must
    ///   be understood, and a follow-up such as "and item 4?" does not repeat the call.
    public init(
        tool: String,
        effect: Effect = .changes,
        examples: [PhraseLanguage: String],
        choice: [PhraseLanguage: ToolOffer] = [:],
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

    /// A tool's effect on the world.
    public enum Effect: Sendable, Hashable {
        /// It only looks something up. An unnecessary call is harmless.
        case reads
        /// It changes something. An unnecessary call is harmful.
        case changes
    }
}

/// The offer of a tool when a message may mean it or another one.
public struct ToolOffer: Sendable, Hashable {
    /// The tool's action, as worded in the question: "look in the inventory".
    public var label: String

    /// The pattern of an answer that selects it by name instead of by its number: "[in] inventory".
    public var answer: String

    /// Declares an offer.
    public init(_ label: String, answer: String) {
        self.label = label
        self.answer = answer
    }
}
