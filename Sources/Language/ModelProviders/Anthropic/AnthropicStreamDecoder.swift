import FoundationEssentials
import LanguageModels
import StreamingJSON

/// Decodes the stream events of the Messages interface.
struct AnthropicStreamDecoder: ModelStreamDecoder {
    private let host: String
    private let needsWholeAnswer: Bool
    private let limits: AnswerLimits
    private var blocks: AnthropicBlockTable
    private var byteCount = 0
    private var hasText = false
    private var stopReason: String?
    private var stopSequence: String?
    private var refusal = JSONValue.null
    private var model: String?
    private var counts: [String: Int] = [:]
    private(set) var isDone = false

    /// - Parameters:
    ///   - host: The provider's host, for errors.
    ///   - fallbackID: The base of the ids of thoughts, and of calls without an id of the server.
    ///   - needsWholeAnswer: Whether text that was cut by the token limit is an error.
    ///   - maximumBytes: The largest size of the answer.
    init(
        host: String,
        fallbackID: String,
        needsWholeAnswer: Bool,
        maximumBytes: Int = AnswerLimits.longestAnswer
    ) {
        self.host = host
        self.needsWholeAnswer = needsWholeAnswer
        limits = AnswerLimits(host: host, maximumBytes: maximumBytes)
        blocks = AnthropicBlockTable(host: host, fallbackID: fallbackID)
    }

    mutating func decode(
        _ data: UnsafeBufferPointer<UInt8>,
        into events: inout [ModelStreamEvent]
    ) throws(ModelProviderError) {
        guard !isDone, !data.isEmpty else { return }
        let start = events.count
        switch AnthropicDelta(data) {
        case .malformed: throw .notJSON(from: host)
        case .content(let kind, let text, let index):
            byteCount += text.utf8.count
            if let event = try blocks.add(text, of: kind, to: index) { events.append(event) }
        case .other(let type): events += try read(type, data)
        }
        if !hasText { hasText = events[start...].contains { if case .text = $0 { true } else { false } } }
        try limits.check(byteCount: byteCount, callCount: blocks.callCount)
    }

    private mutating func read(
        _ type: String,
        _ data: UnsafeBufferPointer<UInt8>
    ) throws(ModelProviderError) -> [ModelStreamEvent] {
        // Unknown events may occur at any time. They are not parsed.
        guard Self.knownTypes.contains(type) else { return [] }
        guard let event = JSONValue(repairing: data) else { throw .notJSON(from: host) }
        let index = event["index"]?.intValue ?? 0
        switch type {
        case "message_start": readMessage(event["message"] ?? .null)
        case "content_block_start": return try begin(event["content_block"] ?? .null, at: index)
        case "content_block_stop": return blocks.end(at: index)
        case "message_delta": readMessage(event["delta"] ?? .null, usage: event["usage"])
        case "message_stop":
            isDone = true
            return refusalEvents()
        case "message": return try readWhole(event)
        default:
            // Some servers send an error without a type.
            if let error = event["error"], !error.isNull {
                throw AnthropicFailure(error: error).error(from: host, now: .now)
            }
        }
        return []
    }

    private static let knownTypes: Set<String> = [
        "message_start", "content_block_start", "content_block_stop", "message_delta", "message_stop", "message",
        "error", "",
    ]

    private mutating func begin(_ block: JSONValue, at index: Int) throws(ModelProviderError) -> [ModelStreamEvent] {
        for member in ["text", "thinking", "data", "id", "name", "signature"] {
            byteCount += block[member]?.stringValue?.utf8.count ?? 0
        }
        return try blocks.begin(block, at: index)
    }

    /// Reads a message that is the whole response body.
    private mutating func readWhole(_ message: JSONValue) throws(ModelProviderError) -> [ModelStreamEvent] {
        readMessage(message)
        var events: [ModelStreamEvent] = []
        for (index, block) in (message["content"]?.arrayValue ?? []).enumerated() {
            events += try begin(block, at: index)
            events += blocks.end(at: index)
        }
        isDone = true
        return events + refusalEvents()
    }

