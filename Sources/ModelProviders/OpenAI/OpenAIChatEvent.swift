import LanguageModels

/// What one chunk of the stream says, in terms of the session's channel.
enum OpenAIChatEvent: Sendable, Equatable {
    case text(String)
    case reasoning(String)
    case toolCall(id: String, name: String, arguments: String)
    /// What the provider says beside the answer.
    case metadata([String: String])
    /// The tokens used, and whether the round produced calls: the count belongs to the entry that the round made.
    case usage(LanguageModelSession.Usage, ofCalls: Bool)

    var channelEvent: LanguageModelExecutorGenerationChannel.Event {
        switch self {
        case .text(let text): .response(action: .appendText(text))
        case .reasoning(let text): .reasoning(action: .appendText(text))
        case .toolCall(let id, let name, let arguments):
            .toolCalls(action: .toolCall(id: id, name: name, action: .appendArguments(arguments)))
        case .metadata(let metadata):
            .response(action: .updateMetadata(metadata.mapValues { GeneratedContent($0) }))
        case .usage(let usage, ofCalls: true):
            .toolCalls(action: .updateUsage(input: .init(usage.input), output: .init(usage.output)))
        case .usage(let usage, ofCalls: false):
            .response(action: .updateUsage(input: .init(usage.input), output: .init(usage.output)))
        }
    }
}
