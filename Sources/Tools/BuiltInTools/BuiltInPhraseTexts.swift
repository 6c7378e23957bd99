import CToolPhrases
import ToolPhrases

extension PhraseTexts {
    /// The patterns and words of the built-in tools, a file for each family.
    static let builtInTools = PhraseTexts(bytes: torii_tool_phrases(), count: torii_tool_phrases_size())
}
