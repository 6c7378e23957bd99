import FoundationEssentials
import LanguageModels

/// What one piece of a provider's stream says, in terms of the session's channel.
enum ModelStreamEvent: Sendable, Equatable {
    case text(String)
    /// Other text in the place of all that came.
    case replaceText(String)
    /// More of the words by which the model declines; the decoder's end throws the refusal.
    case refusal(String)
    /// More of a thought; without an id, of the last one.
    case reasoning(String, entryID: String? = nil, segmentID: String? = nil)
    /// What the provider wants to see again to believe that a thought is its own, and what it must be sent back as.
    case seal(String, metadata: [String: String], entryID: String)
    case toolCall(id: String, name: String, arguments: String)
    /// What the provider wants to see again with a call.
    case callMetadata([String: String], id: String, name: String)
    /// What the provider says beside the answer.
    case metadata([String: String])
    /// The tokens used, and whether the round produced calls: the count belongs to the entry that the round made.
    case usage(LanguageModelSession.Usage, ofCalls: Bool)

    /// Adds what the channel has for it.
    func add(to events: inout [LanguageModelExecutorGenerationChannel.Event]) {
        switch self {
        case .text(let text): events.append(.response(action: .appendText(text)))
        case .replaceText(let text): events.append(.response(action: .replaceTextSegment(text)))
        case .refusal(let text): events.append(.response(action: .appendRefusal(text)))
        case .reasoning(let text, let entryID, let segmentID):
            events.append(.reasoning(entryID: entryID, action: .appendText(text, segmentID: segmentID)))
        case .seal(let seal, let metadata, let entryID):
            events.append(.reasoning(entryID: entryID, action: .updateSignature(Data(seal.utf8))))
            let metadata = metadata.mapValues { GeneratedContent($0) }
            events.append(.reasoning(entryID: entryID, action: .updateMetadata(metadata)))
        case .toolCall(let id, let name, let arguments):
            events.append(.toolCalls(action: .toolCall(id: id, name: name, action: .appendArguments(arguments))))
        case .callMetadata(let metadata, let id, let name):
            let metadata = metadata.mapValues { GeneratedContent($0) }
            events.append(.toolCalls(action: .toolCall(id: id, name: name, action: .updateMetadata(metadata))))
        case .metadata(let metadata):
            events.append(.response(action: .updateMetadata(metadata.mapValues { GeneratedContent($0) })))
        case .usage(let usage, ofCalls: true):
            events.append(.toolCalls(action: .updateUsage(input: .init(usage.input), output: .init(usage.output))))
        case .usage(let usage, ofCalls: false):
            events.append(.response(action: .updateUsage(input: .init(usage.input), output: .init(usage.output))))
        }
    }
}

extension [ModelStreamEvent] {
    /// What the channel has for them.
    var channelEvents: [LanguageModelExecutorGenerationChannel.Event] {
        var events: [LanguageModelExecutorGenerationChannel.Event] = []
        for event in self { event.add(to: &events) }
        return events
    }
}
