import Synchronization

/// The phrases of some tools, compiled once, when they are needed first.
final class LazyPhrases: Sendable {
    private enum State {
        case raw([ToolPhrases])
        case compiled(CompiledPhrases)
    }

    private let state: Mutex<State>

    /// Phrases that are compiled later.
    init(_ tools: [ToolPhrases]) { state = Mutex(.raw(tools)) }

    /// Phrases that are compiled already.
    init(_ phrases: CompiledPhrases) { state = Mutex(.compiled(phrases)) }

    /// The compiled phrases.
    ///
    /// - Throws: ``PhrasebookError`` when a pattern cannot be read.
    func compiled() async throws -> CompiledPhrases {
        if case .compiled(let phrases) = state.withLock({ $0 }) { return phrases }
        // Detached, for the caller may be on a thread that serves connections, and this takes a tenth of a second. Whoever else needs
        // them meanwhile waits for the lock, off that thread too.
        return try await Task.detached { try self.compile() }.value
    }

    private func compile() throws(PhrasebookError) -> CompiledPhrases {
        try state.withLock { state throws(PhrasebookError) in
            switch state {
            case .compiled(let phrases): return phrases
            case .raw(let tools):
                let phrases = try CompiledPhrases(tools)
                state = .compiled(phrases)
                return phrases
            }
        }
    }
}
