import FoundationEssentials
import LanguageModels
import StreamingJSON

/// Decodes the stream events of chat completions, with tolerance for the deviations of compatible servers.
///
/// Call it with the data of each event, then call ``finish()``, which checks that the answer is complete.
struct OpenAIChatStreamDecoder: ModelStreamDecoder {
    let host: String
    private let limits: AnswerLimits
    let needsWholeAnswer: Bool
    private(set) var calls: OpenAIToolCallTable
    private(set) var refusal = ""
    /// The size of the text, thoughts and refusal; the calls count their own.
    private var byteCount = 0
    private(set) var finishReason: String?
    private(set) var model: String?
    private(set) var usage: LanguageModelSession.Usage?
    private(set) var hasText = false
    private(set) var hasThoughts = false
    /// The name under which the current thought arrived; `nil` if the next piece starts a thought.
    private(set) var thoughtName: OpenAIChatThought.Name?
    private(set) var details = OpenAIReasoningDetails()
    let thoughtID: String
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
        thoughtID = "thought_\(fallbackID)"
    }

    mutating func decode(
        _ data: UnsafeBufferPointer<UInt8>,
        into events: inout [ModelStreamEvent]
    ) throws(ModelProviderError) {
        guard !isDone, !data.isEmpty else { return }
        guard !data.elementsEqual("[DONE]".utf8) else {
            isDone = true
            // A refusal or an empty answer ends with an error, which cannot carry the usage.
            if let usage, !refusal.isEmpty || !hasContent { events.append(.usage(usage, ofCalls: false)) }
            return
        }
        guard let chunk = OpenAIChatChunk(data) else { throw .notJSON(from: host) }
        if let error = chunk.error, !error.isNull {
            throw failure(error.value ?? .null)
        }
        if let outcome = chunk.outcome?.value, let error = OpenAIFlatError.error(inOutcome: outcome) {
            throw failure(error)
        }
        // Every piece of an answer has choices or the usage.
        if !chunk.hasChoices, chunk.usage?.isObject != true, let event = JSONValue(repairing: data),
            let error = OpenAIFlatError.error(in: event)
        {
            throw failure(error)
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
        if !delta.thoughts.isEmpty {
            hasThoughts = true
            events.append(.reasoning(delta.thoughts))
            if thoughtName != delta.thoughtName {
                thoughtName = delta.thoughtName
                events.append(.thoughtMetadata(OpenAIChatThought.metadata(delta.thoughtName)))
            }
        }
        if !delta.details.pieces.isEmpty {
            // Details without any text are a thought too, which the seal, although empty, starts at its place.
            if !hasThoughts, details.isEmpty {
                events.append(.seal("", metadata: OpenAIChatThought.metadata(.reasoning), entryID: thoughtID))
            }
            details.add(delta.details.pieces, of: delta.details.size)
        }
        if !delta.text.isEmpty {
            hasText = true
            // A thought after text is another one.
            thoughtName = nil
            events.append(.text(delta.text))
        }
        if !delta.refusal.isEmpty {
            refusal += delta.refusal
            events.append(.refusal(delta.refusal))
        }
        byteCount += delta.details.size + delta.thoughts.utf8.count + delta.text.utf8.count + delta.refusal.utf8.count
        if !delta.calls.isEmpty { calls.read(delta.calls, into: &events) }
        try limits.check(byteCount: byteCount + calls.byteCount, callCount: calls.count)
    }

    private func failure(_ error: JSONValue) -> ModelProviderError {
        OpenAIFailure(error: error).error(from: host, now: .now)
    }

    private func read(usage counts: JSONText) throws(ModelProviderError) -> LanguageModelSession.Usage {
        var (input, cached, written, output, reasoning) = (0, 0, 0, 0, 0)
        var reader = JSONReader(counts.bytes)
        reader.members { name, value in
            if name.isString("prompt_tokens") {
                input = value.text().tokenCount
            } else if name.isString("completion_tokens") {
                output = value.text().tokenCount
            } else if name.isString("prompt_tokens_details") {
                value.members { name, value in
                    if name.isString("cached_tokens") {
                        cached = max(cached, value.text().tokenCount)
                    } else if name.isString("cache_write_tokens") {
                        written = value.text().tokenCount
                    }
                }
            } else if name.isString("prompt_cache_hit_tokens") || name.isString("cached_tokens") {
                // DeepSeek's name and Moonshot's.
                cached = max(cached, value.text().tokenCount)
            } else if name.isString("completion_tokens_details") {
                value.members { if $0.isString("reasoning_tokens") { reasoning = $1.text().tokenCount } }
            }
        }
        guard reader.isWhole else { throw .notJSON(from: host) }
        var count = LanguageModelSession.Usage.Input(totalTokenCount: input, cachedTokenCount: cached)
        count.writtenTokenCount = min(written, input)
        return LanguageModelSession.Usage(
            input: count,
            output: .init(totalTokenCount: output, reasoningTokenCount: reasoning)
        )
    }
}
