package import AgentWire

/// A step that the shell performs for ``ChatMachine``.
package enum ChatAction: Sendable, Equatable {
    /// Sends a message and follows its run.
    case send(ChatTurn)
    /// Follows a run from its first event on.
    case follow(run: String)
    /// Cancels the run that is followed; `nil` if its id is not known yet.
    case stop(run: String?)
    /// Sends a person's decision about a call.
    case decide(run: String, call: String, CallAnswer)
    /// Lists the conversations, those with a text if there is one.
    case list(matching: String?)
    /// Reads the last messages of a conversation.
    case open(conversation: String)
    /// Reads the last messages of the latest conversation.
    case openLatest
    /// Replaces a conversation's title.
    case rename(conversation: String, title: String)
    /// Deletes a conversation.
    case delete(conversation: String)
    /// Writes a conversation into a file that does not exist yet.
    case export(conversation: String, file: String, asJSON: Bool)
    /// Stores a message in the file of the history.
    case remember(String)
    /// Passes a text to the terminal's clipboard.
    case copy(String)
    /// Clears the screen.
    case clearScreen
    /// Stops the process until the shell continues it.
    case suspend
    /// Leaves.
    ///
    /// - Parameter keepsRun: Whether the run that is followed continues without this reader.
    case quit(keepsRun: Bool)
}

/// A message to send.
package struct ChatTurn: Sendable, Equatable {
    /// The message.
    package var message: String
    /// The conversation to continue; `nil` starts one.
    package var conversation: String?
    /// The run that the turn replaces, with all later ones; `nil` for a turn at the end.
    package var replaces: String?
    /// The model; `nil` lets the server choose.
    package var model: String?

    /// Makes a message.
    package init(message: String, conversation: String? = nil, replaces: String? = nil, model: String? = nil) {
        self.message = message
        self.conversation = conversation
        self.replaces = replaces
        self.model = model
    }
}
