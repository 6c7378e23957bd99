/// The entries of a session in order (Apple FoundationModels 26.0).
public struct Transcript: Sendable, Equatable {
    private var entries: [Entry]

    /// Makes a transcript of these entries.
    public init(entries: some Sequence<Entry> = []) { self.entries = Array(entries) }
}

extension Transcript: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// Makes an empty transcript.
    public init() { entries = [] }

    /// Always 0.
    public var startIndex: Int { entries.startIndex }

    /// The number of entries.
    public var endIndex: Int { entries.endIndex }

    /// The entry at a position.
    public subscript(index: Int) -> Entry {
        get { entries[index] }
        set { entries[index] = newValue }
    }

    /// Replaces a range of entries.
    public mutating func replaceSubrange(_ range: Range<Int>, with newEntries: some Collection<Entry>) {
        entries.replaceSubrange(range, with: newEntries)
    }
}

extension Transcript {
    /// One entry of a conversation.
    public enum Entry: Sendable, Equatable, Identifiable {
        /// The developer's instructions for the model, with the tools it may call.
        case instructions(Instructions)
        /// A user's prompt.
        case prompt(Prompt)
        /// The tool calls of one round.
        case toolCalls(ToolCalls)
        /// The output of one call.
        case toolOutput(ToolOutput)
        /// The model's answer.
        case response(Response)
        /// The model's reasoning before the answer.
        case reasoning(Reasoning)

        /// The entry's id.
        public var id: String {
            switch self {
            case .instructions(let entry): entry.id
            case .prompt(let entry): entry.id
            case .toolCalls(let entry): entry.id
            case .toolOutput(let entry): entry.id
            case .response(let entry): entry.id
            case .reasoning(let entry): entry.id
            }
        }
    }
}
