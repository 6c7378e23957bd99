public import LanguageModels

/// What reads phrases: the parts of the built-in model that tools, the runtime and the server need.
///
/// They have it as a value, so that only the program that puts them together imports the model.
public protocol PhraseReader: Sendable {
    /// Returns the names of the arguments that a tool's patterns fill, and compiles the patterns to find their faults.
    ///
    /// - Throws: ``PhrasebookError`` for the first pattern that is not valid.
    func slotArguments(of tool: ToolPhrases) throws(PhrasebookError) -> Set<String>

    /// Returns the literal texts and the choices of a tool's valid phrases, each once, in their order; without the units after numbers.
    func literalTexts(of tool: ToolPhrases) -> [String]

    /// Returns a tool's example that is not understood as a call of it; `nil` if each is.
    ///
    /// Examples of a language that asks the person before a call are not tried.
    ///
    /// - Throws: ``PhrasebookError`` for the first pattern that is not valid.
    func unmatchedExample(of tool: ToolPhrases) throws(PhrasebookError) -> String?

    /// Makes the model that calls tools by their phrases, which are compiled on first use.
    ///
    /// - Parameter preparations: The steps around the calls of some tools, by the tools' names.
    func model(calling tools: [ToolPhrases], preparing preparations: [String: CallPreparation]) -> any PhraseModel
}

/// A model that calls tools by their phrases.
public protocol PhraseModel: LanguageModel {
    /// Forgets the messages of some owners whose calls are still running, because they are to be erased; they are read again if they are
    /// needed.
    ///
    /// - Parameter isErased: Whether an owner is one of them, by the entry `client` of the requests' metadata.
    func forgetReadings(where isErased: (String) -> Bool)
}
