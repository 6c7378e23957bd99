import FoundationEssentials
import StreamSafeText
import StreamingJSON

/// A builder of one round from channel events: it makes the entries for the transcript and the events for the reader.
///
/// Reasoning and answers keep the order in which they started; the calls are last, because their outputs follow them.
/// A model cannot exceed the limits: ids, names, metadata and signatures count like text, and a replacement counts
/// like the text it replaces.
struct RoundAssembler {
    typealias Channel = LanguageModelExecutorGenerationChannel

    /// The maximum number of entries and segments; no provider sends that many, and each event searches through them.
    static let maximumParts = 4096

    private let maximumBytes: Int
    private let maximumCalls: Int
    private let streamedTools: Set<String>
    private var partCount = 0
    private(set) var byteCount = 0
    private(set) var parts: [Part] = []
    private(set) var responses: [ResponsePart] = []
    private(set) var thoughts: [ReasoningPart] = []
    private var refusalSafety = StreamSafeProcess()
    private(set) var callsID: String?
    private(set) var calls: [Call] = []
    private(set) var usage = LanguageModelSession.Usage()
    private(set) var firstContentAt: ContinuousClock.Instant?

    /// - Parameter streamedTools: The names of the tools whose calls are emitted while the model writes them.
    init(maximumBytes: Int = .max, maximumCalls: Int = .max, streamedTools: Set<String> = []) {
        self.maximumBytes = maximumBytes
        self.maximumCalls = maximumCalls
        self.streamedTools = streamedTools
    }

    /// Applies one event and returns the event for the reader, if there is one.
    mutating func apply(_ event: Channel.Event) throws(LanguageModelSession.TurnError) -> SessionEvent? {
        if firstContentAt == nil, event.isContent { firstContentAt = .now }
        switch event.content {
        case .response(let step): return try apply(step)
        case .reasoning(let step): return try apply(step)
        case .toolCalls(let step):
            if callsID == nil, let id = step.entryID {
                try count(id)
                callsID = id
            }
            return try apply(step.action)
        }
    }

    private mutating func count(_ text: String) throws(LanguageModelSession.TurnError) { try count(text.utf8.count) }

    private mutating func count(_ bytes: Int) throws(LanguageModelSession.TurnError) {
        byteCount += bytes
        guard byteCount <= maximumBytes else { throw .answerTooLong(limit: maximumBytes) }
    }

    private mutating func count(_ metadata: [String: GeneratedContent]) throws(LanguageModelSession.TurnError) {
        for (name, value) in metadata { try count(name.utf8.count + value.jsonString.utf8.count) }
    }

    private mutating func setUsage(_ count: Channel.Usage) throws(LanguageModelSession.TurnError) {
        usage = LanguageModelSession.Usage(count)
        try self.count(usage.metadata)
    }

    /// Counts the start of an entry or of a segment, in addition to its text.
    private mutating func countPart(_ id: String?) throws(LanguageModelSession.TurnError) {
        partCount += 1
        guard partCount <= Self.maximumParts else { throw .tooManyParts(limit: Self.maximumParts) }
        if let id { try count(id) }
    }
}

// MARK: - Answers and reasoning

extension RoundAssembler {
    private mutating func apply(_ step: Channel.Response) throws(LanguageModelSession.TurnError) -> SessionEvent? {
        switch step.action.kind {
        case .appendText(let fragment):
            guard !fragment.content.isEmpty else { return nil }
            try count(fragment.content)
            let (emitted, isNew) = try withResponse(step.entryID) {
                ($0.text.append(fragment), $0.text.hasStartedSegment)
            }
            if isNew { try countPart(fragment.segmentID) }
            return .textDelta(emitted)
        case .replaceText(let replacement):
            try count(replacement.content.utf8.count + (replacement.segmentID?.utf8.count ?? 0))
            try withResponse(step.entryID) { $0.text.replace(replacement) }
            return .textReplaced(answer)
        case .appendRefusal(let fragment):
            // Not part of an entry: the round ends with an error that has the whole text.
            guard !fragment.content.isEmpty else { return nil }
            try count(fragment.content)
            return .refusalDelta(refusalSafety.next(fragment.content))
        case .addAttachment(let segment):
            try countPart(segment.id)
            // The size in base64, as the image is stored.
            let image = segment.content.image
            try count(image.data.map { ($0.count + 2) / 3 * 4 } ?? image.url?.absoluteString.utf8.count ?? 0)
            try withResponse(step.entryID) { $0.add(segment) }
        case .removeAttachment(let id):
            try withResponse(step.entryID) { $0.attachments.removeAll { $0.segment.id == id } }
        case .updateMetadata(let metadata):
            try count(metadata.values)
            try withResponse(step.entryID) { $0.metadata = metadata.values }
        case .updateUsage(let count):
            try setUsage(count)
        }
        return nil
    }

