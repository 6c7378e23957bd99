import FoundationEssentials
import LanguageModels
import StreamingJSON

/// Decodes the stream events of chat completions, with tolerance for the deviations of compatible servers.
///
/// Call it with the data of each event, then call ``finish()``, which checks that the answer is complete.
struct OpenAIChatStreamDecoder: ModelStreamDecoder {
    private let host: String
    private let limits: AnswerLimits
    private let needsWholeAnswer: Bool
    private var calls: OpenAIToolCallTable
    private var refusal = ""
    /// The size of the text, thoughts and refusal; the calls count their own.
    private var byteCount = 0
    private var finishReason: String?
    private var model: String?
    private var usage: LanguageModelSession.Usage?
    private var hasText = false
    /// Whether `[DONE]` was read.
    ///
    /// Everything after it is ignored.
    private(set) var isDone = false

    /// - Parameters:
    ///   - host: The provider's host, for errors.
    ///   - fallbackID: The base of the ids of calls without an id of the server.
    ///   - needsWholeAnswer: Whether text that was cut by the token limit is an error.
    ///   - maximumBytes: The largest size of the answer.
    init(
        host: String,
        fallbackID: String,
        needsWholeAnswer: Bool,
        maximumBytes: Int = AnswerLimits.longestAnswer
    ) {
        self.host = host
        limits = AnswerLimits(host: host, maximumBytes: maximumBytes)
        self.needsWholeAnswer = needsWholeAnswer
        calls = OpenAIToolCallTable(fallbackID: fallbackID)
    }

    mutating func decode(
        _ data: UnsafeBufferPointer<UInt8>,
        into events: inout [ModelStreamEvent]
    ) throws(ModelProviderError) {
        guard !isDone, !data.isEmpty else { return }
        guard !data.elementsEqual("[DONE]".utf8) else {
            isDone = true
            // A refusal ends with an error, which cannot carry the usage.
            if let usage, !refusal.isEmpty { events.append(.usage(usage, ofCalls: false)) }
            return
        }
        guard let chunk = OpenAIChatChunk(data) else { throw .notJSON(from: host) }
        if let error = chunk.error, !error.isNull {
            throw OpenAIFailure(error: error.value ?? .null).error(from: host, now: .now)
        }
        // The name is the same in all chunks.
        if model == nil { model = chunk.model?.string }
        if let counts = chunk.usage, counts.isObject { usage = try read(usage: counts) }
        if let reason = chunk.finishReason?.string, !reason.isEmpty { finishReason = reason }
        guard let delta = chunk.delta else { return }
        guard let delta = OpenAIChatDelta(delta) else { throw .notJSON(from: host) }
        try read(delta, into: &events)
    }

    private mutating func read(
        _ delta: OpenAIChatDelta,
        into events: inout [ModelStreamEvent]
    ) throws(ModelProviderError) {
        if !delta.thoughts.isEmpty { events.append(.reasoning(delta.thoughts)) }
        if !delta.text.isEmpty {
            hasText = true
            events.append(.text(delta.text))
        }
        if !delta.refusal.isEmpty {
            refusal += delta.refusal
            events.append(.refusal(delta.refusal))
        }
        byteCount += delta.thoughts.utf8.count + delta.text.utf8.count + delta.refusal.utf8.count
        if !delta.calls.isEmpty { calls.read(delta.calls, into: &events) }
        try limits.check(byteCount: byteCount + calls.byteCount, callCount: calls.count)
    }

    private func read(usage counts: JSONText) throws(ModelProviderError) -> LanguageModelSession.Usage {
        var (input, cached, output, reasoning) = (0, 0, 0, 0)
        var reader = JSONReader(counts.bytes)
        reader.members { name, value in
            if name.isString("prompt_tokens") {
                input = value.text().tokenCount
            } else if name.isString("completion_tokens") {
                output = value.text().tokenCount
            } else if name.isString("prompt_tokens_details") {
                value.members { if $0.isString("cached_tokens") { cached = $1.text().tokenCount } }
            } else if name.isString("completion_tokens_details") {
                value.members { if $0.isString("reasoning_tokens") { reasoning = $1.text().tokenCount } }
            }
        }
        guard reader.isWhole else { throw .notJSON(from: host) }
        return LanguageModelSession.Usage(
            input: .init(totalTokenCount: input, cachedTokenCount: cached),
            output: .init(totalTokenCount: output, reasoningTokenCount: reasoning)
        )
    }
}

extension OpenAIChatStreamDecoder {
    /// Returns the events that are known only at the end of the body, or throws the reason why the answer is invalid.
    func finish() throws -> [ModelStreamEvent] {
        guard isDone || finishReason != nil else {
            throw ModelProviderError.cutShort(by: host)
        }
        guard refusal.isEmpty else {
            throw LanguageModelError.refusal(
                .init(explanation: refusal, debugDescription: "The model declined to answer.")
            )
        }
        switch finishReason {
        case "content_filter":
            throw LanguageModelError.guardrailViolation(
                .init(debugDescription: "The content filter of \(host) stopped the answer.")
            )
        case "error":
            throw ModelProviderError(.upstreamFault, "\(host) failed in the middle of its answer.")
        case "length" where needsWholeAnswer || !calls.isEmpty:
            throw ModelProviderError.cutByOutputLimit
        default: break
        }
        guard calls.allHaveNames else {
            throw ModelProviderError.namelessCall(by: host)
        }
        var events: [ModelStreamEvent] = []
        if hasText {
            let metadata = ["finish_reason": finishReason, "model": model].compactMapValues { $0 }
            if !metadata.isEmpty { events.append(.metadata(metadata)) }
        }
        if let usage { events.append(.usage(usage, ofCalls: !calls.isEmpty)) }
        return events
    }
}
