package import AgentWire

/// Something that happened, for ``ChatMachine``.
package enum ChatInput: Sendable {
    /// A key.
    case key(Key)
    /// A moment passed, so that clocks and marks on the screen change.
    case tick
    /// An event of the run that is followed.
    case event(NativeEvent)
    /// The state of the connection to the run that is followed.
    case connection(RunView.Connection)
    /// The run that is followed sends no more events; the failure is `nil` after its terminal event.
    case runEnded(ChatFailure?)
    /// The client, its models and limits.
    case session(WireSession)
    /// The tools.
    case tools([ToolDescription])
    /// The decision about a call was accepted.
    case decided(call: String)
    /// The decision about a call was refused.
    case notDecided(call: String, ChatFailure)
    /// A list of conversations.
    case conversations([ConversationPage.Conversation], matching: String?, hasMore: Bool)
    /// The last messages of a conversation.
    case opened(ConversationPage.Conversation, MessagePage)
    /// There is no conversation to continue.
    case nothingToOpen
    /// A conversation has a new title.
    case renamed(conversation: String, title: String)
    /// A conversation was deleted.
    case deleted(conversation: String)
    /// A conversation was written into a file.
    case exported(file: String)
    /// A request failed that is not the run.
    case failed(ChatFailure)
}

extension ChatInput {
    /// Whether the input is the reply to a request that no command has made.
    var isUnrequested: Bool {
        switch self {
        case .session, .tools: true
        default: false
        }
    }
}
