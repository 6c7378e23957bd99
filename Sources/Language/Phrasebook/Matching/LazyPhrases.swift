import Synchronization

/// The phrases of some tools, compiled once, on first use.
final class LazyPhrases: Sendable {
    private enum Progress {
        case compiling(Task<CompiledPhrases, any Error>)
        case compiled(CompiledPhrases)
    }

    private struct Reference {
        weak var phrases: LazyPhrases?
    }

    /// The phrases that models of the process have.
    private static let inUse = Mutex<[Reference]>([])

    private let tools: [ToolPhrases]
    private let progress: Mutex<Progress?>

    /// Returns the phrases of these tools that a model of the process has, or makes phrases that are compiled on first use.
    static func shared(_ tools: [ToolPhrases]) -> LazyPhrases {
        inUse.withLock { inUse in
            inUse.removeAll { $0.phrases == nil }
            if let same = inUse.lazy.compactMap(\.phrases).first(where: { $0.tools == tools }) { return same }
            let phrases = LazyPhrases(tools)
            inUse.append(Reference(phrases: phrases))
            return phrases
        }
    }

    /// Makes phrases that are compiled on first use.
    init(_ tools: [ToolPhrases]) {
        self.tools = tools
        progress = Mutex(nil)
    }

    /// Makes phrases that are compiled already.
    init(_ phrases: CompiledPhrases) {
        tools = phrases.tools
        progress = Mutex(.compiled(phrases))
    }

    /// Returns the compiled phrases; callers during the compilation wait for it.
    ///
    /// - Throws: ``PhrasebookError`` if a pattern is invalid.
    func compiled() async throws -> CompiledPhrases {
        let progress = progress.withLock { [tools] progress in
            if let progress { return progress }
            // Detached because the caller may be on a thread that serves connections, and compiling takes a tenth of a
            // second; also, the result is for all callers, not for one that may be cancelled.
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
