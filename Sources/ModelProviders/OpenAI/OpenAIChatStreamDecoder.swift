import FoundationEssentials
import LanguageModels
import StreamingJSON

/// Turns the data of stream events into what they say; survives the ways in which compatible servers deviate.
///
/// Feed it each event's data, then ``finish()``: only that knows whether the answer was whole.
struct OpenAIChatStreamDecoder {
    /// How many bytes of text, thoughts and arguments one answer may have in all.
    static let longestAnswer = 64 * 1024 * 1024
    /// No count of tokens is larger; sums of counts up to here do not overflow.
    private static let largestCount = Double(1 << 40)

    private let host: String
    private let maximumBytes: Int
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
        maximumBytes: Int = OpenAIChatStreamDecoder.longestAnswer
    ) {
        self.host = host
        self.maximumBytes = maximumBytes
        self.needsWholeAnswer = needsWholeAnswer
        calls = OpenAIToolCallTable(fallbackID: fallbackID)
    }

    /// Takes the data of one event.
    mutating func decode(_ data: String) throws(ModelProviderError) -> [OpenAIChatEvent] {
        guard !isDone, !data.isEmpty else { return [] }
        guard data != "[DONE]" else {
            isDone = true
            return []
        }
        guard let chunk = try? JSONValue(parsing: data), chunk.objectValue != nil else {
            throw ModelProviderError(.notUnderstood, "\(host) sent a piece of its answer that is not JSON.")
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

    private mutating func read(_ delta: JSONValue) throws(ModelProviderError) -> [OpenAIChatEvent] {
        var events: [OpenAIChatEvent] = []
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
        try checkLimits()
        return events
    }

    /// A provider that never stops must not fill the memory, nor set off calls without number.
    private func checkLimits() throws(ModelProviderError) {
        guard !calls.areTooMany else {
            throw ModelProviderError(
                .notUnderstood,
                "\(host) asked for more than \(OpenAIToolCallTable.mostCalls) tool calls in one answer."
            )
        }
        guard byteCount + calls.byteCount <= maximumBytes else {
            throw ModelProviderError(.notUnderstood, "The answer of \(host) is longer than \(maximumBytes) bytes.")
        }
    }

    /// Plain text, or the text parts of a list of parts.
    private static func text(_ content: JSONValue?) -> String {
        if let parts = content?.arrayValue { return parts.compactMap { $0["text"]?.stringValue }.joined() }
        return content?.stringValue ?? ""
    }

    private static func usage(_ counts: JSONValue) -> LanguageModelSession.Usage {
        LanguageModelSession.Usage(
            input: .init(
                totalTokenCount: count(counts["prompt_tokens"]),
                cachedTokenCount: count(counts["prompt_tokens_details"]?["cached_tokens"])
            ),
            output: .init(
                totalTokenCount: count(counts["completion_tokens"]),
                reasoningTokenCount: count(counts["completion_tokens_details"]?["reasoning_tokens"])
            )
        )
    }

    private static func count(_ value: JSONValue?) -> Int { Int(min(max(value?.doubleValue ?? 0, 0), largestCount)) }
}

extension OpenAIChatStreamDecoder {
    /// The body is over: says what is known only now, or why the answer does not count.
    func finish() throws -> [OpenAIChatEvent] {
        guard isDone || finishReason != nil else {
            throw ModelProviderError(.truncatedStream, "The answer of \(host) ended in the middle.")
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
            throw ModelProviderError(
                .outputLimit,
                "The model reached its limit of output tokens before its answer was whole. Allow for more tokens."
            )
        default: break
        }
        guard calls.allHaveNames else {
            throw ModelProviderError(.notUnderstood, "\(host) sent a tool call without a name.")
        }
        var events: [OpenAIChatEvent] = []
        if hasText {
            let metadata = ["finish_reason": finishReason, "model": model].compactMapValues { $0 }
            if !metadata.isEmpty { events.append(.metadata(metadata)) }
        }
        if let usage { events.append(.usage(usage, ofCalls: !calls.isEmpty)) }
        return events
    }
}
