import FoundationEssentials
import LanguageModels
import StreamingJSON

/// Turns the data of stream events into what they say; survives the ways in which compatible servers deviate.
///
/// Feed it each event's data, then ``finish()``: only that knows whether the answer was whole.
struct OpenAIChatStreamDecoder: ModelStreamDecoder {
    private let host: String
    private let limits: AnswerLimits
    private let needsWholeAnswer: Bool
    private var calls: OpenAIToolCallTable
    private var refusal = ""
    /// Of text, thoughts and refusal; the calls count their own.
    private var byteCount = 0
    private var finishReason: String?
    private var model: String?
    private var usage: LanguageModelSession.Usage?
    private var hasText = false
    /// Whether `[DONE]` has come; what follows is ignored.
    private(set) var isDone = false

    /// - Parameters:
    ///   - host: Whom errors name.
    ///   - fallbackID: What ids of calls are made from when the server gives none.
    ///   - needsWholeAnswer: Whether text that was cut by the token limit is of no use.
    ///   - maximumBytes: How long the answer may be.
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

    /// Takes the data of one event.
    mutating func decode(_ data: String) throws(ModelProviderError) -> [ModelStreamEvent] {
        guard !isDone, !data.isEmpty else { return [] }
        guard data != "[DONE]" else {
            isDone = true
            return []
        }
        guard let chunk = try? JSONValue(parsing: data), chunk.objectValue != nil else {
            throw ModelProviderError.notJSON(from: host)
        }
        if let error = chunk["error"], !error.isNull {
            throw OpenAIFailure(error: error).error(from: host, now: .now)
        }
        model = model ?? chunk["model"]?.stringValue
        if let counts = chunk["usage"], counts.objectValue != nil { usage = Self.usage(counts) }
        let choices = chunk["choices"]?.arrayValue ?? []
        // Only one choice is ever asked for.
        guard let choice = choices.first(where: { ($0["index"]?.intValue ?? 0) == 0 }) else { return [] }
        if let reason = choice["finish_reason"]?.stringValue, !reason.isEmpty { finishReason = reason }
        // A whole answer has `message` where a chunk has `delta`.
        guard let delta = choice["delta"] ?? choice["message"] else { return [] }
        return try read(delta)
    }

    private mutating func read(_ delta: JSONValue) throws(ModelProviderError) -> [ModelStreamEvent] {
        var events: [ModelStreamEvent] = []
        // DeepSeek, vLLM and llama.cpp say `reasoning_content`, Ollama and OpenRouter `reasoning`; some say both.
        let thoughts = delta["reasoning_content"]?.stringValue ?? delta["reasoning"]?.stringValue ?? ""
        if !thoughts.isEmpty { events.append(.reasoning(thoughts)) }
        let text = Self.text(delta["content"])
        if !text.isEmpty {
            hasText = true
            events.append(.text(text))
        }
        let declined = delta["refusal"]?.stringValue ?? ""
        refusal += declined
        byteCount += thoughts.utf8.count + text.utf8.count + declined.utf8.count
        events += calls.read(delta["tool_calls"]?.arrayValue ?? [])
        try limits.check(byteCount: byteCount + calls.byteCount, callCount: calls.count)
        return events
    }

    /// Plain text, or the text parts of a list of parts.
    private static func text(_ content: JSONValue?) -> String {
        if let parts = content?.arrayValue { return parts.compactMap { $0["text"]?.stringValue }.joined() }
        return content?.stringValue ?? ""
    }

    private static func usage(_ counts: JSONValue) -> LanguageModelSession.Usage {
        LanguageModelSession.Usage(
            input: .init(
                totalTokenCount: Int(tokenCount: counts["prompt_tokens"]),
                cachedTokenCount: Int(tokenCount: counts["prompt_tokens_details"]?["cached_tokens"])
            ),
            output: .init(
                totalTokenCount: Int(tokenCount: counts["completion_tokens"]),
                reasoningTokenCount: Int(tokenCount: counts["completion_tokens_details"]?["reasoning_tokens"])
            )
        )
    }

}

extension OpenAIChatStreamDecoder {
    /// The body is over: says what is known only now, or why the answer does not count.
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
