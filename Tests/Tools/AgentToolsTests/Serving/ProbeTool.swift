import AgentTools
import LanguageModels
import ToolPhrases
import Synchronization

/// A tool with a test's behavior, which counts its calls.
struct ProbeTool: AgentTool {
    @Generable struct Arguments: Sendable {
        @Guide(description: "A word") var word: String
        @Guide(description: "A number") var number: Int?
    }

    var name = "probe"
    let description = "Does what a test says"
    var effect = ToolPhrases.Effect.reads
    var isDestructive = false
    var outputBudget: Int? = 1000
    var cachePolicy = ToolCachePolicy.none
    let counter = Counter()
    var answer: @Sendable (Arguments) async throws -> String = { $0.word }

    var phrases: ToolPhrases { ToolPhrases(tool: name, effect: effect, examples: [:], phrases: []) }

    func question(for arguments: Arguments, caller: Caller) -> String {
        caller.text("Really \(arguments.word)?", "本当に\(arguments.word)？")
    }

    @concurrent func call(arguments: Arguments) async throws -> String {
        counter.increment()
        ToolCallContext.current?.attach(ToolArtifact(type: "probe.word", content: GeneratedContent(arguments.word)))
        return try await answer(arguments)
    }

    final class Counter: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock { $0 } }
        func increment() { number.withLock { $0 += 1 } }
    }
}
