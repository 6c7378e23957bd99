import AgentTools
import LanguageModels
import ToolPhrases

/// A tool whose results a test scripts.
struct ScriptedTool: AgentTool {
    @Generable struct Arguments: Sendable {
        @Guide(description: "A word") var word: String
    }

    let name = "work"
    let description = "Does what a test says"
    var isDestructive = false
    /// The result of the examination before an approval; by default the call could be made.
    var examination: @Sendable (Arguments) throws -> String = { "Really \($0.word)?" }
    var work: @Sendable (Arguments) async throws -> String = { $0.word }

    var phrases: ToolPhrases { ToolPhrases(tool: name, effect: .changes, examples: [:], phrases: []) }

    @concurrent func examine(_ arguments: Arguments, caller: Caller) async throws -> String {
        try examination(arguments)
    }

    @concurrent func call(arguments: Arguments) async throws -> String { try await work(arguments) }
}
