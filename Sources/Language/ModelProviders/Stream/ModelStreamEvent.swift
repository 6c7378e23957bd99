import FoundationEssentials
import LanguageModels

/// One event of a provider's stream, in the terms of the session's channel.
enum ModelStreamEvent: Sendable, Equatable {
    case text(String)
    /// A text that replaces all text so far.
    case replaceText(String)
    /// A part of the text with which the model declines. The decoder throws the refusal at its end.
    case refusal(String)
    /// A part of a thought; without an id it belongs to the last one.
    case reasoning(String, entryID: String? = nil, segmentID: String? = nil)
    /// The metadata that is stored with a thought; without an id, with the last one.
    case thoughtMetadata([String: String], entryID: String? = nil)
    /// The seal that the provider requires back to accept a thought as its own, and the metadata that is sent back with it.
    case seal(String, metadata: [String: String], entryID: String)
    case toolCall(id: String, name: String, arguments: String)
    /// The metadata that the provider requires back with a call.
    case callMetadata([String: String], id: String, name: String)
    /// Metadata of the answer.
    case metadata([String: String])
    /// The tokens used, and whether the round produced calls: the count belongs to the entry that the round produced.
    case usage(LanguageModelSession.Usage, ofCalls: Bool)

    /// Appends the channel's events for this one.
    func add(to events: inout [LanguageModelExecutorGenerationChannel.Event]) {
        switch self {
        case .text(let text): events.append(.response(action: .appendText(text)))
        case .replaceText(let text): events.append(.response(action: .replaceTextSegment(text)))
        case .refusal(let text): events.append(.response(action: .appendRefusal(text)))
        case .reasoning(let text, let entryID, let segmentID):
            events.append(.reasoning(entryID: entryID, action: .appendText(text, segmentID: segmentID)))
        case .thoughtMetadata(let metadata, let entryID):
            let metadata = metadata.mapValues { GeneratedContent($0) }
            events.append(.reasoning(entryID: entryID, action: .updateMetadata(metadata)))
        case .seal(let seal, let metadata, let entryID):
            let metadata = metadata.mapValues { GeneratedContent($0) }
            // The signature is last, because the session passes it on with the metadata.
            events.append(.reasoning(entryID: entryID, action: .updateMetadata(metadata)))
            events.append(.reasoning(entryID: entryID, action: .updateSignature(Data(seal.utf8))))
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
    /// The channel's events.
    var channelEvents: [LanguageModelExecutorGenerationChannel.Event] {
        var events: [LanguageModelExecutorGenerationChannel.Event] = []
        for event in self { event.add(to: &events) }
        return events
    }
}
