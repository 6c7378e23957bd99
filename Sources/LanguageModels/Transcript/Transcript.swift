/// Everything said in a session, in order (Apple FoundationModels 26.0).
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

    /// One entry.
    public subscript(index: Int) -> Entry {
        get { entries[index] }
        set { entries[index] = newValue }
    }

    /// Puts other entries in the place of some.
    public mutating func replaceSubrange(_ range: Range<Int>, with newEntries: some Collection<Entry>) {
        entries.replaceSubrange(range, with: newEntries)
    }
}

extension Transcript {
    /// One thing said, by whom.
    public enum Entry: Sendable, Equatable, Identifiable {
        /// What the developer told the model, with the tools it may call.
        case instructions(Instructions)
        /// What the person said.
        case prompt(Prompt)
        /// The calls that the model wants made, together.
        case toolCalls(ToolCalls)
        /// What one call gave back.
        case toolOutput(ToolOutput)
        /// What the model answered.
        case response(Response)
        /// What the model thought before answering.
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
