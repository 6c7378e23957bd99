import LanguageModels

extension GenerationParameters {
    /// Returns the words that ask for a call, for an interface that cannot require one; `nil` if the choice requires none.
    ///
    /// A model may answer with text all the same. It is the way of clients to ask again then, and a refusal would not even have been a try.
    ///
    /// - Parameter tools: The tools of the round, by their names on the wire.
    func wordsForRequiredCall(of tools: [Transcript.ToolDefinition]) -> String? {
        let names = toolChoice.callable(of: tools).map(\.name)
        guard toolChoice.isRequired, !names.isEmpty else { return nil }
        let call = names.count == 1 ? "the tool \(names[0])" : "one of the tools \(names.joined(separator: ", "))"
        return "[The app's note: answer with a call of \(call), and with no text.]"
    }
}
