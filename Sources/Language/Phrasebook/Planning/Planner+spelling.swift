// MARK: - Corrections of the spelling

extension Planner {
    /// Returns whether the correction of a message has changed a text that the person gives, such as what a message says.
    ///
    /// A word of a phrase resembles many words: "the shop is closed" must not become "the show is closed". Items are exempt, because
    /// their names are resolved and their changes proposed.
    func hasChangedText(_ understanding: Understanding, of plain: MessageReading) -> Bool {
        let tokens = plain.matcher.utterance.tokens.indices
        let written = plain.matcher.utterance.content(of: tokens)
        return understanding.actions.contains { action in
            guard case .call(let match) = action, let tool = match.entry.tool, tool.effect == .changes,
                !isItemTool(tool.tool)
            else { return false }
            return match.filled.contains { filled in
                guard filled.slot.type.acceptsNearlyAnything || [.person, .heading].contains(filled.slot.type) else {
                    return false
                }
                return filled.values.contains { value in
                    if case .text(let text) = value { !written.contains(text) } else { false }
                }
            }
        }
    }

    /// Returns whether a tool changes items of a collection.
    func isItemTool(_ tool: String) -> Bool {
        phrases.collections.contains { [$0.tools.create, $0.tools.update, $0.tools.delete].contains(tool) }
    }
}
