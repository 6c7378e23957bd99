import Synchronization

/// The phrases of some tools, compiled once, when they are needed first.
final class LazyPhrases: Sendable {
    private enum Progress {
        case compiling(Task<CompiledPhrases, any Error>)
        case compiled(CompiledPhrases)
    }

    private let tools: [ToolPhrases]
    private let progress: Mutex<Progress?>

    /// Phrases that are compiled later.
    init(_ tools: [ToolPhrases]) {
        self.tools = tools
        progress = Mutex(nil)
    }

    /// Phrases that are compiled already.
    init(_ phrases: CompiledPhrases) {
        tools = phrases.tools
        progress = Mutex(.compiled(phrases))
    }

    /// The compiled phrases; whoever comes while they are being compiled waits for that.
    ///
    /// - Throws: ``PhrasebookError`` when a pattern cannot be read.
    func compiled() async throws -> CompiledPhrases {
        let progress = progress.withLock { [tools] progress in
            if let progress { return progress }
            // Detached, for the caller may be on a thread that serves connections, and this takes a tenth of a second; and it is not
            // for one caller alone.
            let begun = Progress.compiling(Task.detached { try CompiledPhrases(tools) })
            progress = begun
            return begun
        }
        switch progress {
        case .compiled(let phrases): return phrases
        case .compiling(let task): return try await task.value
        }
    }
}