    private mutating func apply(_ step: Channel.Reasoning) throws(LanguageModelSession.TurnError) -> SessionEvent? {
        switch step.action.kind {
        case .appendText(let fragment):
            guard !fragment.content.isEmpty else { return nil }
            try count(fragment.content)
            let (emitted, isNew) = try withReasoning(step.entryID) {
                ($0.text.append(fragment), $0.text.hasStartedSegment)
            }
            if isNew { try countPart(fragment.segmentID) }
            return .reasoningDelta(emitted)
        case .replaceText(let replacement):
            try count(replacement.content.utf8.count + (replacement.segmentID?.utf8.count ?? 0))
            try withReasoning(step.entryID) { $0.text.replace(replacement) }
        case .updateSignature(let seal):
            try count(seal.signature.count)
            let metadata = try withReasoning(step.entryID) {
                $0.signature = seal.signature
                return $0.metadata
            }
            return .reasoningSigned(seal.signature, metadata: metadata)
        case .updateMetadata(let metadata):
            try count(metadata.values)
            try withReasoning(step.entryID) { $0.metadata = metadata.values }
        case .updateUsage(let count):
            try setUsage(count)
        }
        return nil
    }

    /// The text of all answers of the round.
    private var answer: String {
        responses.map(\.text.joined).joined(separator: "\n")
    }

    /// An event without an id belongs to the last answer, wherever it is in the round.
    @discardableResult
    private mutating func withResponse<Result>(
        _ id: String?,
        _ body: (inout ResponsePart) -> Result
    ) throws(LanguageModelSession.TurnError) -> Result {
        for index in responses.indices.reversed() {
            let entryID = responses[index].entryID
            guard id == nil || entryID == nil || entryID == id else { continue }
            if entryID == nil, let id {
                try count(id)
                responses[index].entryID = id
            }
            return body(&responses[index])
        }
        try countPart(id)
        var part = ResponsePart(entryID: id)
        part.text.followsOtherText = !responses.isEmpty
        parts.append(.response(responses.count))
        responses.append(part)
        return body(&responses[responses.count - 1])
    }

    /// An event without an id belongs to the reasoning at the end of the round; after another kind of event it starts
    /// a new entry.
    @discardableResult
    private mutating func withReasoning<Result>(
        _ id: String?,
        _ body: (inout ReasoningPart) -> Result
    ) throws(LanguageModelSession.TurnError) -> Result {
        for part in parts.reversed() {
            guard case .reasoning(let index) = part else {
                if id == nil { break }
                continue
            }
            let entryID = thoughts[index].entryID
            guard id == nil || entryID == nil || entryID == id else { continue }
            if entryID == nil, let id {
                try count(id)
                thoughts[index].entryID = id
            }
            return body(&thoughts[index])
        }
        try countPart(id)
        parts.append(.reasoning(thoughts.count))
        thoughts.append(ReasoningPart(entryID: id))
        return body(&thoughts[thoughts.count - 1])
    }
}

// MARK: - Calls

extension RoundAssembler {
    private mutating func apply(
        _ action: Channel.ToolCalls.Action
    ) throws(LanguageModelSession.TurnError) -> SessionEvent? {
        switch action.kind {
        case .toolCall(let step): return try apply(step)
        case .removeToolCall(let id):
            let id = id.streamSafe
            // The reader may have acted on the emitted call already, so the round cannot continue without it.
            if calls.contains(where: { $0.originalID == id && $0.isStreamed }) { throw .shownCallRemoved(id: id) }
            calls.removeAll { $0.originalID == id }
        case .updateMetadata: break
        case .updateUsage(let count): try setUsage(count)
        }
        return nil
    }

    private mutating func apply(
        _ step: Channel.ToolCalls.ToolCall
    ) throws(LanguageModelSession.TurnError) -> SessionEvent? {
        let id = step.id.streamSafe
        let known = calls.firstIndex { $0.originalID == id }
        if known == nil {
            guard calls.count < maximumCalls else { throw .tooManyToolCalls(limit: maximumCalls) }
            try count(id.utf8.count + step.name.utf8.count)
            let name = step.name.streamSafe
            calls.append(Call(originalID: id, name: name, isStreamed: streamedTools.contains(name)))
        }
        let index = known ?? calls.count - 1
        var piece = ""
        switch step.action.kind {
        case .appendArguments(let fragment):
            try count(fragment.content)
            piece = calls[index].append(fragment.content)
        case .updateMetadata(let metadata):
            try count(metadata.values)
            calls[index].metadata = metadata.values
        }
        guard calls[index].isStreamed, known == nil || !piece.isEmpty else { return nil }
        return .callDelta(id: calls[index].id, name: calls[index].name, arguments: piece)
    }
}
