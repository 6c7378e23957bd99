import FoundationEssentials
import LanguageModels
import StreamingJSON

/// Decodes the stream events of the Responses interface.
struct OpenAIResponsesStreamDecoder: ModelStreamDecoder {
    private let host: String
    private let needsWholeAnswer: Bool
    private let limits: AnswerLimits
    private var items: OpenAIResponsesItemTable
    private var byteCount = 0
    private var refusal = ""
    private var hasText = false
    private var incompleteReason: String?
    private var model: String?
    private var usage: LanguageModelSession.Usage?
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
        items = OpenAIResponsesItemTable(host: host, fallbackID: fallbackID)
    }

    mutating func decode(
        _ data: UnsafeBufferPointer<UInt8>,
        into events: inout [ModelStreamEvent]
    ) throws(ModelProviderError) {
        // The specification has no such end, but servers that translate from chat completions may send it.
        guard !isDone, !data.isEmpty, !data.elementsEqual("[DONE]".utf8) else { return }
        let start = events.count
        switch OpenAIResponsesDelta(data) {
        case .malformed: throw .notJSON(from: host)
        case .content(let kind, let text, let itemID, let part):
            byteCount += text.utf8.count
            if kind == .refusal { refusal += text }
            if let event = try items.add(text, of: kind, to: itemID, part: part) { events.append(event) }
        case .other(let type): events += try read(type, data)
        }
        if !hasText { hasText = events[start...].contains { if case .text = $0 { true } else { false } } }
        try limits.check(byteCount: byteCount, callCount: items.callCount)
    }

    private mutating func read(
        _ type: String,
        _ data: UnsafeBufferPointer<UInt8>
    ) throws(ModelProviderError) -> [ModelStreamEvent] {
        // Unknown events may occur at any time. They are not parsed.
        guard Self.knownTypes.contains(type) else { return [] }
        guard let event = JSONValue(repairing: data) else { throw .notJSON(from: host) }
        switch type {
        case "response.output_item.added":
            return try items.begin(event["item"] ?? .null)
        case "response.output_item.done":
            return try end([event["item"] ?? .null])
        case "response.completed", "response.incomplete", "response.failed":
            return try end(response: event["response"] ?? .null)
        case "error":
            // Servers send the error in a member; the specification has the members of the error in the event itself.
            throw failure(event["error"].flatMap { $0.isNull ? nil : $0 } ?? event)
        default:
            if event["object"] == "response" { return try end(response: event) }
            if let error = event["error"], !error.isNull { throw failure(error) }
            if let error = OpenAIFlatError.error(in: event) { throw failure(error) }
            return []
        }
    }

    private static let knownTypes: Set<String> = [
        "response.output_item.added", "response.output_item.done", "response.completed", "response.incomplete",
        "response.failed", "error", "",
    ]

    private func failure(_ error: JSONValue) -> ModelProviderError {
        OpenAIFailure(error: error).error(from: host, interface: "responses", now: .now)
    }

    /// Reads the whole response, at the end of the stream or as the only body.
    private mutating func end(response: JSONValue) throws(ModelProviderError) -> [ModelStreamEvent] {
        if let error = response["error"], !error.isNull { throw failure(error) }
        guard response["status"] != "failed" else { throw failure(.null) }
        model = response["model"]?.stringValue
        if let counts = response["usage"], counts.objectValue != nil { usage = Self.usage(counts) }
        if response["status"] == "incomplete" {
            incompleteReason = response["incomplete_details"]?["reason"]?.stringValue ?? "unknown"
        }
        isDone = true
        var events = try end(response["output"]?.arrayValue ?? [])
        if !hasText { hasText = events.contains { if case .text = $0 { true } else { false } } }
        // A refusal or an empty answer ends with an error, which cannot carry the usage.
        if let usage, !refusal.isEmpty || isEmpty { events.append(.usage(usage, ofCalls: false)) }
        return events
    }

    private mutating func end(_ whole: [JSONValue]) throws(ModelProviderError) -> [ModelStreamEvent] {
        var events: [ModelStreamEvent] = []
        for item in whole {
            let more = try items.end(item)
            byteCount += more.reduce(0) { $0 + $1.byteCount }
            events += more
            // A refusal that arrived in deltas is already known.
            if refusal.isEmpty {
                refusal = (item["content"]?.arrayValue ?? []).compactMap { $0["refusal"]?.stringValue }.joined()
                byteCount += refusal.utf8.count
                if !refusal.isEmpty { events.append(.refusal(refusal)) }
            }
        }
        return events
    }

    /// Whether a whole answer has neither text nor calls nor thoughts.
    private var isEmpty: Bool {
        incompleteReason == nil && !hasText && items.callCount == 0 && !items.hasThoughts && refusal.isEmpty
    }

    private static func usage(_ counts: JSONValue) -> LanguageModelSession.Usage {
        let details = counts["input_tokens_details"]
        var input = LanguageModelSession.Usage.Input(
            totalTokenCount: Int(tokenCount: counts["input_tokens"]),
            cachedTokenCount: Int(tokenCount: details?["cached_tokens"])
        )
        input.writtenTokenCount = min(Int(tokenCount: details?["cache_write_tokens"]), input.totalTokenCount)
        let written = details?["cache_write_tokens_details"] ?? counts["cache_write_tokens_details"]
        input.longWrittenTokenCount = min(Int(tokenCount: written?["ttl_12h_tokens"]), input.writtenTokenCount)
        return LanguageModelSession.Usage(
            input: input,
            output: .init(
                totalTokenCount: Int(tokenCount: counts["output_tokens"]),
                reasoningTokenCount: Int(tokenCount: counts["output_tokens_details"]?["reasoning_tokens"])
            )
        )
    }
}

extension OpenAIResponsesStreamDecoder {
    func finish() throws -> [ModelStreamEvent] {
        guard isDone else { throw ModelProviderError.cutShort(by: host) }
        guard refusal.isEmpty else {
            throw LanguageModelError.refusal(
                .init(explanation: refusal, debugDescription: "The model declined to answer.")
            )
        }
        switch incompleteReason {
        case nil:
            guard !isEmpty else { throw ModelProviderError.emptyAnswer(of: host) }
        case "content_filter":
            throw LanguageModelError.guardrailViolation(
                .init(debugDescription: "The content filter of \(host) stopped the answer.")
            )
        case "max_output_tokens", "max_tokens", "length":
            if needsWholeAnswer || items.callCount > 0 { throw ModelProviderError.cutByOutputLimit }
        default:
            throw ModelProviderError(.upstreamFault, "\(host) broke its answer off.")
        }
        var events: [ModelStreamEvent] = []
        if hasText || incompleteReason != nil {
            // The finish reason, in the words of chat completions.
            let reason = incompleteReason != nil ? "length" : items.callCount > 0 ? "tool_calls" : "stop"
            var metadata = ["finish_reason": reason, "model": model].compactMapValues { $0 }
            metadata.merge(OpenAIResponsesItemMemory.metadata(phase: items.phase)) { $1 }
            events.append(.metadata(metadata))
        }
        if let usage { events.append(.usage(usage, ofCalls: items.callCount > 0)) }
        return events
    }
}

extension ModelStreamEvent {
    /// The size of the event's content, in bytes.
    fileprivate var byteCount: Int {
        switch self {
        case .text(let text), .replaceText(let text), .refusal(let text), .reasoning(let text, _, _),
            .seal(let text, _, _):
            text.utf8.count
        case .toolCall(let id, let name, let arguments): id.utf8.count + name.utf8.count + arguments.utf8.count
        case .metadata, .thoughtMetadata, .callMetadata, .usage: 0
        }
    }
}
