import AgentTools
import LanguageModels
import Phrasebook

/// A tool that answers with a text after some time.
struct PlayedTool: AgentTool {
    let name: String
    let description = "Answers after a while."
    var time: Duration = .zero
    var output = "Done."
    var cachePolicy = ToolCachePolicy.none

    var phrases: ToolPhrases { ToolPhrases(tool: name, effect: .reads, examples: [:], phrases: []) }

    @concurrent func call(arguments: GeneratedContent) async throws -> String {
        if time > .zero { try await Task.sleep(for: time) }
        return output
    }
}
