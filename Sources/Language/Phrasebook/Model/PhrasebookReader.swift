/// The built-in model as a value, for those who only declare or offer tools.
public struct PhrasebookReader: PhraseReader {
    /// Makes a reader.
    public init() {}

    /// Returns the names of the arguments that the patterns fill.
    ///
    /// - Throws: ``PhrasebookError`` for the first pattern that is not valid.
    public func slotArguments(of tool: ToolPhrases) throws(PhrasebookError) -> Set<String> { try tool.slotArguments() }

    /// Returns the literal texts and the choices of all valid phrases.
    public func literalTexts(of tool: ToolPhrases) -> [String] { tool.literalTexts }

    /// Returns an example that is not understood as a call of the tool; `nil` if each is.
    ///
    /// - Throws: ``PhrasebookError`` for the first pattern that is not valid.
    public func unmatchedExample(of tool: ToolPhrases) throws(PhrasebookError) -> String? {
        try tool.unmatchedExample()
    }

    /// Makes the built-in model with these tools' phrases.
    public func model(
        calling tools: [ToolPhrases],
        preparing preparations: [String: CallPreparation]
    ) -> any PhraseModel {
        PhrasebookLanguageModel(compilingLater: tools, preparing: preparations)
    }
}