    /// Returns the text and the tokens of a refusal, because the error at its end carries neither; nothing for other messages.
    private mutating func refusalEvents() -> [ModelStreamEvent] {
        guard stopReason == "refusal" else { return [] }
        byteCount += explanation.utf8.count
        return (explanation.isEmpty ? [] : [.refusal(explanation)])
            + (counts.isEmpty ? [] : [.usage(usage, ofCalls: false)])
    }

    private var explanation: String { refusal["explanation"]?.stringValue ?? "" }

    /// Reads the properties of a message: those at its start, those of each change, where the last one counts, or all at once.
    private mutating func readMessage(_ message: JSONValue, usage: JSONValue? = nil) {
        model = message["model"]?.stringValue ?? model
        if let reason = message["stop_reason"]?.stringValue {
            stopReason = reason
            stopSequence = message["stop_sequence"]?.stringValue
            refusal = message["stop_details"] ?? .null
        }
        readCounts(usage ?? message["usage"] ?? .null)
    }

    /// Reads the counts and those in their details; the names are different.
    private mutating func readCounts(_ usage: JSONValue) {
        for (name, count) in usage.objectValue ?? [:] {
            if count.doubleValue != nil {
                counts[name] = Int(tokenCount: count)
            } else if Self.countDetails.contains(name) {
                readCounts(count)
            }
        }
    }

    private static let countDetails: Set<String> = ["cache_creation", "output_tokens_details"]
}

extension AnthropicStreamDecoder {
    func finish() throws -> [ModelStreamEvent] {
        guard isDone else { throw ModelProviderError.cutShort(by: host) }
        switch stopReason {
        case "refusal":
            throw LanguageModelError.refusal(
                .init(
                    explanation: explanation,
                    debugDescription: "The model declined to answer."
                )
            )
        case "max_tokens", "model_context_window_exceeded":
            // The limit includes thoughts, so the answer may consist of thoughts only.
            if needsWholeAnswer || blocks.callCount > 0 || !hasText { throw ModelProviderError.cutByOutputLimit }
        case "pause_turn":
            // The provider asks for another call so that it can continue with tools of its own, but the request offered none.
            throw ModelProviderError(.notUnderstood, "\(host) paused in the middle of its answer.")
        default: break
        }
        if !hasText, blocks.callCount == 0 { throw ModelProviderError.emptyAnswer(of: host) }
        var events: [ModelStreamEvent] = []
        if hasText {
            let metadata = ["finish_reason": finishReason, "model": model, "stop_sequence": stopSequence]
                .compactMapValues { $0 }
            if !metadata.isEmpty { events.append(.metadata(metadata)) }
        }
        if !counts.isEmpty { events.append(.usage(usage, ofCalls: blocks.callCount > 0)) }
        return events
    }

    /// The finish reason, in the words of the other interfaces.
    private var finishReason: String? {
        switch stopReason {
        case "end_turn", "stop_sequence": "stop"
        case "max_tokens", "model_context_window_exceeded": "length"
        case "tool_use": "tool_calls"
        default: stopReason
        }
    }

    /// The tokens used.
    ///
    /// The interface's `input_tokens` does not include tokens that were read from the cache or written to it.
    private var usage: LanguageModelSession.Usage {
        let cached = counts["cache_read_input_tokens"] ?? 0
        let written = counts["cache_creation_input_tokens"] ?? 0
        var input = LanguageModelSession.Usage.Input(
            totalTokenCount: (counts["input_tokens"] ?? 0) + cached + written,
            cachedTokenCount: cached
        )
        input.writtenTokenCount = written
        input.longWrittenTokenCount = min(counts["ephemeral_1h_input_tokens"] ?? 0, written)
        return LanguageModelSession.Usage(
            input: input,
            output: .init(
                totalTokenCount: counts["output_tokens"] ?? 0,
                reasoningTokenCount: counts["thinking_tokens"] ?? 0
            )
        )
    }
}
