import FoundationEssentials
import LanguageModels
import StreamingJSON

/// Turns the data of the Messages interface's stream events into what they say.
struct AnthropicStreamDecoder: ModelStreamDecoder {
    private let host: String
    private let needsWholeAnswer: Bool
    private let limits: AnswerLimits
    private var blocks: AnthropicBlockTable
    private var byteCount = 0
    private var hasText = false
    private var stopReason: String?
    private var refusal = JSONValue.null
    private var model: String?
    private var counts: [String: Int] = [:]
    private(set) var isDone = false

    /// - Parameters:
    ///   - host: Whom errors name.
    ///   - fallbackID: What ids of thoughts are made from, and those of calls when the server gives none.
    ///   - needsWholeAnswer: Whether text that was cut by the token limit is of no use.
    ///   - maximumBytes: How long the answer may be.
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
        // Events that are not known may come at any time, and are not even parsed.
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

    /// A message that came in one piece.
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

    /// The words of a refusal and its tokens, for which the error at its end has no place; none for any other message.
    private mutating func refusalEvents() -> [ModelStreamEvent] {
        guard stopReason == "refusal" else { return [] }
        byteCount += explanation.utf8.count
        return (explanation.isEmpty ? [] : [.refusal(explanation)])
            + (counts.isEmpty ? [] : [.usage(usage, ofCalls: false)])
    }

    private var explanation: String { refusal["explanation"]?.stringValue ?? "" }

    /// What a message says of itself: at its start, in each change, where the last one counts, or as a whole.
    private mutating func readMessage(_ message: JSONValue, usage: JSONValue? = nil) {
        model = message["model"]?.stringValue ?? model
        if let reason = message["stop_reason"]?.stringValue {
            stopReason = reason
            refusal = message["stop_details"] ?? .null
        }
        for (name, count) in (usage ?? message["usage"])?.objectValue ?? [:] where count.doubleValue != nil {
            counts[name] = Int(tokenCount: count)
        }
    }
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
            if needsWholeAnswer || blocks.callCount > 0 { throw ModelProviderError.cutByOutputLimit }
        case "pause_turn":
            // It asks to be called again to go on with tools of its own, of which it has been given none.
            throw ModelProviderError(.notUnderstood, "\(host) paused in the middle of its answer.")
        default: break
        }
        var events: [ModelStreamEvent] = []
        if hasText {
            let metadata = ["finish_reason": finishReason, "model": model].compactMapValues { $0 }
            if !metadata.isEmpty { events.append(.metadata(metadata)) }
        }
        if !counts.isEmpty { events.append(.usage(usage, ofCalls: blocks.callCount > 0)) }
        return events
    }

    /// In the words that the other interfaces have for it.
    private var finishReason: String? {
        switch stopReason {
        case "end_turn", "stop_sequence": "stop"
        case "max_tokens", "model_context_window_exceeded": "length"
        case "tool_use": "tool_calls"
        default: stopReason
        }
    }

    /// What was read from the cache, or written to it, is not in the interface's `input_tokens`.
    private var usage: LanguageModelSession.Usage {
        let cached = counts["cache_read_input_tokens"] ?? 0
        let written = counts["cache_creation_input_tokens"] ?? 0
        return LanguageModelSession.Usage(
            input: .init(
                totalTokenCount: (counts["input_tokens"] ?? 0) + cached + written,
                cachedTokenCount: cached
            ),
            output: .init(totalTokenCount: counts["output_tokens"] ?? 0)
        )
    }
}
