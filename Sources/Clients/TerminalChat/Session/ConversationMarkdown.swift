package import AgentWire

/// A conversation as a Markdown file, with its messages as a person saw them.
package enum ConversationMarkdown {
    /// Returns the text of the file.
    package static func text(of document: ConversationDocument, _ drawing: Drawing) -> String {
        var parts = ["# \(Scrollback.shown(document.conversation.title, drawing))"]
        for message in document.messages {
            let isPerson = message.role == "user"
            parts.append(isPerson ? drawing.words("**You:**", "**あなた:**") : "**Torii:**")
            parts.append(message.text.harmless.trimmed)
        }
        return parts.joined(separator: "\n\n") + "\n"
    }
}
